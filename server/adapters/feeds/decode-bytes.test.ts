import { expect, test } from 'vitest'
import { decodeBytes } from './decode-bytes.ts'

const xml = (title: string, encoding?: string, language = '') =>
  `<?xml version="1.0"${encoding === undefined ? '' : ` encoding="${encoding}"`}?><rss version="2.0"><channel>${language}<title>${title}</title></channel></rss>`

const russian = 'Форум для тех, кто хочет больше'
const french = 'Le café où l’été s’arrête'

/** Encodes letters from А to я and ASCII. */
const inCp1251 = (text: string) =>
  Buffer.from(
    Array.from(text, (sign) =>
      sign >= 'А' && sign <= 'я' ? sign.charCodeAt(0) - 0x410 + 0xc0 : sign.charCodeAt(0),
    ),
  )
const koi8 = 'юабцдефгхийклмнопярстужвьызшэщчъЮАБЦДЕФГХИЙКЛМНОПЯРСТУЖВЬЫЗШЭЩЧЪ'
const inKoi8 = (text: string) =>
  Buffer.from(
    Array.from(text, (sign) => (koi8.includes(sign) ? 0xc0 + koi8.indexOf(sign) : sign.charCodeAt(0))),
  )
const inCp1252 = (text: string) => Buffer.from(text.replaceAll('’', '\x92'), 'latin1')

const wrongLabels = [
  'windows-1251',
  'iso-8859-1',
  'us-ascii',
  'utf-16',
  'koi8-r',
  'shift_jis',
  'utf-8',
  'nonsense',
  undefined,
]

test.each(wrongLabels.flatMap((header) => wrongLabels.map((declared) => [header, declared] as const)))(
  'valid UTF-8 is read as such, with %s in the header and %s in the XML',
  (header, declared) => {
    const type = header === undefined ? 'text/xml' : `text/xml; charset=${header}`
    for (const title of ['Форум — forum', french, '日本語の掲示板', 'Plain'])
      expect(decodeBytes(Buffer.from(xml(title, declared)), type)).toContain(`<title>${title}</title>`)
  },
)

test.each<[string, Buffer, string, string]>([
  [
    'Cyrillic of Windows that is said to be UTF-8',
    inCp1251(xml(russian, 'utf-8')),
    'text/xml; charset=utf-8',
    russian,
  ],
  ['Cyrillic of Windows without a label', inCp1251(xml(russian)), '', russian],
  ['Cyrillic of Windows that is said to be Latin', inCp1251(xml(russian, 'iso-8859-1')), '', russian],
  ['Cyrillic of KOI8 that is said to be UTF-8', inKoi8(xml(russian, 'utf-8')), '', russian],
  ['Cyrillic of Windows, labelled so', inCp1251(xml('Да', 'windows-1251')), 'text/xml', 'Да'],
  [
    'a header of a server that was never asked',
    inCp1251(xml('Да', 'windows-1251')),
    'text/xml; charset=ISO-8859-1',
    'Да',
  ],
  [
    'a header that says UTF-8 where the XML is right',
    inCp1251(xml('Да', 'windows-1251')),
    'text/xml; charset=utf-8',
    'Да',
  ],
  [
    'a header that is right where the XML says UTF-8',
    inCp1251(xml('Да', 'utf-8')),
    'text/xml; charset=windows-1251',
    'Да',
  ],
  [
    'a short word whose feed names its language',
    inCp1251(xml('Да', 'utf-8', '<language>ru-RU</language>')),
    '',
    'Да',
  ],
  [
    'Latin of Windows that is said to be UTF-8',
    inCp1252(xml(french, 'utf-8')),
    'text/xml; charset="utf-8"',
    french,
  ],
  ['Latin of Windows without a label', inCp1252(xml(french)), '', french],
  ['Latin of Windows that is said to be UTF-16', inCp1252(xml(french, 'utf-16')), '', french],
  [
    'one broken byte in UTF-8',
    Buffer.concat([Buffer.from(xml(russian, 'windows-1252')), Buffer.from([0xe9])]),
    '',
    russian,
  ],
  [
    'UTF-16 without a mark, the lesser end first',
    Buffer.from(xml(french, 'utf-16'), 'utf16le'),
    'text/xml; charset=utf-8',
    french,
  ],
  [
    'UTF-16 without a mark, the greater end first',
    Buffer.from(xml(french, 'utf-8'), 'utf16le').swap16(),
    '',
    french,
  ],
  [
    'UTF-16 with a mark that is said to be UTF-8',
    Buffer.from(`\ufeff${xml(french, 'utf-8')}`, 'utf16le'),
    '',
    french,
  ],
  [
    'UTF-8 with a mark that is said to be Latin',
    Buffer.from(`\ufeff${xml(french, 'iso-8859-1')}`),
    'text/xml; charset=latin1',
    french,
  ],
  ['Japanese in seven bits', Buffer.from(xml('\x1b$BF|K\\\x1b(B', 'iso-2022-jp'), 'latin1'), '', '日本'],
  [
    'Japanese whose label is right',
    Buffer.concat([
      Buffer.from('<?xml version="1.0" encoding="Shift_JIS"?><title>'),
      Buffer.from([0x93, 0xfa, 0x96, 0x7b]),
      Buffer.from('</title>'),
    ]),
    '',
    '日本',
  ],
])('%s is read', (_name, bytes, type, title) => {
  expect(decodeBytes(bytes, type)).toContain(title)
})
