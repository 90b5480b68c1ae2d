import { expect, test } from 'vitest'
import { fillTemplate, findTemplateFault } from './webhook-template.ts'

const values = {
  title: 'A "quoted"\ntitle {{url}} \\',
  url: 'https://a.test/?x=1&y=2',
  score: 71,
  community: 'SaaS',
  source: 'reddit',
  reason: 'I would pay',
  excerpt: 'I waste hours',
  watch: 'invoices',
  date: '2026-01-01T00:00:00.000Z',
}

test.each([
  ['{"message": "{{title}}", "priority": 4}'],
  ['{"a": ["{{ title }} ({{score}})", {"b": null}], "c": true}'],
  ['["{{url}}"]'],
  ['{"text": "no placeholder"}'],
])('%s is right', (template) => {
  expect(findTemplateFault(template)).toBeNull()
})

test.each([
  ['', 'Write the JSON to send'],
  ['  ', 'Write the JSON to send'],
  ['{"a": {{title}}}', 'This is not JSON in line 1, at character 8. Placeholders must be within quotes'],
  ['{\n  "a": "b",\n  "c" 1\n}', 'in line 3, at character 7'],
  ['{"a": "{{titel}}"}', '{{titel}} is not known. There are {{title}}, {{url}}'],
  ['{"a": {"b": ["x", "{{author}}"]}}', '{{author}} is not known'],
  ['{"a": "{{title}"}', 'A placeholder starts with {{ and ends with }}.'],
  ['{"a": "title}}"}', 'A placeholder starts with {{ and ends with }}.'],
  ['{"{{title}}": 1}', 'Placeholders can be used in values, but not in names.'],
  ['"{{title}}"', 'A template is a JSON object'],
  ['null', 'A template is a JSON object'],
  [`{"a": "${'x'.repeat(4000)}"}`, 'at most 4000 characters'],
])('%s is told to be wrong', (template, fault) => {
  expect(findTemplateFault(template)).toContain(fault)
})

test('values of a post are escaped, add no fields and are not filled again', () => {
  const filled = fillTemplate('{"t": "{{title}} - {{ url }}", "n": ["{{score}}"], "s": "{{score}}!"}', values)
  expect(JSON.parse(filled)).toEqual({ t: `${values.title} - ${values.url}`, n: [71], s: '71!' })
})
