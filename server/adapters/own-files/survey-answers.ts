import { cutText } from '#contract/cut-text.ts'
import { limits } from '#contract/limits.ts'
import { isJsonObject } from '../json-value.ts'

/** An answer to a question of a survey. `isChoice` is true if it was chosen, not written. */
type Answer = { question: string; text: string; isChoice: boolean }

type Json = Record<string, unknown>
type ReadAnswer = (one: Json) => Answer | null

const textOf = (value: unknown): string => {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (Array.isArray(value)) return value.map(textOf).filter(Boolean).join('\n')
  return isJsonObject(value) ? Object.values(value).map(textOf).filter(Boolean).join(' ') : ''
}

const nameOf = (...names: unknown[]) =>
  names.map((name) => textOf(name).replaceAll(/\s+/gu, ' ').trim()).find((name) => name !== '') ?? ''

/** `{"type": "text", "text": ..., "field": {...}}` of Typeform. */
const ofField: ReadAnswer = ({ type, field, ...one }) => {
  if (typeof type !== 'string' || !isJsonObject(field) || !(type in one)) return null
  const value = one[type]
  const picked = isJsonObject(value) ? [value.label, value.labels, value.other] : value
  const known = nameOf(field.ref, field.id)
  const question = nameOf(field.title) || `${known} ${nameOf(field.type, type)}`.trim()
  return { question, text: textOf(picked), isChoice: /^(?:choices?|boolean)$/u.test(type) }
}

/** `{"label": ..., "type": ..., "value": ..., "options": [...]}` of Tally. */
const ofLabel: ReadAnswer = ({ label, type, value, options }) => {
  if (typeof label !== 'string' || typeof type !== 'string' || value === undefined) return null
  const chosen = Array.isArray(options) ? options.filter(isJsonObject) : null
  const picks = new Set(Array.isArray(value) ? value : [value])
  const text = chosen === null ? value : chosen.filter(({ id }) => picks.has(id)).map((one) => one.text)
  return { question: nameOf(label), text: textOf(text), isChoice: chosen !== null }
}

const control = /^control_/u
/** `{"text": the question, "type": "control_textarea", "answer": ...}` of Jotform, also without an answer. */
const ofControl: ReadAnswer = ({ text, name, type, answer }) => {
  if (typeof type !== 'string' || !control.test(type)) return null
  const isChoice = /radio|dropdown|checkbox|matrix|rating|scale/u.test(type)
  return { question: nameOf(text, name), text: textOf(answer), isChoice }
}

/** `{"questionId": ..., "textAnswers": {"answers": [{"value": ...}]}}` of Google Forms. */
const ofForms: ReadAnswer = ({ questionId, textAnswers }) => {
  if (typeof questionId !== 'string') return null
  const given = isJsonObject(textAnswers) && Array.isArray(textAnswers.answers) ? textAnswers.answers : []
  const values = given.map((one) => (isJsonObject(one) ? textOf(one.value) : ''))
  return { question: `question ${questionId}`, text: values.join('\n'), isChoice: values.length > 1 }
}

const partsOfPick =
  /^(?:text|simple_text|(?:choice|row|col|other)_id|tag_data|choice_metadata|content_type|score|is_correct)$/u
/** `{"id": ..., "heading": ..., "answers": [{"text": ...} or {"choice_id": ...}]}` of SurveyMonkey. */
const ofQuestion: ReadAnswer = ({ id, heading, answers, ...others }) => {
  if (!Array.isArray(answers) || answers.length === 0 || (id ?? heading) === undefined) return null
  if ('title' in others || 'body' in others || !answers.every(isJsonObject)) return null
  if (!answers.every((one) => Object.keys(one).every((name) => partsOfPick.test(name)))) return null
  const isChoice = answers.some((one) => 'choice_id' in one && !('other_id' in one))
  const texts = answers.map((one) => textOf(one.text ?? one.simple_text))
  return {
    question: nameOf(heading, `question ${textOf(id)}`),
    text: texts.filter(Boolean).join('\n'),
    isChoice,
  }
}

/** `{"question": ..., "answer": ...}`. */
const ofPair: ReadAnswer = ({ question, answer }) => {
  const named = isJsonObject(question)
    ? nameOf(question.text, question.title, question.label)
    : nameOf(question)
  return named === '' || answer === undefined
    ? null
    : { question: named, text: textOf(answer), isChoice: false }
}

const readers: readonly ReadAnswer[] = [ofField, ofLabel, ofControl, ofForms, ofQuestion, ofPair]

function readAnswers(list: readonly unknown[]): Answer[] | null {
  const answers: Answer[] = []
  for (const one of list) {
    if (!isJsonObject(one)) return null
    const read = readers.map((reader) => reader(one)).find((answer) => answer !== null)
    if (read === undefined || read === null) return null
    answers.push(read)
  }
  // Several answers to one question are rows of several people.
  const isOnePerson = new Set(answers.map(({ question }) => question)).size === answers.length
  return answers.length > 0 && isOnePerson ? answers : null
}

/** Leaves space for the suffixes. */
const longestName = limits.ownColumnCharacters - 20

/**
 * The answers of one person, from a list, an object whose keys are questions, or the pages of a survey. Null
 * for any other value.
 */
export function answersIn(value: unknown): Answer[] | null {
  const list = isJsonObject(value) ? Object.values(value) : value
  if (!Array.isArray(list) || list.length === 0 || !list.every(isJsonObject)) return null
  const pages = list.every((one) => Array.isArray(one.questions))
  return readAnswers(pages ? list.flatMap((one) => one.questions) : list)
}

/** The column and the cell of each answer that is not empty. A chosen answer is marked in its name. */
export function* answerCells(answers: readonly Answer[]): Generator<[string, string]> {
  for (const { question, text, isChoice } of answers) {
    if (text === '') continue
    yield [`${cutText(question, longestName)}${isChoice ? ' (choice)' : ''}`, text]
  }
}

/** Adds the titles of questions to the answers, for exports that list the questions separately. */
export function withQuestions(answers: unknown, definition: unknown): unknown {
  const fields = isJsonObject(definition) && Array.isArray(definition.fields) ? definition.fields : []
  const titles = new Map(fields.filter(isJsonObject).map(({ id, title }) => [id, title]))
  if (titles.size === 0 || !Array.isArray(answers)) return answers
  return answers.map((one) =>
    isJsonObject(one) && isJsonObject(one.field)
      ? { ...one, field: { title: titles.get(one.field.id), ...one.field } }
      : one,
  )
}
