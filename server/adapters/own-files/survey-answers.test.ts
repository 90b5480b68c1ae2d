import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { readOwnLines } from './read-own-lines.ts'

async function* once(text: string): AsyncGenerator<string> {
  yield text
}

async function read(given: unknown) {
  const rows = []
  for await (const row of readOwnLines(once(JSON.stringify(given)), { format: 'json', hasHeader: true })) {
    rows.push(row.problem ?? Object.fromEntries(row.cells))
  }
  return rows
}

const hardest = 'What is the hardest part of your week?'
const plan = 'Which plan are you on?'
const written = 'I retype the same invoices every Monday'
const field = (id: string, type: string) => ({ id, ref: `ref-${id}`, type })
const typed = [
  { type: 'text', text: written, field: field('q1', 'long_text') },
  { type: 'choice', choice: { label: 'Team plan' }, field: field('q2', 'multiple_choice') },
  { type: 'choices', choices: { labels: ['Excel', 'Mail'] }, field: field('q3', 'multiple_choice') },
  { type: 'number', number: 3, field: field('q4', 'nps') },
]
const definition = {
  title: 'Survey',
  fields: [
    { id: 'q1', title: hardest },
    { id: 'q2', title: plan },
  ],
}

const surveys: [string, object, object][] = [
  [
    'Typeform',
    { items: [{ response_id: 'r', answers: typed }], total_items: 1 },
    {
      response_id: 'r',
      'ref-q1 long_text': written,
      'ref-q2 multiple_choice (choice)': 'Team plan',
      'ref-q3 multiple_choice (choice)': 'Excel\nMail',
      'ref-q4 nps': '3',
    },
  ],
  [
    'a webhook of Typeform with the questions',
    { event_id: 'e', form_response: { token: 't', definition, answers: typed.slice(0, 2) } },
    { event_id: 'e', 'form_response.token': 't', [hardest]: written, [`${plan} (choice)`]: 'Team plan' },
  ],
  [
    'Tally',
    {
      eventId: 'e',
      data: {
        fields: [
          { key: 'a', label: hardest, type: 'TEXTAREA', value: written },
          {
            key: 'b',
            label: plan,
            type: 'DROPDOWN',
            value: ['2'],
            options: [
              { id: '1', text: 'Free' },
              { id: '2', text: 'Team' },
            ],
          },
          { key: 'c', label: 'Anything else?', type: 'TEXTAREA', value: null },
        ],
      },
    },
    { eventId: 'e', [hardest]: written, [`${plan} (choice)`]: 'Team' },
  ],
  [
    'Jotform',
    {
      content: [
        {
          id: '5',
          answers: {
            '1': { name: 'head', text: 'Survey', type: 'control_head' },
            '3': { name: 'hard', text: hardest, type: 'control_textarea', answer: written },
            '4': { name: 'plan', text: plan, type: 'control_radio', answer: 'Team plan' },
          },
        },
      ],
    },
    { id: '5', [hardest]: written, [`${plan} (choice)`]: 'Team plan' },
  ],
  [
    'Google Forms',
    {
      responses: [
        {
          responseId: 'r',
          answers: {
            '1a': { questionId: '1a', textAnswers: { answers: [{ value: written }] } },
            '2b': { questionId: '2b', textAnswers: { answers: [{ value: 'Excel' }, { value: 'Mail' }] } },
          },
        },
      ],
    },
    { responseId: 'r', 'question 1a': written, 'question 2b (choice)': 'Excel\nMail' },
  ],
  [
    'SurveyMonkey',
    {
      data: [
        {
          id: '9',
          pages: [
            { id: '1', questions: [{ id: '7', heading: hardest, answers: [{ text: written }] }] },
            {
              id: '2',
              questions: [{ id: '8', heading: plan, answers: [{ choice_id: '3', simple_text: 'Team' }] }],
            },
          ],
        },
      ],
    },
    { id: '9', [hardest]: written, [`${plan} (choice)`]: 'Team' },
  ],
  [
    'questions with answers',
    {
      id: 4,
      answers: [
        { question: hardest, answer: written },
        { question: { text: plan }, answer: 'Team' },
      ],
    },
    { id: '4', [hardest]: written, [plan]: 'Team' },
  ],
]

test.each(surveys)('each answer of a person is a column of one row: %s', async (_name, file, row) => {
  expect(await read(file)).toEqual([row])
})

test('several answers to one question are rows', async () => {
  const responses = [written, 'Nobody pays in time'].map((answer) => ({ question: hardest, answer }))
  expect(await read({ responses })).toEqual(responses)
})

test('questions of a forum with their answers are rows', async () => {
  const items = [{ id: 1, title: 'Why?', answers: [{ text: 'Because', id: 2 }] }]
  expect(await read({ items })).toHaveLength(1)
  expect(await read({ items })).toMatchObject([{ title: 'Why?' }])
})

test('the name of a column is as long as a mapping may say', async () => {
  const answers = [{ question: 'Why so long '.repeat(100), answer: written }]
  const [row] = await read([{ id: 1, answers }])
  expect(
    Object.keys(row ?? {})
      .map((name) => name.length)
      .every((long) => long <= limits.ownColumnCharacters),
  ).toBe(true)
})
