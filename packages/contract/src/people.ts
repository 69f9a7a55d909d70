import { initContract } from '@ts-rest/core'
import { z } from 'zod'
import {
  email,
  id,
  idempotencyHeaders,
  language,
  name,
  notes,
  notifyQuery,
  optionalName,
  optionalPhone,
  pageQuery,
  text,
  version,
} from './fields.ts'
import { channel, message } from './messages.ts'
import { routes } from './routes.ts'
import { assignmentStatus, inviteMethod } from './shifts.ts'

const c = initContract()

export const person = z.object({
  id,
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  child_team: z.string().nullable(),
  notes: z.string().nullable(),
  language: language.nullable(),
  version,
})

export type Person = z.infer<typeof person>

const personFields = {
  phone: optionalPhone.optional(),
  child_team: optionalName.optional(),
  notes: notes.optional(),
  language: language.nullable().optional(),
}

export const newPerson = z.object({ first_name: name, last_name: name, email, ...personFields })

export const personChange = z.object({
  first_name: name.optional(),
  last_name: name.optional(),
  email: email.optional(),
  ...personFields,
  version: version.optional(),
})

const moment = z.string().nullable()

/** D33: everything that is stored about a person. */
export const personExport = z.object({
  exported_at: z.string(),
  organization: z.object({ id, name: z.string() }),
  person: person.omit({ version: true }).extend({ created_at: z.string() }),
  /** By start. */
  shifts: z.array(
    z.object({
      event: z.object({ name: z.string(), location: z.string().nullable(), time_zone: z.string() }),
      role: z.object({ name: z.string() }),
      start_dt: z.string(),
      end_dt: z.string(),
      status: assignmentStatus,
      source: z.enum(['admin', 'signup']),
      invite_sent_at: moment,
      invite_method: inviteMethod.nullable(),
      responded_at: moment,
      other_phone: z.string().nullable(),
      terms_version: z.string().nullable(),
      terms_accepted_at: moment,
      created_at: z.string(),
    }),
  ),
  /** Sent and received, oldest first. */
  messages: z.array(message.extend({ address: z.string(), language: z.string() })),
  opt_outs: z.array(z.object({ channel, address: z.string(), reason: z.string(), created_at: z.string() })),
})

export type PersonExport = z.infer<typeof personExport>

const peopleQuery = z.object({
  q: text(200)
    .describe('Words that the name or the e-mail address contains, all of them. Case does not matter.')
    .optional(),
  email: email.describe('Exactly this e-mail address. Case does not matter.').optional(),
  ...pageQuery,
})

const byId = z.object({ id })

export const people = c.router({
  listPeople: {
    ...routes.people.listPeople,
    summary: "The organisation's people",
    query: peopleQuery,
    responses: { 200: z.array(person) },
  },
  createPerson: {
    ...routes.people.createPerson,
    summary: 'Add a person',
    headers: idempotencyHeaders,
    body: newPerson,
    responses: { 201: person },
  },
  updatePerson: {
    ...routes.people.updatePerson,
    summary:
      'Change a person; links sent to a contact that changes stop working, and new ones are sent (D17)',
    pathParams: byId,
    query: notifyQuery,
    body: personChange,
    responses: { 200: person },
  },
  getSentLinks: {
    ...routes.people.getSentLinks,
    summary: 'How many links would be sent anew if the e-mail address or the phone number changed (D17)',
    pathParams: byId,
    responses: { 200: z.object({ email: z.int().nonnegative(), phone: z.int().nonnegative() }) },
  },
  deletePerson: {
    ...routes.people.deletePerson,
    summary: 'Erase a person; totals of shifts that are over stay (D33)',
    pathParams: byId,
    query: notifyQuery,
    body: c.noBody(),
    responses: { 204: c.noBody() },
  },
  exportPerson: {
    ...routes.people.exportPerson,
    summary: 'Everything that is stored about a person (D33)',
    pathParams: byId,
    responses: { 200: personExport },
  },
})
