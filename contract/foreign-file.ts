import { cutText } from './cut-text.ts'

/** The kind of a file without usable rows, and what a person can do about it, as parts of a message. */
export type ForeignFile = { what: string; advice: string }

const asTable = 'Save it as CSV in the program that opens it, and use that.'
const asExport = 'Look there for “Export” or “Download” as CSV or JSON, and use that.'
const unpack = 'Unpack it, and use the table or text in it.'

/**
 * The signatures of binary files, as they look in an 8-bit decoding. Invalid UTF-8 may have been replaced by
 * U+FFFD.
 */
const packed: readonly (readonly [RegExp, string, string])[] = [
  [/^%PDF-/u, 'a PDF', 'Copy its text and paste that, or get the data as CSV.'],
  [/^\{\\rtf/u, 'a document (RTF)', 'Save it as plain text, and use that.'],
  [
    /^[\u00d0\ufffd][\u00cf\ufffd]\p{Cc}[\u00e0\u0871\ufffd]/u,
    'a workbook or document of Microsoft Office',
    asTable,
  ],
  [/^\p{Cc}[\u008b\u2039\ufffd]/u, 'a packed file (gzip)', unpack],
  [/^7z[\u00bc\ufffd][\u00af\ufffd]/u, 'a packed file (7z)', unpack],
  [/^Rar!/u, 'a packed file (RAR)', unpack],
  [/^PAR1/u, 'a Parquet file', 'Convert it to CSV or JSON lines first.'],
  [/^SQLite format 3/u, 'a database (SQLite)', 'Export the table as CSV, and use that.'],
  [/^[\u0089\u2030\ufffd]PNG/u, 'a picture', 'Only text can be read.'],
  [/^[\u00ff\ufffd][\u00d8\ufffd][\u00ff\ufffd]/u, 'a picture', 'Only text can be read.'],
  [/^GIF8[79]a/u, 'a picture', 'Only text can be read.'],
]

/** The signatures of text formats that are not tables. */
const texts: readonly (readonly [RegExp, string, string])[] = [
  [/^(?:From: <Saved by|MIME-Version: |Snapshot-Content-Location: )/iu, 'a saved web page or mail', asExport],
  [
    /^From \S{1,200} {1,4}(?:mon|tue|wed|thu|fri|sat|sun)\b/iu,
    'a mailbox (mbox)',
    'Export the mails as CSV, or paste their texts.',
  ],
  [/^(?:Return-Path|Received|Delivered-To|Message-ID): /iu, 'a mail (EML)', 'Paste its text.'],
  [/^BEGIN:V(?:CALENDAR|CARD)/iu, 'a calendar or an address book', 'It contains no texts to score.'],
  [/^version https:\/\/git-lfs\.github\.com/u, 'a pointer of Git LFS', 'Download the file itself.'],
]

const sqlComment = /^(?:--|\/\*|\*|SET |\s*$)/iu
const sqlStatement =
  /^(?:create|drop|alter) (?:table|database|schema|type)\b|^insert into\b|^copy \S{1,200} \(/iu

function isSql(text: string): boolean {
  const lines = cutText(text, 4000).split('\n', 60)
  return sqlStatement.test(lines.find((line) => !sqlComment.test(line)) ?? '')
}

const officeParts: readonly (readonly [RegExp, string, string])[] = [
  [/opendocument\.spreadsheet|\bxl\//u, 'a workbook (Excel or OpenDocument)', asTable],
  [
    /opendocument\.text|\bword\//u,
    'a document (Word or OpenDocument)',
    'Save it as plain text, and use that.',
  ],
  [/opendocument\.presentation|\bppt\//u, 'a presentation', 'Save its text as plain text, and use that.'],
  [/Index\/(?:Document|CalculationEngine)|\.iwa/u, 'a document of Pages or Numbers', asTable],
  [/\[Content_Types\]\.xml/u, 'a workbook or document (Office)', asTable],
]

function nameZip(head: string): ForeignFile {
  const found = officeParts.find(([part]) => part.test(head))
  return found === undefined
    ? { what: 'a zip archive', advice: unpack }
    : { what: found[1], advice: found[2] }
}

const pageTags =
  /^(?:!doctype\s{1,9}html|html|head|body|meta|title|script|style|link|table|base|frameset)\b/iu
const rowTags = /^(?:p|br|div|span|li|ul|ol|a|b|i|u|strong|em|blockquote|code|pre|h[1-6]|hr|img)\b/iu
const prologue = [
  ['<!--', '-->'],
  ['<?xml', '?>'],
] as const

/** The text after the comments and declarations of XML. */
function skipPrologue(text: string): string {
  let rest = text
  for (;;) {
    const open = prologue.find(([begin]) => rest.startsWith(begin))
    const end = open === undefined ? -1 : rest.indexOf(open[1])
    if (open === undefined || end < 0) return rest
    rest = rest.slice(end + open[1].length).trimStart()
  }
}

/**
 * Recognises markup by its first tag: pages, feeds and other XML. Texts whose rows contain HTML are not
 * markup.
 */
function nameMarkup(head: string): ForeignFile | null {
  const rest = skipPrologue(cutText(head, 20_000))
  if (!rest.startsWith('<')) return null
  const tag = rest.slice(1, 400)
  if (pageTags.test(tag)) {
    const advice = `${asExport} If a spreadsheet program opens it, save it there as CSV.`
    return { what: 'a web page (HTML)', advice }
  }
  if (/^opml\b/iu.test(tag)) {
    return {
      what: 'a list of feeds (OPML)',
      advice: 'It lists feeds and contains no texts: add the feeds as sources instead.',
    }
  }
  if (/^(?:rss|feed|rdf:RDF)\b/iu.test(tag)) {
    return {
      what: 'a feed (RSS or Atom)',
      advice: 'Add its address as a source, or get the data as CSV or JSON.',
    }
  }
  if (/^(?:\?mso|Workbook|ss:Workbook)\b/iu.test(tag)) return { what: 'a workbook (XML)', advice: asTable }
  const isXml =
    /<\?xml/iu.test(head.slice(0, 100)) ||
    (!rowTags.test(tag) && /^[a-z][\w:.-]{0,100}[^<>]{0,1000}>\s{0,200}</iu.test(tag.slice(0, 2000)))
  return isXml || /^!(?:doctype|element|entity)\b/iu.test(tag)
    ? { what: 'XML', advice: 'Get the data as CSV or JSON, and use that.' }
    : null
}

const asRows = 'Convert it to JSON or CSV, and use that.'
/** A field of YAML, with its value on the same line or on the next lines. */
const yamlField = /^(?:- +)?["']?[\w.$/-]{1,60}["']?:(?: |$)/u
const yamlNested = /^(?:- +)?["']?[\w.$/-]{1,60}["']?:(?: +[|>][+-]?)?\s*$/u
const isYamlEntry = (line = '', next = '') =>
  line.startsWith('- ') && yamlField.test(line) && /^ {2,8}["']?[\w.$/-]{1,60}["']?:(?: |$)/u.test(next)

/** The lines of a text that may be YAML, without comments. Null for Markdown with front matter. */
function yamlLines(text: string): string[] | null {
  const [first, ...lines] = cutText(text, 20_000)
    .split(/\r\n?|\n/u, 200)
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
  if (first === undefined || !/^---(?:\s|$)/u.test(first))
    return first === undefined ? null : [first, ...lines]
  // In Markdown, fields are between two `---` lines, and text follows the second.
  const end = lines.findIndex((line) => /^---\s*$/u.test(line))
  return end === -1 || yamlField.test(lines[end + 1] ?? '') ? ['---', ...lines] : null
}

/**
 * Whether a text is YAML: a list whose entries have several fields, a field with others below it, or fields
 * after `---`. Lines such as "Ann: hello" in notes and interviews are not enough.
 */
function isYaml(text: string): boolean {
  if (/^%YAML\b/u.test(text)) return true
  const lines = yamlLines(text)
  if (lines === null) return false
  const [first = '', second = '', third] = lines[0] === '---' ? lines.slice(1) : lines
  if (isYamlEntry(first, second)) return true
  if (yamlNested.test(first)) return /^ {1,8}\S/u.test(second) || isYamlEntry(second, third)
  return lines[0] === '---' && yamlField.test(first) && yamlField.test(second.trim())
}

/** Determines the kind of a file from its start. Null if it may be a table, JSON or plain text. */
export function findForeignFile(start: string): ForeignFile | null {
  const head = cutText(start, 100_000).replace(/^\uFEFF/u, '')
  if (/^PK(?:\p{Cc}\p{Cc})/u.test(head)) return nameZip(head)
  const binary = packed.find(([sign]) => sign.test(head))
  if (binary !== undefined) return { what: binary[1], advice: binary[2] }
  const text = head.trimStart()
  const markup = nameMarkup(text)
  if (markup !== null) return markup
  const named = texts.find(([begin]) => begin.test(text))
  if (named !== undefined) return { what: named[1], advice: named[2] }
  if (isYaml(text)) return { what: 'YAML', advice: asRows }
  if (/^\[\[[\w.-]{1,60}\]\]\s{1,20}[\w.-]{1,60} = /u.test(text)) return { what: 'TOML', advice: asRows }
  return isSql(text)
    ? { what: 'a dump of a database (SQL)', advice: 'Export the table as CSV, and use that.' }
    : null
}
