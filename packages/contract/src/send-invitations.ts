import { z } from 'zod'
import { id, instant, language, listOf, optionalLine } from './fields.ts'
import { because } from './issues.ts'
import { MOST_SHIFTS_AT_ONCE } from './rules/shifts-at-once.ts'
import { LIMITS } from './rules/text.ts'
import { inviteMethod } from './shifts.ts'

/* Asking many people at once (D61). */

/** D31 */
export const unreachableCodes = [
  'no_contact_info',
  'number_not_allowed',
  'address_bounced',
  'opted_out',
] as const

export const failedInvite = z.object({
  person_id: id.describe('The person.'),
  code: z
    .enum([
      'assignment_not_found',
      'assignment_absent',
      'not_invited',
      'already_asked',
      'shift_over',
      'enough_today',
      ...unreachableCodes,
    ])
    .describe(
      'Why. `assignment_not_found`: taken off a shift. `assignment_absent`, `shift_over`: the shift has been. `not_invited`: has answered. `already_asked`: was asked and can still answer. `enough_today`: has got as many messages of the organization today as one may get. Otherwise no channel of the method reaches them.',
    ),
})

export type FailedInvite = z.infer<typeof failedInvite>

/** Refuses two messages to one person. */
const onePerPerson = <Invite extends z.ZodType<{ person_id: string }>>(invite: Invite) =>
  listOf(invite, { min: 1, max: LIMITS.person_ids }).refine(
    (list) => new Set(list.map(({ person_id }) => person_id)).size === list.length,
    because('named_twice'),
  )

const wording = {
  answer_by: instant
    .describe(
      'Until when they can answer, for each shift at most until its start (ISO 8601 with an offset). Left out: seven days.',
    )
    .optional(),
  own_line: optionalLine(LIMITS.own_line)
    .meta({
      description: 'A line of your own in the message. Null or left out: none.',
      examples: ['We would be so happy if you could!'],
    })
    .optional(),
  language: language.describe("Null or left out: each person's own language.").nullish(),
}

const invitedPerson = { person_id: id.describe('The person.'), method: inviteMethod }

export const invitations = z.object({
  invites: onePerPerson(
    z.strictObject({
      ...invitedPerson,
      assignment_ids: listOf(id, { min: 1, max: MOST_SHIFTS_AT_ONCE }).describe(
        "The person's assignments at the event about which the message asks.",
      ),
    }),
  ).describe('Whom to ask, each once, and how.'),
  ...wording,
})

/** Of people who need not be on the shifts yet. */
export const plannedInvitations = z.object({
  invites: onePerPerson(
    z.strictObject({
      ...invitedPerson,
      shift_ids: listOf(id, { min: 1, max: MOST_SHIFTS_AT_ONCE }).describe(
        'The shifts about which the message asks.',
      ),
    }),
  ).describe('Who would be asked, each once, and how.'),
  as_person_id: id.describe('Whose messages are shown: one of them.'),
  is_first_yes: z
    .boolean()
    .describe('`true`: as in an ask in which the first yes gets the place.')
    .optional(),
  ...wording,
})

export const invitationPreview = z
  .object({
    language: language.describe('The language of the messages of `as_person_id`.'),
    email: z
      .object({
        subject: z
          .string()
          .meta({ description: 'The subject.', examples: ['Can you help? Entrance, Fri 19 June'] }),
        text: z.string().meta({ description: 'The text.', examples: ['Can you help, Åsa?'] }),
      })
      .describe('The e-mail to `as_person_id`. Null where none would be sent.')
      .nullable(),
    sms: z
      .object({
        text: z.string().meta({ description: 'The text.', examples: ['Falun Festival: Can you help?'] }),
        characters: z.int().meta({ description: 'Characters.', examples: [120] }),
        segments: z.int().meta({ description: 'SMS segments, which are what is paid.', examples: [1] }),
      })
      .describe('The SMS to `as_person_id`. Null where none would be sent.')
      .nullable(),
    emails: z.int().meta({ description: 'E-mails to all of them.', examples: [3] }),
    texts: z.int().meta({ description: 'SMS to all of them.', examples: [2] }),
    sms_segments: z.int().meta({ description: 'Segments of all SMS together.', examples: [4] }),
    unreachable: z
      .array(
        failedInvite
          .pick({ person_id: true })
          .extend({ code: failedInvite.shape.code.extract(unreachableCodes) }),
      )
      .describe('Whom no channel of the method reaches.'),
  })
  .meta({ id: 'InvitationPreview', description: 'What would be sent now.' })

export type InvitationPreview = z.infer<typeof invitationPreview>
