import { describe, expect, test } from 'vitest'
import { findEncoding } from './find-encoding.ts'
import { fileParts, UnclearEncoding } from './upload-form.tsx'

/** A text in an encoding with one byte for each letter. Throws if the encoding lacks a letter. */
function encode(text: string, encoding: string): Uint8Array {
  const signs = new TextDecoder(encoding).decode(Uint8Array.from({ length: 256 }, (_, at) => at))
  return Uint8Array.from(text, (sign) => {
    const at = signs.indexOf(sign)
    if (at === -1) throw new Error(`${encoding} has no ${sign}`)
    return at
  })
}
const find = (text: string, encoding: string) => findEncoding(new Blob([encode(text, encoding) as BlobPart]))
const names = 'id;text\n'

describe('the encoding of a text is found:', () => {
  test.each([
    ['Polish', 'Proszę dodać eksport do Excela, ręczne kopiowanie zajmuje godziny', 'windows-1250'],
    ['Polish', 'Proszę dodać wyszukiwarkę, jeśli można. Świetnie!', 'iso-8859-2'],
    ['Czech', 'Nejde mi přihlášení, aplikace pořád padá a účet nelze smazat', 'windows-1250'],
    ['Slovak', 'Prosím pridajte tlačidlo, ktoré vymaže všetky správy naraz', 'windows-1250'],
    [
      'Hungarian',
      'Kérem, legyen benne keresés, mert így nagyon lassú és nehéz. Köszönöm előre!',
      'windows-1250',
    ],
    ['Romanian', 'Vă rog să adăugaţi şi o opţiune de căutare', 'windows-1250'],
    ['Croatian', 'Molim vas dodajte mogućnost pretraživanja, često tražim račune', 'windows-1250'],
    ['Turkish', 'Uygulama çok yavaş çalışıyor, dışa aktarma özelliği eklenmeli. İyi değil', 'windows-1254'],
    ['Greek', 'Η εφαρμογή είναι πολύ αργή και κολλάει συνέχεια στους λογαριασμούς', 'windows-1253'],
    ['Greek', 'Άργησε. Άλλες φορές όλα είναι καλά, αλλά όχι στους υπολογιστές μας', 'iso-8859-7'],
    ['Lithuanian', 'Prašome pridėti paiešką, nes dabar viską reikia daryti rankiniu būdu', 'windows-1257'],
    ['Latvian', 'Lūdzu, pievienojiet meklēšanu, jo tagad viss jādara ar rokām', 'windows-1257'],
    ['French', 'Ça marche très mal, l’application plante à chaque démarrage. C’est dommage', 'windows-1252'],
    ['French', 'Le système est trop cher à créer', 'windows-1252'],
    ['French', 'Ça marche très mal, l’application plante à chaque démarrage', 'macintosh'],
    ['German', 'Können Sie das größer machen? Über die Länge müssen wir reden', 'windows-1252'],
    ['Spanish', '¿Cuándo añadirán la opción? Así no se puede. 25 € al año', 'windows-1252'],
    ['Portuguese', 'A aplicação não é boa, então não vou pagar mais', 'windows-1252'],
    ['Italian', 'Perché non c’è più? Così è inutile, però costa di più', 'windows-1252'],
    ['Swedish', 'Jag får inte igång appen, den är alldeles för långsam på äldre telefoner', 'windows-1252'],
    ['Danish', 'Jeg får ikke gode søgeresultater, det tager også lang tid at åbne', 'windows-1252'],
    ['Icelandic', 'Það þarf að laga þetta, ég get ekki skráð mig inn á síðuna', 'windows-1252'],
    ['several languages', 'über größe; très déçu; niño; não; perché è così; på svenska', 'windows-1252'],
    ['English with foreign words', 'The naïve café — “déjà vu” for £50, 25 m³ at 30 °C', 'windows-1252'],
    ['English with a name', 'Beyoncé likes it', 'windows-1252'],
    [
      'English with apostrophes only',
      'It’s slow, I don’t like it. They’re gone: our users’ lists',
      'windows-1252',
    ],
    [
      'English with apostrophes only',
      'It’s slow, I don’t like it. They’re gone: our users’ lists',
      'macintosh',
    ],
    ['English with dashes only', 'Very slow—nobody waits—every Monday–Friday. '.repeat(20), 'windows-1252'],
    ['Spanish', 'La aplicación económica se cerró otra vez, también aquí', 'macintosh'],
    ['Russian', 'Нужна программа, экспорт сломан', 'windows-1251'],
    ['Ukrainian', 'Потрібна програма, експорт не працює вже тиждень', 'windows-1251'],
    ['Bulgarian', 'Програмата не работи, когато се опитам да изпратя фактура', 'windows-1251'],
  ])('%s: %s (%s)', async (_language, text, encoding) => {
    expect(await find(names + text, encoding)).toEqual([encoding])
  })
})

test.each([
  ['a letter that may be Turkish or Icelandic', 'id;name\n1;Yılmaz', 'windows-1254'],
  ['a name that may be Czech or Danish', 'id;name\n1;Dvořák', 'windows-1250'],
  ['a letter that may be Polish or a superscript', 'id;name\n1;Michał', 'windows-1250'],
])('%s is named as unclear, not guessed', async (_what, text, encoding) => {
  expect((await find(text, encoding)).length).toBeGreaterThan(1)
  const parts = fileParts(new Blob([encode(text, encoding) as BlobPart]))
  await expect(parts.next()).rejects.toThrow(UnclearEncoding)
})

test('a text in the encoding of DOS is named as unknown', async () => {
  // "schön größer über für" in code page 437.
  const bytes = [...encode('schön größer über für hören', 'windows-1252')].map(
    (byte) => ({ 246: 0x94, 223: 0xe1, 252: 0x81 })[byte] ?? byte,
  )
  expect(await findEncoding(new Blob([Uint8Array.from(bytes)]))).toEqual([])
})

test('a few unclear letters in a long file are left out, and the rest is read', async () => {
  const rows = Array.from({ length: 40 }, (_, at) => `${at},The export is slow and it stops\n`).join('')
  const text = `id,text\n${rows}41,Michał said it’s a “bug”\n`
  const read = async (bytes: Uint8Array) => {
    let all = ''
    for await (const part of fileParts(new Blob([bytes as BlobPart]))) all += part
    return all
  }
  expect(await read(encode(text, 'windows-1250'))).toBe(text.replace('ł', '\uFFFD'))
  const later = `${text}${rows.repeat(500)}99,Proszę dodać eksport, jeśli można\n`
  expect(await read(encode(later, 'windows-1250'))).toBe(later)
})
