import { z } from 'zod'
import { id, listOf, requiredLine, text } from './fields.ts'
import { because } from './issues.ts'
import { hasOptions, questionKinds } from './rules/question-kind.ts'
import { LIMITS } from './rules/text.ts'

const questionKind = z.enum(questionKinds).meta({
  id: 'QuestionKind',
  description: '`text`; `choice`: one of the options; `many`: any of the options; `yes_no`: true or false.',
})

const label = { description: 'What is asked.', examples: ['T-shirt size'] }
const option = { description: 'An answer to choose.', examples: ['M'] }
const required = z.boolean().describe('Whether nobody can sign up without an answer.')
const role_ids = 'The roles whose volunteers are asked. None: everybody.'
const delete_after_event = z
  .boolean()
  .describe('Whether the answers are deleted seven days after the end of the event.')

export const question = z
  .object({
    id,
    kind: questionKind,
    label: z.string().meta(label),
    options: z.array(z.string().meta(option)).describe('For `choice` and `many`; else empty.'),
    required,
    role_ids: z.array(id).describe(role_ids),
    delete_after_event,
  })
  .meta({ id: 'Question', description: 'What an event asks its volunteers when they sign up (D51).' })

export const questions = z.array(question).describe('What volunteers are asked when they sign up, in order.')

const givenQuestion = z
  .strictObject({
    id: id.describe('That of a question that stays. Without it the question is new.').optional(),
    kind: questionKind,
    label: requiredLine(LIMITS.question).meta(label),
    options: listOf(requiredLine(LIMITS.option).meta(option), { max: LIMITS.options })
      .refine((options) => new Set(options).size === options.length, because('named_twice'))
      .describe('2 to 20 different ones for `choice` and `many`; else none.')
      .optional(),
    required: required.optional(),
    role_ids: listOf(id, { max: LIMITS.batch_items }).describe(role_ids).optional(),
    delete_after_event: delete_after_event.optional(),
  })
  .refine(({ kind, options = [] }) => (hasOptions(kind) ? options.length >= 2 : options.length === 0), {
    error: because('options_of_kind'),
    path: ['options'],
  })
  .meta({ id: 'GivenQuestion' })

export const givenQuestions = listOf(givenQuestion, { max: LIMITS.questions }).describe(
  'All questions of the event, in order. One that is left out is deleted; its answers stay.',
)

export type GivenQuestions = z.output<typeof givenQuestions>

const answerValue = z.union([
  z.boolean(),
  text(LIMITS.answer),
  listOf(text(LIMITS.option), { max: LIMITS.options }),
])

export const givenAnswers = listOf(
  z
    .strictObject({
      question_id: id.describe('The question.'),
      value: answerValue.meta({
        description:
          'Of `text` at most 1,000 characters; of `choice` an option; of `many` a list of options; of `yes_no` true or false.',
        examples: ['M'],
      }),
    })
    .meta({ id: 'GivenAnswer' }),
  { max: LIMITS.questions },
).describe('Answers to questions of the event for these roles. An empty one is none.')

/** A stored answer. */
export const storedValue = z
  .union([z.boolean(), z.string(), z.array(z.string())])
  .meta({ description: 'The answer, as its kind has it.', examples: ['M'] })

export const aboutAnswer = {
  question_id: id.describe('The question, which may have been changed or deleted since.'),
  kind: questionKind.describe('Its kind when it was answered.'),
  label: z.string().meta({ ...label, description: 'What was asked.' }),
  value: storedValue,
}
