import { z } from 'zod'
import en from './texts/en.ts'

export type ErrorCode = keyof typeof en.errors

/** Open enumeration: the known codes are listed, and a client must expect others (docs/decisions/0019). */
export const errorCode = z.string().meta({
  id: 'ErrorCode',
  description: 'What was refused, for programs. New codes may be added: treat an unknown one by its status.',
  examples: ['shift_full'],
  type: undefined,
  anyOf: [{ type: 'string', enum: Object.keys(en.errors) }, { type: 'string' }],
})

/** Key of a sentence that is sent instead of the code's own. */
export type SpecificError = keyof typeof en.specific_errors

const opensAt = {
  opens_at: z
    .string()
    .meta({
      description: 'When sign-up opens: with `signup_not_open`.',
      format: 'date-time',
      examples: ['2027-05-01T06:00:00.000Z'],
    })
    .optional(),
}

const movedTimes = {
  start_dt: z
    .string()
    .meta({
      description: 'The start that the shift has now: with `shift_moved`.',
      format: 'date-time',
      examples: ['2027-06-19T08:00:00.000Z'],
    })
    .optional(),
  end_dt: z
    .string()
    .meta({
      description: 'The end that the shift has now: with `shift_moved`.',
      format: 'date-time',
      examples: ['2027-06-19T12:00:00.000Z'],
    })
    .optional(),
}

/** D42 */
export const refusedShift = z.object({
  shift_id: z.string().meta({
    description: 'The shift.',
    format: 'uuid',
    examples: ['019b2f6e-4c1a-7d20-9f3e-5a6b7c8d9e02'],
  }),
  code: errorCode,
  person: z
    .int()
    .meta({ description: 'Which of `people` it is about, from 0; of several only (D54).', examples: [1] })
    .optional(),
  ...movedTimes,
})

/** Body of every error (D2). It has details only where D2 names them. */
export const errorBody = z
  .object({
    error: z.string().meta({
      description: 'A sentence for people, in the language of `Accept-Language`.',
      examples: ['All places on this shift have just been taken.'],
    }),
    code: errorCode,
    person_id: z
      .string()
      .meta({
        description:
          'The person who stands in the way: with `schedule_conflict` and `already_assigned`, of several who are asked, and with `person_exists` for administrators.',
        format: 'uuid',
        examples: ['019b2f6e-4c1a-7d20-9f3e-5a6b7c8d9e04'],
      })
      .optional(),
    issues: z
      .array(
        z.object({
          path: z.string().meta({
            description: 'The field, with dots for nested ones. Begins with `query` or `headers` for those.',
            examples: ['email'],
          }),
          message: z.string().meta({
            description: 'What is wrong with it, in the language of `Accept-Language`.',
            examples: ['Not an e-mail address'],
          }),
          code: errorCode.describe('Why the row was refused: with `batch_refused`.').optional(),
          person_id: z
            .string()
            .meta({
              description: 'The person who stands in the way: with `schedule_conflict`.',
              format: 'uuid',
              examples: ['019b2f6e-4c1a-7d20-9f3e-5a6b7c8d9e04'],
            })
            .optional(),
          shift_id: z
            .string()
            .meta({
              description: 'Their other shift: with `schedule_conflict`.',
              format: 'uuid',
              examples: ['019b2f6e-4c1a-7d20-9f3e-5a6b7c8d9e02'],
            })
            .optional(),
        }),
      )
      .describe('What is wrong with which field, or row: with `validation` and `batch_refused`.')
      .optional(),
    refused: z
      .array(refusedShift)
      .describe('Why no place was taken on which shift: with `none_taken`.')
      .optional(),
    ...movedTimes,
    ...opensAt,
    limit: z
      .number()
      .meta({ description: 'How many there may be: with `limit_reached`.', examples: [5_000] })
      .optional(),
    retry_after: z
      .number()
      .meta({
        description: 'Seconds after which to try again: with 429 and 503, as in the header `Retry-After`.',
        examples: [30],
      })
      .optional(),
  })
  .meta({ id: 'Error', description: 'Every refusal has this body.' })

export type ErrorBody = z.infer<typeof errorBody>
