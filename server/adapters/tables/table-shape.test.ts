import { expect, test } from 'vitest'
import { findTableShape } from './table-shape.ts'

const question = 'Why do you do it so and not otherwise, please tell us in your own words'

const tables: [string, string, object][] = [
  [
    'semicolons beside a question with commas',
    'Date;"Which tool, plan, or app do you use?"\n2024-01-02;Excel, mostly\n2024-01-03;A paper list\n',
    { delimiter: ';', names: 1 },
  ],
  [
    'names that end in "?"',
    'What do you use today?,What annoys you most?\nA sheet of paper,"It is lost, often"\nExcel on my laptop,Everything is slow in it\n',
    { delimiter: ',', names: 1 },
  ],
  [
    'a name of 300 letters',
    `Timestamp,"${question.repeat(5)}"\n2024/01/02 10:00:00 AM GMT+1,because\n2024/01/03 10:00:00 AM GMT+1,"no, idea"\n`,
    { names: 1 },
  ],
  [
    'line ends of old Macs',
    'id,How is it done?,When\r1,By hand,2024-01-01\r2,"With, well",2024-01-02\r',
    { names: 1, hasRows: true },
  ],
  [
    'rows without names',
    'Export is broken for me.,2026-01-02\nSupport never answers.,2026-01-03',
    { names: 0, above: 0 },
  ],
  [
    'names with line breaks in quotes',
    '"Ticket\nID","What\nhappened?"\n17,"It\nbroke"\n18,It froze\n',
    { names: 1 },
  ],
  ['names alone', 'Ticket ID,Subject,Description,Created at\n', { names: 1, hasRows: false }],
  ['names alone, in quotes', '"Ticket ID","Subject","Description"\n', { names: 1, hasRows: false }],
  [
    'a mark for spreadsheet programs',
    'sep=;\r\nName;Text\r\nA;"I wish, it worked; really"\r\n',
    { delimiter: ';', above: 1, names: 1 },
  ],
  [
    'a title above',
    'Tickets of March 2024\n\nID,Subject,Text\n1,A,I do it by hand\n2,B,I do it by foot\n',
    { above: 1, names: 1 },
  ],
  [
    'a title above in a row of cells',
    'Tickets of March,,\n,,\nID,Subject,Text\n1,A,By hand\n2,B,By foot\n',
    { above: 2, names: 1 },
  ],
  [
    'facts above',
    'Exported by,Jane\nOn,2024-03-01\n\nID,Subject,Text,Created\n1,A,By hand,2024-01-01\n2,B,By foot,2024-01-02\n',
    { above: 2, names: 1 },
  ],
  [
    'two rows of names',
    'Respondent ID,Start Date,How do you do it?,Which?,\n,,Open-Ended Response,Paper,Sheet\n1140001,03/04/2024 09:12:33 AM,By hand,Paper,\n1140002,03/05/2024 09:12:33 AM,By foot,,Sheet\n',
    { names: 2, hasRows: true },
  ],
  [
    'two rows of names alone',
    'Respondent ID,Start Date,How?\n,,Open-Ended Response\n',
    { names: 2, hasRows: false },
  ],
  [
    'three rows of names',
    'StartDate,ResponseId,Q1\nStart Date,Response ID,What annoys you?\n"{""ImportId"":""startDate""}","{""ImportId"":""_recordId""}","{""ImportId"":""QID1_TEXT""}"\n2024-01-02 10:00:00,R_1a2b3c4d5e,It is slow\n2024-01-03 10:00:00,R_9a2b3c4d5e,It is dear\n',
    { names: 3 },
  ],
  [
    'a foot behind an empty line',
    '"Case","Subject","Description","Opened"\n"17","Sync","I export it by hand","3/4/2024 9:12 AM"\n"18","Two","We share one, sadly","3/15/2024 4:45 PM"\n\n"Report of March"\n"Copyright (c) 2024 example, inc. All rights reserved."\n"Confidential"\n"By Ann, Tuesday"\n"Acme"\n',
    { delimiter: ',', names: 1, hasRows: true },
  ],
  [
    'sums in a row of empty cells',
    'ID;Text;Points\n1;I do it by hand;3\n2;I do it by foot;4\n;;\nTotal;;7\n',
    { delimiter: ';', names: 1, hasRows: true },
  ],
  ['names above nothing but a foot', 'ID,Subject,Text\n\nConfidential\n', { names: 1, hasRows: false }],
  ['one column with quotes where needed', 'review\n"Nice, but slow"\nGood for me\n', { names: 1 }],
  [
    'one column with an empty cell in quotes',
    'review\nGood for me\n""\nToo slow\n',
    { names: 1, quotes: true },
  ],
  ['one column with a usual name', 'review\nNice, but slow\nGood for me\n', { names: 1 }],
  [
    'one question above its answers',
    'What annoys you most about it?\nThat it is slow\nNothing, really\n',
    { names: 1 },
  ],
  ['lines in quotes as a whole', '"a, b and more"\n"c, d"\n"e, f"\n', { names: 0, wrapped: false }],
  [
    'a table of which every line stands in quotes',
    '"id,subject,text"\n"1,Hi,""I wish, it worked"""\n"2,Ho,Nothing works"\n',
    { wrapped: true, names: 1 },
  ],
  [
    'tabs, with quotes as signs',
    'id\ttext\n1\t"quoted start and no end\n2\tfine by me\n',
    { delimiter: '\t', quotes: false },
  ],
  [
    'bars',
    'id|text|when\n1|I wish it worked|2024-01-02\n2|It does not, really|2024-01-03\n',
    { delimiter: '|', drawn: false, names: 1 },
  ],
  [
    'Markdown',
    '| Name | Says |\n|---|:--|\n| Ann | I wish \\| it worked |\n| Bob | "No" |\n',
    { drawn: true },
  ],
  ['a shell of a database', ' id | text\n----+------\n  1 | I wish\n  2 | I do\n(2 rows)\n', { drawn: true }],
  [
    'the three rows of names that Qualtrics writes, above one answer',
    'StartDate,Status,Q1\nStart Date,Response Type,What would help you?\n"{""ImportId"":""startDate""}","{""ImportId"":""status""}","{""ImportId"":""QID1""}"\n2024-05-01 08:00:12,IP Address,I copy it by hand\n',
    { names: 3, hasRows: true },
  ],
  [
    'rows that end with their last filled cell',
    'Date,Said,Notes,Tag\n2024-03-01,"It is slow, often"\n2024-03-02,It froze,,a\n2024-03-04,"No, really"\n2024-03-05,It is dear,x\n',
    { names: 1, above: 0, hasRows: true },
  ],
  [
    'rows that are all shorter than the header',
    'Title of it\nDate;Said;Notes\n2024-03-01;It is slow\n2024-03-02;It froze\n2024-03-04;No\n',
    { delimiter: ';', names: 1, above: 1 },
  ],
  [
    'rows with more separators than the header',
    'Date,Said\n2024-03-01,"It is slow, often",,\n2024-03-02,It froze,,\n\n,,,\n2024-03-04,"No, really",\n',
    { names: 1, above: 0 },
  ],
  [
    'rows without their last tab',
    'Date\tSaid\tNotes\n2024-03-01\tIt is slow, often\n2024-03-02\tIt froze\tx\n2024-03-04\tNo\n',
    { delimiter: '\t', names: 1 },
  ],
  [
    'texts at the end with commas and without quotes',
    'id,date,stars,text\n1,2024-03-01,4,I wish it exported, because I copy it\n2,2024-03-02,2,"It froze, often"\n3,2024-03-03,5,Good, but slow, and dear\n4,2024-03-04,1,I copy it, by hand, each week, on paper\n',
    { delimiter: ',', names: 1, above: 0, blanks: false },
  ],
  [
    'texts in the middle with commas and without quotes, one of them unclear',
    'id,text,product,date\n1,I wish it exported, so I copy,Billing,2024-03-01\n2,It froze,Sync,2024-03-02\n3,We pay 1,000 a month,Sync,2024-03-03\n4,Good, but slow,,\n',
    { names: 1, above: 0, blanks: false },
  ],
  [
    'quotes that are escaped with a backslash',
    'id,date,text\n1,2024-03-01,"He said \\"export it\\", and I did, by hand"\n2,2024-03-02,"It froze, again"\n',
    { names: 1, quotes: true, escapes: true },
  ],
  [
    'paths that end with a backslash, beside doubled quotes',
    'id,path,text\n1,"C:\\temp\\","It says ""no"", each time"\n2,"D:\\","I wish it worked, really"\n',
    { names: 1, escapes: false },
  ],
  [
    'blanks behind commas',
    'name, date, text\nAnna, 2024-03-01, I wish\nBob, 2024-03-02, I hope it works\n',
    { names: 1, blanks: true },
  ],
]

