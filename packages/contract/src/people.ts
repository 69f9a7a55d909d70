import { initContract } from '@ts-rest/core'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import {
  about,
  email,
  id,
  idempotencyHeaders,
  language,
  line,
  name,
  notes,
  notifyQuery,
  optionalEmail,
  optionalName,
  optionalPhone,
  pageQuery,
  timestamp,
  updatedSince,
  version,
} from './fields.ts'
import { because } from './issues.ts'
import { channel, message } from './messages.ts'
import { personDetails } from './person-details.ts'
import { aboutAnswer } from './questions.ts'
import { inEventStates } from './rules/in-event.ts'
import { plans, reads, viewsPeople } from './rules/route-access.ts'
import { LIMITS } from './rules/text.ts'
import { assignmentStatus, cancellation, inviteMethod, otherPhone } from './shifts.ts'
import { tagNames } from './tags.ts'
import { offerExpiresAt, waitingStatus } from './waiting-list.ts'

const c = initContract()

const personLanguage = language.describe("Of messages to the person. Null: the organization's.").nullable()

const shiftsThatAre = (what: string, example: number) =>
  z
    .int()
    .nonnegative()
    .meta({ description: `Shifts ${what}.`, examples: [example] })

const inEvent = z
  .object({
    confirmed: shiftsThatAre('on which the person is CONFIRMED', 2),
    asked: shiftsThatAre('to which they are invited and can still answer', 1),
    expired: shiftsThatAre('to which they were invited and did not answer in time', 0),
    not_asked: shiftsThatAre('for which they are picked and not asked yet', 0),
    declined: shiftsThatAre('that they DECLINED', 0),
    absent: shiftsThatAre('on which they were ABSENT', 0),
  })
  .meta({ id: 'InEvent', description: 'How many shifts of the event a person has in each state.' })

export const person = z
  .object({
    id,
    first_name: z.string().meta(about.first_name),
    last_name: z.string().meta(about.last_name),
    email: z
      .string()
      .meta({ ...about.email, description: 'The e-mail address. Null: only a phone number is known (D59).' })
      .nullable(),
    phone: z.string().meta(about.phone).nullable(),
    child_team: z.string().meta(about.child_team).nullable(),
    notes: z.string().meta(about.person_notes).nullable(),
    language: personLanguage,
    tags: z.array(z.string()).meta(about.tags),
    has_unread: z
      .boolean()
      .describe('Whether an SMS from the person has not been read. In lists only.')
      .optional(),
    lookalike_id: id
      .describe(
        'Among those listed: the entry with this name and address in another spelling, who may be the same person.',
      )
      .optional(),
    in_event: inEvent
      .describe('With `event_id` in lists: their shifts of that event. Left out of who has none.')
      .optional(),
    planned_minutes: z
      .int()
      .nonnegative()
      .meta({
        description:
          'With `include=hours` in lists: minutes planned in this calendar year, of shifts on which they are CONFIRMED or ABSENT (D56). Left out of who has none.',
        examples: [690],
      })
      .optional(),
    version,
  })
  .meta({ id: 'Person', description: 'A volunteer of an organization.' })

export type Person = z.infer<typeof person>

const personFields = {
  phone: optionalPhone.meta(about.typed_phone).optional(),
  child_team: optionalName.meta(about.child_team).optional(),
  notes: notes.meta(about.person_notes).optional(),
  language: personLanguage.optional(),
  tags: tagNames
    .max(LIMITS.tags_of_person)
    .meta({ ...about.tags, description: 'All tags of the person. Unknown ones are made (D53).' })
    .optional(),
}

export const newPersonFields = {
  first_name: name.meta(about.first_name),
  last_name: name.meta(about.last_name),
  email: optionalEmail
    .meta({ ...about.email, description: 'The e-mail address. Needed without a phone number (D59).' })
    .optional(),
  ...personFields,
}

/** D59: for `refine`. */
export const hasContact = (given: { email?: string | null | undefined; phone?: string | null | undefined }) =>
  Boolean(given.email || given.phone)
export const needsContact = { error: because('needs_contact'), path: ['email'] }

export const newPerson = z.object(newPersonFields).refine(hasContact, needsContact).meta({ id: 'NewPerson' })

export const personChange = z
  .object({
    first_name: name.meta(about.first_name).optional(),
    last_name: name.meta(about.last_name).optional(),
    email: optionalEmail.meta(about.email).optional(),
    ...personFields,
    version: version.optional(),
  })
  .meta({ id: 'PersonChange' })

const address = z.string().meta({
  description: 'E-mail address or phone number.',
  examples: about.email.examples,
})

const exportedShift = {
  event: z
    .object({
      name: z.string().meta(about.event_name),
      location: z.string().meta(about.location).nullable(),
      time_zone: z.string().meta(about.time_zone),
    })
    .describe('The event of the shift.'),
  role: z.object({ name: z.string().meta(about.role_name) }).describe('The role of the shift.'),
  start_dt: timestamp.meta(about.start_dt),
  end_dt: timestamp.meta(about.end_dt),
}

