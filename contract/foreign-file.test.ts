import { expect, test } from 'vitest'
import { findForeignFile } from './foreign-file.ts'

const latin1 = (...bytes: number[]) => new TextDecoder('windows-1252').decode(Uint8Array.from(bytes))
const utf8 = (...bytes: number[]) =>
  new TextDecoder().decode(Uint8Array.from(bytes)).replaceAll('\0', '\uFFFD')

test.each([
  ['<!DOCTYPE html>\n<html><body>id,text', 'web page'],
  ['\uFEFF\n\n<!-- saved from a site -->\n<html>', 'web page'],
  ['<table><tr><td>id</td></tr></table>', 'web page'],
  ['<html xmlns:x="urn:schemas-microsoft-com:office:excel">', 'web page'],
  ['<?xml version="1.0"?><rss version="2.0">', 'feed'],
  ['<feed xmlns="http://www.w3.org/2005/Atom">', 'feed'],
  ['<?xml version="1.0"?>\n<!-- x -->\n<opml version="2.0">', 'OPML'],
  ['<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook>', 'workbook'],
  ['<reviews>\n  <review>I wish</review></reviews>', 'XML'],
  ['From ann@example.org Mon Mar  4 09:00:00 2024\nSubject: x', 'mailbox'],
  ['From: <Saved by Blink>\r\nSnapshot-Content-Location: https://example.org/', 'saved web page'],
  ['Return-Path: <ann@example.org>\nSubject: x', 'mail'],
  ['-- PostgreSQL database dump\n\nSET x = 1;\nCREATE TABLE a (b text);', 'dump of a database'],
  ['BEGIN:VCALENDAR\nVERSION:2.0', 'calendar'],
  ['%PDF-1.7\n', 'PDF'],
  ['{\\rtf1\\ansi', 'RTF'],
  ['- id: 1\n  text: I wish it worked\n- id: 2\n  text: It froze\n', 'YAML'],
  ['---\n- id: 1\n  text: |\n    I wish\n    it worked\n', 'YAML'],
  ['# exported\ntickets:\n  - subject: Export\n    body: I wish\n', 'YAML'],
  ['tickets:\r\n- subject: Export\r\n  body: I wish\r\n', 'YAML'],
  ['%YAML 1.2\n---\nid: 1\n', 'YAML'],
  ['---\nid: 1\ntext: I wish\n---\nid: 2\ntext: It froze\n', 'YAML'],
  ['text: >-\n  I wish it\n  worked\n', 'YAML'],
  ['[[tickets]]\nid = 1\ntext = "I wish"\n', 'TOML'],
  [`${latin1(0x50, 0x4b, 3, 4, 20, 0)}[Content_Types].xml ... xl/workbook.xml`, 'workbook'],
  [`${utf8(0x50, 0x4b, 3, 4, 20, 0)}mimetypeapplication/vnd.oasis.opendocument.spreadsheet`, 'workbook'],
  [`${latin1(0x50, 0x4b, 3, 4)}word/document.xml`, 'Word'],
  [`${latin1(0x50, 0x4b, 3, 4)}tickets.csv`, 'zip archive'],
  [latin1(0xd0, 0xcf, 0x11, 0xe0, 0xa1), 'Microsoft Office'],
  [utf8(0xd0, 0xcf, 0x11, 0xe0, 0xa1), 'Microsoft Office'],
  [latin1(0x1f, 0x8b, 8, 0), 'gzip'],
])('%j is named as a %s', (text, what) => {
  expect(findForeignFile(text)?.what).toContain(what)
})

test.each([
  'id,text\n1,<p>hello</p>',
  '<p>I love it</p>\n<p>It is slow</p>',
  '<b>Hi</b> I think it breaks',
  '<3 this app',
  'From the start I liked it in 2024',
  'Received it broken, again',
  'PK is my name',
  '- Export: it is slow\n- Search: it froze',
  'Interviewer: What do you use?\nAnn: A sheet of paper.\n',
  'Ann:\nI copy it by hand\n\nBob:\nMe too',
  'Problems:\n- it is slow\n- it froze',
  '---\ntitle: Notes\n---\nI copy it by hand',
  'subject: Hello\nI copy it by hand',
  '{"feed": {"entry": []}}',
  '',
])('%j may be a table or a text', (text) => {
  expect(findForeignFile(text)).toBeNull()
})