test.each(tables)('%s make a table', (_name, text, shape) => {
  expect(findTableShape({ text, cut: false })).toMatchObject(shape)
  expect(findTableShape({ text: `\uFEFF${text.replaceAll('\n', '\r\n')}`, cut: false })).toMatchObject(shape)
})

test.each([
  ['prose with commas', 'I copy invoices by hand, and it takes hours.\nNobody pays in time.'],
  [
    'sentences with one comma each',
    'First, I did this by hand.\nThen, I did that again.\nNow, nobody pays me.',
  ],
  ['sums with commas', 'I pay 1,200 a month\nWe pay 1,500 a month for it\n'],
  ['a talk', '00:01 Anna: hello, you\n00:02 Bob: well, I do it by hand\n'],
  ['a list', '- buy milk, eggs\n- buy bread, butter\n- sell, all\n'],
  ['a letter', 'Dear Sam,\nI hope you are well,\n\nI copy the invoices by hand.\n\nAnn'],
  ['lines of two lengths', 'Name,none\nI wish it worked,really\nIt is slow\nIt froze,again,and again'],
  ['one sentence', 'Well, yes, I copy invoices by hand, and it takes hours.'],
  ['paragraphs', 'I copy invoices by hand.\nIt takes hours.\n\nNobody pays in time.'],
  [
    'a Markdown page with a table in it',
    `# Notes\n\n${'I wrote this down.\n\n'.repeat(9)}| a | b |\n|---|---|\n| 1 | 2 |\n`,
  ],
])('%s make none', (_name, text) => {
  expect(findTableShape({ text, cut: false })).toBeNull()
})