const termsVersion = z
  .string()
  .meta({ description: 'The version of the terms that was accepted.', examples: ['1.3'] })

/** Everything that is stored about a person (D33). */
export const personExport = z
  .object({
    exported_at: timestamp.describe('When the export was made (ISO 8601, UTC).'),
    organization: z
      .object({ id, name: z.string().meta(about.organization_name) })
      .describe('The organization that stores it.'),
    person: person
      .omit({ version: true, has_unread: true, in_event: true, planned_minutes: true })
      .extend({ created_at: timestamp.describe('When the person was added (ISO 8601, UTC).') })
      .describe('The person.'),
    shifts: z
      .array(
        z.object({
          ...exportedShift,
          status: assignmentStatus,
          source: z
            .enum(['admin', 'signup'])
            .describe('`admin`: assigned by an administrator; `signup`: by the public form.'),
          invite_sent_at: timestamp.describe('When the invitation was last sent.').nullable(),
          invite_method: inviteMethod.nullable(),
          responded_at: timestamp.describe('When the person answered.').nullable(),
          other_phone: z.string().meta(otherPhone).nullable(),
          note: z.string().meta(about.signup_note).nullable(),
          is_minor: z.boolean().describe('Whether the person was under 16 (D54).'),
          ...cancellation,
          terms_version: termsVersion.nullable(),
          terms_accepted_at: timestamp.describe('When the terms were accepted.').nullable(),
          created_at: timestamp.describe('When the assignment was made.'),
        }),
      )
      .describe('By start.'),
    waiting: z
      .array(
        z.object({
          ...exportedShift,
          status: waitingStatus,
          queued_at: timestamp.describe('Since when the person is in line.'),
          offer_expires_at: offerExpiresAt,
          other_phone: z.string().meta(otherPhone).nullable(),
          terms_version: termsVersion,
          terms_accepted_at: timestamp.describe('When the terms were accepted.'),
          created_at: timestamp.describe('When the place in line was first asked for.'),
        }),
      )
      .describe('Places in waiting lists, by start of the shift.'),
    answers: z
      .array(
        z.object({
          event: z.object({ name: z.string().meta(about.event_name) }).describe('The event that asked.'),
          ...aboutAnswer,
          created_at: timestamp.describe('When it was answered.'),
        }),
      )
      .describe(
        'Answers to questions of events, the oldest first, with those that were replaced by later ones.',
      ),
    requests: z
      .array(
        z.object({
          ...exportedShift,
          phone: z.string().meta(about.phone),
          note: z.string().meta(about.signup_note).nullable(),
          is_minor: z.boolean().describe('Whether the person was said to be under 16 (D54).'),
          answers: z.array(z.object(aboutAnswer)).describe('Answers to questions of the event (D51).'),
          terms_version: termsVersion,
          created_at: timestamp.describe('When it was asked; the terms were accepted then.'),
        }),
      )
      .describe('Sign-ups that wait for an answer (D52), by start of the shift.'),
    email_changes: z
      .array(
        z.object({
          former_email: z.string().meta(about.email),
          new_email: z.string().meta(about.email),
          created_at: timestamp.describe('When it was asked for.'),
          expires_at: timestamp.describe('Until when it could be confirmed.'),
          confirmed_at: timestamp.describe('When it was confirmed.').nullable(),
          undone_at: timestamp.describe('When the former address took it back.').nullable(),
          phone_changed_at: timestamp
            .describe('When the phone number was changed meanwhile, on the same page.')
            .nullable(),
          former_phone: z.string().meta(about.phone).nullable(),
          new_phone: z.string().meta(about.phone).nullable(),
        }),
      )
      .describe('Changes of the e-mail address that the person has asked for, of the last 30 days.'),
    messages: z
      .array(
        message.extend({
          address,
          language: z.string().meta({ description: 'Language of the message.', examples: ['sv'] }),
        }),
      )
      .describe('Sent and received, oldest first.'),
    opt_outs: z
      .array(
        z.object({
          channel,
          address,
          reason: z
            .string()
            .meta({ description: 'Why nothing is sent there any more.', examples: ['unsubscribe'] }),
          created_at: timestamp.describe('Since when.'),
        }),
      )
      .describe('Where messages have been stopped.'),
  })
  .meta({ id: 'PersonExport', description: 'Everything that is stored about a person.' })

export type PersonExport = z.infer<typeof personExport>

