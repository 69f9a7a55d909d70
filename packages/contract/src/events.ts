import { initContract } from '@ts-rest/core'
import { z } from 'zod'
import {
  id,
  instant,
  location,
  name,
  notes,
  notifyQuery,
  optionalEmail,
  optionalPhone,
  timeZone,
  version,
} from './fields.ts'
import { organizerContact } from './organizations.ts'
import { routes } from './routes.ts'

const c = initContract()

/** D22: what the public page shows of a volunteer's name. */
export const publicNames = z.enum(['full', 'initial', 'hidden'])
export type PublicNames = z.infer<typeof publicNames>

export const role = z.object({
  id,
  event_id: id,
  name: z.string(),
  description: z.string().nullable(),
  shift_count: z.int().nonnegative(),
  version,
})

export type Role = z.infer<typeof role>

/** D37: sums over the event's shifts; `missing` is per shift, so an overfilled one hides no gap. */
export const coverage = z.object({
  needed: z.int(),
  confirmed: z.int(),
  pending: z.int(),
  asked: z.int(),
  not_asked: z.int(),
  expired: z.int(),
  declined: z.int(),
  missing: z.int(),
})

export const event = z.object({
  id,
  name: z.string(),
  description: z.string().nullable(),
  notes: z.string().nullable(),
  location: z.string().nullable(),
  event_date_start: z.string(),
  event_date_end: z.string(),
  time_zone: z.string(),
  public_names: publicNames,
  /** D41: shown instead of the organisation's. */
  contact_email: z.string().nullable(),
  contact_phone: z.string().nullable(),
  coverage,
  /** D21: distinct people INVITED or CONFIRMED on any shift. */
  people_count: z.int(),
  roles: z.array(role),
  version,
})

export type Event = z.infer<typeof event>

const eventFields = {
  description: notes.optional(),
  notes: notes.optional(),
  location: location.optional(),
  time_zone: timeZone.optional(),
  public_names: publicNames.optional(),
  contact_email: optionalEmail.optional(),
  contact_phone: optionalPhone.optional(),
}

export const newEvent = z.object({
  name,
  event_date_start: instant,
  event_date_end: instant,
  ...eventFields,
})

export const eventChange = z.object({
  name: name.optional(),
  event_date_start: instant.optional(),
  event_date_end: instant.optional(),
  ...eventFields,
  /** D21: the shifts move by as many days as the start of the event; otherwise they stay. */
  move_shifts: z.boolean().optional(),
  version: version.optional(),
})

export const newRole = z.object({ name, description: notes.optional() })
export const roleChange = z.object({
  name: name.optional(),
  description: notes.optional(),
  version: version.optional(),
})

/** A volunteer as the public page names them; `person_id` is the assignment's id (D22). */
export const publicPerson = z.object({
  person_id: id,
  first_name: z.string(),
  last_name: z.string(),
})

export const publicShift = z.object({
  id,
  role_id: id,
  start_dt: z.string(),
  end_dt: z.string(),
  required_qty: z.int(),
  spots_left: z.int(),
  assigned_count: z.int(),
  assigned_people: z.array(publicPerson),
})

export type PublicShift = z.infer<typeof publicShift>

export const publicEvent = z.object({
  id,
  name: z.string(),
  description: z.string().nullable(),
  notes: z.string().nullable(),
  location: z.string().nullable(),
  event_date_start: z.string(),
  event_date_end: z.string(),
  time_zone: z.string(),
  public_names: publicNames,
  organization: z.object({ name: z.string() }),
  contact: organizerContact,
  /** Database time of the read; clients drop older states. */
  as_of: z.string(),
  /** Roles that have shifts. */
  roles: z.array(
    z.object({
      id,
      name: z.string(),
      description: z.string().nullable(),
      shifts: z.array(publicShift),
    }),
  ),
})

export type PublicEvent = z.infer<typeof publicEvent>

/** Names the event of a public request; the specification's client sends it, the server does not read it. */
export const eventIdHeader = { 'event-id': z.string().max(100).optional() }

const byId = z.object({ id })
const byRole = z.object({ id, roleId: id })

export const events = c.router({
  listEvents: {
    ...routes.events.listEvents,
    summary: 'The events of the organisation with their roles and coverage',
    responses: { 200: z.object({ events: z.array(event) }) },
  },
  getEvent: {
    ...routes.events.getEvent,
    summary: 'One event',
    pathParams: byId,
    responses: { 200: event },
  },
  createEvent: {
    ...routes.events.createEvent,
    summary: 'Add an event',
    body: newEvent,
    responses: { 201: event },
  },
  updateEvent: {
    ...routes.events.updateEvent,
    summary: 'Change an event; a new time zone keeps the wall-clock times (D25)',
    pathParams: byId,
    query: notifyQuery,
    body: eventChange,
    responses: { 200: event },
  },
  deleteEvent: {
    ...routes.events.deleteEvent,
    summary: 'Remove an event with its roles, shifts and assignments',
    pathParams: byId,
    query: notifyQuery,
    body: c.noBody(),
    responses: { 204: c.noBody() },
  },
  listRoles: {
    ...routes.events.listRoles,
    summary: 'The roles of an event',
    pathParams: byId,
    responses: { 200: z.object({ roles: z.array(role) }) },
  },
  createRole: {
    ...routes.events.createRole,
    summary: 'Add a role to an event',
    pathParams: byId,
    body: newRole,
    responses: { 201: role },
  },
  updateRole: {
    ...routes.events.updateRole,
    summary: 'Change a role',
    pathParams: byRole,
    body: roleChange,
    responses: { 200: role },
  },
  deleteRole: {
    ...routes.events.deleteRole,
    summary: 'Remove a role and its empty shifts; refused while anybody is assigned (D21)',
    pathParams: byRole,
    body: c.noBody(),
    responses: { 204: c.noBody() },
  },
  getLastEvent: {
    ...routes.events.getLastEvent,
    summary: 'The event this user looked at last in this organisation',
    responses: { 200: z.object({ last_event_id: id.nullable() }) },
  },
  setLastEvent: {
    ...routes.events.setLastEvent,
    summary: 'Remember the event this user looks at',
    body: z.object({ event_id: id.nullable() }),
    responses: { 204: c.noBody() },
  },
  getPublicEvent: {
    ...routes.events.getPublicEvent,
    summary: 'The event as volunteers see it',
    pathParams: z.object({ eventId: id }),
    headers: eventIdHeader,
    responses: { 200: publicEvent },
  },
})
