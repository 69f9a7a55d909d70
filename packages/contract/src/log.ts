import { initContract } from '@ts-rest/core'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { about, id, instant, pageQuery, timestamp } from './fields.ts'
import { logActions, logEntities } from './rules/log-action.ts'
import { manages } from './rules/route-access.ts'

const c = initContract()

const named = (what: string, example: string) =>
  z.object({
    id,
    name: z
      .string()
      .meta({ description: `Name of the ${what} today. Null: it is gone.`, examples: [example] })
      .nullable(),
  })

const value = z.union([z.string(), z.number(), z.boolean()]).nullable()

export const logEntry = z
  .object({
    id,
    at: timestamp.describe('When it was done (ISO 8601, UTC).'),
    actor: z
      .object({
        kind: z
          .enum(['account', 'api_key', 'link', 'operator'])
          .describe(
            '`link`: whoever holds a link that was sent to a volunteer; the entry names the volunteer. `operator`: whoever runs this installation, at the command line. `assignment.freed` is done by the installation itself, as the event says.',
          ),
        id: id.describe('Of the account or the API key. Null: a link or the operator.').nullable(),
        name: z
          .string()
          .meta({
            description:
              'Name of the account, its e-mail address if it has none, or name of the API key. Null: it is gone.',
            examples: about.email.examples,
          })
          .nullable(),
        email: z
          .string()
          .meta({ ...about.email, description: 'Of the account. Null: it is gone, or not an account.' })
          .nullable(),
      })
      .describe('Who did it.'),
    action: z.enum(logActions).meta({ description: 'What was done.', examples: ['shift.changed'] }),
    fields: z.array(z.string()).meta({
      description: 'Names of the changed fields.',
      examples: [['start_dt', 'notes']],
    }),
    changes: z
      .array(
        z.object({
          field: z.string().meta({ description: 'Name of the field.', examples: ['start_dt'] }),
          before: value.meta({
            description: 'The old value. Of a role or an event its name today; null: none, or it is gone.',
            examples: ['2027-06-19T08:00:00.000Z'],
          }),
          after: value.meta({
            description: 'The new value. Null: none, or gone.',
            examples: ['2027-06-19T10:00:00.000Z'],
          }),
        }),
      )
      .describe('Old and new values, except of details of people, contacts, descriptions and notes.'),
    event: named('event', 'Midsummer festival')
      .extend({
        time_zone: z
          .string()
          .meta({ description: 'Its time zone today. Null: it is gone.', examples: ['Europe/Stockholm'] })
          .nullable(),
      })
      .describe('The event that it was done to.')
      .optional(),
    role: named('role', 'Entrance').describe('The role.').optional(),
    shift: z
      .object({
        id,
        role_name: z.string().meta(about.role_name),
        start_dt: timestamp.meta(about.start_dt),
        end_dt: timestamp.meta(about.end_dt),
        time_zone: z.string().meta(about.time_zone),
      })
      .describe('The shift as it was then.')
      .optional(),
    batch_id: id.describe('The same in all entries of what one call did to many things.').optional(),
    people: z.array(named('person', 'Åsa Öberg')).describe('The volunteers.').optional(),
    member: named('member: its name, or else the e-mail address', 'Henrik Ek')
      .describe('The member.')
      .optional(),
    invitation: named('invitation: its e-mail address', 'bo@festival.example')
      .describe('The invitation.')
      .optional(),
    api_key: named('API key', 'Website').describe('The API key.').optional(),
  })
  .meta({
    id: 'LogEntry',
    description: 'Something that a member, an API key, the holder of a link or the operator did.',
  })

export type LogEntry = z.infer<typeof logEntry>

export const logQuery = {
  actor: id.describe('Only what this account or API key did.').optional(),
  entity: z.enum(logEntities).describe('Only actions on this kind of thing.').optional(),
  person_id: id.describe('Only entries that name this person.').optional(),
  from: instant.describe('Only from then on.').optional(),
  to: instant.describe('Only before then.').optional(),
}

const logFile = z.string().meta({
  description: 'CSV (RFC 4180) in UTF-8.',
  examples: [
    '"at","who","email","action","about","fields","changes"\r\n"2027-06-01T09:30:00.000Z","Åsa Öberg","asa@festival.example","shift.changed","Midsummer festival; Entrance; 2027-06-19T08:00:00.000Z","required_qty","required_qty: 2 > 3"\r\n',
  ],
})

export const log = c.router({
  listLog: endpoint('GET /admin/log', {
    access: manages,
    summary: 'List what was done',
    description:
      'For owners. Newest first, kept for 24 months. Without `limit` the newest 200. A page ends earlier when its entries name more than 2,000 people; the header `Link` leads to the next. Entries hold no personal data but ids; names of events, roles and people are those of today.',
    query: z.object({ ...logQuery, ...pageQuery }),
    responses: { 200: z.array(logEntry) },
  }),
  exportLog: endpoint('GET /admin/log/export', {
    access: manages,
    summary: 'Export what was done, as CSV',
    description:
      'For owners. Everything that the filter names, newest first. Columns: time (UTC), who, e-mail address, action, what it was done to, changed fields, their old and new values.',
    query: z.object(logQuery),
    responses: { 200: c.otherResponse({ contentType: 'text/csv; charset=utf-8', body: logFile }) },
  }),
})