const peopleQuery = z.object({
  q: line(200)
    .meta({
      description:
        'Words that name, team and e-mail address contain, all of them, or digits of the phone number. Case, accents and kinds of apostrophes and hyphens do not matter.',
      examples: ['åsa öberg'],
    })
    .optional(),
  email: email
    .meta({
      description: 'Exactly this e-mail address. Case does not matter.',
      examples: about.email.examples,
    })
    .optional(),
  updated_since: updatedSince,
  tag: line(LIMITS.tag)
    .meta({ description: 'Only who has this tag. Case does not matter (D53).', examples: ['Kitchen'] })
    .optional(),
  has_email: z
    .enum(['true', 'false'])
    .describe('`false`: only who has no e-mail address and is reached by SMS only (D59).')
    .optional(),
  event_id: id.describe('Adds `in_event`: the shifts that each has in this event.').optional(),
  in_event: z
    .enum(inEventStates)
    .describe(
      'Only who, in the event of `event_id`: `on_shift`, is CONFIRMED on a shift; `unanswered`, was invited and has not answered for one; `never_asked`, was invited to none and has answered none.',
    )
    .optional(),
  answer: line(150)
    .meta({
      description:
        'Only who has answered a question of the event of `event_id` so, last: its id, a colon, and the text, an option, `true` or `false` (D51).',
      examples: ['019b2f6e-4c1a-7d20-9f3e-5a6b7c8d9e01:M'],
    })
    .optional(),
  include: z.enum(['hours']).describe('Adds `planned_minutes`.').optional(),
  ...pageQuery,
})

const byId = z.object({ id: id.describe('The person.') })

const personPage = person
  .omit({ has_unread: true, lookalike_id: true, in_event: true, planned_minutes: true })
  .extend({ ...personDetails, email_bounced: z.boolean().meta(about.email_bounced) })
  .meta({ id: 'PersonPage', description: 'A volunteer, with all they are and were asked for.' })

export type PersonPage = z.infer<typeof personPage>

export const people = c.router({
  listPeople: endpoint('GET /admin/people', {
    access: viewsPeople,
    summary: "List the organization's people",
    description:
      'All people of the organization, in a stable order. Sort by name in the language of your reader. With `limit` they come in pages, in the order in which they were added, and the header `Total-Count` says how many the filters find. Members who see no contacts may only filter by `q` (D69).',
    refuses: ['role_forbidden'],
    has_etag: true,
    has_total: true,
    query: peopleQuery,
    responses: { 200: z.array(person) },
  }),
  getPerson: endpoint('GET /admin/people/:id', {
    access: reads,
    summary: 'Get a person',
    description:
      'With their shifts of all events, places in line and hours. Messages are at `/admin/people/{id}/messages`.',
    refuses: ['person_not_found'],
    pathParams: byId,
    responses: { 200: personPage },
  }),
  createPerson: endpoint('POST /admin/people', {
    access: plans,
    log: ['person.added'],
    summary: 'Add a person',
    description: 'A person is unique by e-mail address, first name and last name. Nothing is sent to them.',
    refuses: ['person_exists', 'person_not_found', 'limit_reached'],
    headers: idempotencyHeaders,
    body: newPerson,
    responses: { 201: person },
  }),
  updatePerson: endpoint('PUT /admin/people/:id', {
    access: plans,
    log: ['person.changed'],
    summary: 'Change a person',
    description:
      'What is left out stays; `null` or an empty text clears. Personal links that were sent to a contact that changes stop working, and new ones are sent.',
    refuses: ['person_not_found', 'person_exists', 'changed_elsewhere', 'daily_cap_reached', 'limit_reached'],
    pathParams: byId,
    query: notifyQuery,
    body: personChange,
    responses: { 200: person },
  }),
  getSentLinks: endpoint('GET /admin/people/:id/sent-links', {
    access: reads,
    summary: 'Count the links that a change of contact would replace',
    description:
      'How many personal links would be sent anew if the e-mail address or the phone number changed.',
    refuses: ['person_not_found'],
    pathParams: byId,
    responses: {
      200: z
        .object({
          email: z
            .int()
            .nonnegative()
            .meta({ description: 'Links that were sent to the e-mail address.', examples: [2] }),
          phone: z
            .int()
            .nonnegative()
            .meta({ description: 'Links that were sent to the phone number.', examples: [0] }),
        })
        .meta({ id: 'SentLinks' }),
    },
  }),
  deletePerson: endpoint('DELETE /admin/people/:id', {
    access: plans,
    log: ['person.erased'],
    summary: 'Erase a person',
    description:
      'Their assignments are deleted; of shifts that are over the totals stay. They are told of coming shifts unless `notify` is `false`.',
    refuses: ['person_not_found', 'daily_cap_reached'],
    pathParams: byId,
    query: notifyQuery,
    body: c.noBody(),
    responses: { 204: c.noBody() },
  }),
  exportPerson: endpoint('GET /admin/people/:id/export', {
    access: reads,
    summary: 'Export a person',
    description: 'Everything that is stored about a person, to hand it to them.',
    refuses: ['person_not_found'],
    pathParams: byId,
    responses: { 200: personExport },
  }),
})
