import { initContract } from '@ts-rest/core'
import { z } from 'zod'
import {
  email,
  id,
  language,
  name,
  notes,
  notifyQuery,
  optionalName,
  optionalPhone,
  version,
} from './fields.ts'
import { routes } from './routes.ts'

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

const byId = z.object({ id })

export const people = c.router({
  listPeople: {
    ...routes.people.listPeople,
    summary: "The organisation's people",
    responses: { 200: z.array(person) },
  },
  createPerson: {
    ...routes.people.createPerson,
    summary: 'Add a person',
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
    summary: 'Remove a person and their assignments',
    pathParams: byId,
    query: notifyQuery,
    body: c.noBody(),
    responses: { 204: c.noBody() },
  },
})
