import { expect, test } from 'vitest'
import { findLanguage } from './find-language.ts'

test.each([
  ['de', 'Ich suche ein Programm, das meine Rechnungen automatisch verschickt und Mahnungen schreibt.'],
  ['es', 'Busco una herramienta para gestionar las facturas de mi negocio'],
  ['fr', 'Exporter les factures ne marche pas'],
  ['pt', 'Procuro uma ferramenta para controlar as faturas da minha empresa'],
  ['nl', 'Ik zoek een programma voor mijn facturen dat niet te duur is'],
  ['tr', 'İşletmem için faturaları yöneten bir program arıyorum'],
  ['ru', 'Я ищу программу для счетов'],
  ['zh', '我在找一个可以管理发票的软件'],
  ['ja', '請求書を管理するツールを探しています'],
  ['ja', 'Aを使う'],
  ['ja', 'I を削除したい'],
  ['ja', 'THE アプリが落ちる'],
  ['ko', 'a 앱이 자꾸 꺼져요'],
  ['und', 'Tôi đang tìm phần mềm quản lý hóa đơn cho cửa hàng nhỏ'],
  [
    'de',
    'App gut\n\nWer kann mir sagen, wie ich die Rechnung nicht per Hand an QuickBooks schicken muss? https://example.com/the/way/to/do/it',
  ],
])('%s is found: %s', (language, text) => {
  expect(findLanguage(text)).toBe(language)
})

test.each([
  '',
  '👍👍👍',
  '4711',
  'App crashes on export',
  '12 volt camper van fridge setup',
  'iPhone SE cheaper than iPhone Pro',
  'AMA: Ben Horowitz, startup fundraising',
  'Men workout 20 min full body',
  'Exports fail constantly, support slow, refund please',
  'Invoice total wrong after VAT update',
  'Klarna Zahlung checkout fails with error 500',
  'Zapier HubSpot Airtable Notion Slack integration broken',
  'Right v. Wrong: Netflix Regains 600,000 U.S. Subscribers',
  'How do I translate "Ich suche ein Programm für Rechnungen" for my German customers?',
  'résumé builder café naïve',
  'What is 東京大学教授会議室?',
])('a text that is English, or too short to decide, counts as English: %s', (text) => {
  expect(findLanguage(text)).toBeNull()
})
