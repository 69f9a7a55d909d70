import { initContract } from '@ts-rest/core'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { about, id, idempotencyHeaders, timestamp, version } from './fields.ts'
import { person } from './people.ts'
import { chosenFields } from './rules/merge.ts'
import { plans, reads } from './rules/route-access.ts'
import { assignmentStatus } from './shifts.ts'

const c = initContract()

const equalThings = z
  .array(z.enum(['name', 'near_name', 'email', 'phone', 'child_team']))
  .describe(
    'What the two have in common. `near_name`: the names differ by a typing mistake, or one lacks a name of the other.',
  )

const named = person.pick({ id: true, first_name: true, last_name: true })

export const duplicate = z
  .object({
    one: named.describe('The older entry.'),
    other: named.describe('The younger entry.'),
    equal: equalThings,
  })
  .meta({ id: 'Duplicate', description: 'Two entries that may be the same person.' })

export type Duplicate = z.infer<typeof duplicate>

const shift = z.object({
  id: id.describe('The shift.'),
  role_name: z.string().meta(about.role_name),
  event_name: z.string().meta(about.event_name),
  time_zone: z.string().meta(about.time_zone),
  start_dt: timestamp.meta(about.start_dt),
  end_dt: timestamp.meta(about.end_dt),
})

export type ShiftOfMerge = z.infer<typeof shift>

const entry = person
  .omit({ has_unread: true, lookalike_id: true })
  .extend({
    created_at: timestamp.describe('When the entry was added.'),
    coming: z.array(shift).describe('Shifts to come, asked or confirmed, by start.'),
    done: z
      .int()
      .nonnegative()
      .meta({ description: 'How many shifts are done.', examples: [3] }),
    done_hours: z
      .number()
      .nonnegative()
      .meta({ description: 'How many hours these took as planned.', examples: [12] }),
    messages: z
      .int()
      .nonnegative()
      .meta({ description: 'Messages to and from the person.', examples: [14] }),
    email_reached_at: timestamp.describe('When a message last reached the e-mail address.').nullable(),
    phone_reached_at: timestamp.describe('When a message last reached the phone number.').nullable(),
  })
  .meta({
    id: 'DuplicateEntry',
    description: 'One of two entries, with what decides which of its data is kept.',
  })

export type Entry = z.infer<typeof entry>

export const comparison = z
  .object({
    one: entry.describe('The older entry.'),
    other: entry.describe('The younger entry.'),
    equal: equalThings,
    both_on: z
      .array(
        z.object({
          shift: shift.describe('A shift on which both stand.'),
          status: assignmentStatus,
          frees_place: z.boolean().describe('Whether a place becomes free.'),
        }),
      )
      .describe('Shifts on which both stand: one assignment stays, with this status.'),
    overlaps: z
      .array(
        z.object({ one: shift.describe('A shift of one.'), other: shift.describe('A shift of the other.') }),
      )
      .describe('Different shifts of the two at the same time. They stay.'),
  })
  .meta({ id: 'Comparison', description: 'What a merge of two entries would keep.' })

export type Comparison = z.infer<typeof comparison>

export const mergeBody = z
  .object({
    other_id: id.describe('The entry that becomes part of this one.'),
    version: version.describe('Of this entry, as it was compared.'),
    other_version: version.describe('Of the other entry, as it was compared.'),
    take: z
      .array(z.enum(chosenFields))
      .max(chosenFields.length)
      .describe('What is taken from the other entry. The rest stays.'),
  })
  .meta({ id: 'Merge' })

export const merged = z
  .object({
    merge_id: id.describe('The merge, to undo it.'),
    undo_until: timestamp.describe('Until when it can be undone.'),
    person: person.omit({ has_unread: true, lookalike_id: true }).describe('The entry that is left.'),
  })
  .meta({ id: 'Merged' })

export type Merged = z.infer<typeof merged>

export const mergeUndone = z
  .object({
    kept: z
      .array(
        z.object({
          reason: z
            .enum(['edited', 'answered', 'shift_full', 'gone'])
            .describe(
              '`edited`: the entry was changed since, and its data stays as it is. `answered`: the person was asked or has answered since. `shift_full`: the place that became free was taken. `gone`: the shift or its assignment is.',
            ),
          shift: shift.describe('The shift whose assignment did not come back.').nullable(),
        }),
      )
      .describe('What stays as it is now, with the reason.'),
    replaced_links: z
      .int()
      .nonnegative()
      .meta({
        description:
          'Personal links that were sent to an address of the other since the merge, and no longer work. Nobody is told.',
        examples: [0],
      }),
    person_id: id.describe('The entry that is there again.'),
  })
  .meta({ id: 'MergeUndone', description: 'What the undo of a merge has left.' })

export type MergeUndone = z.infer<typeof mergeUndone>

const pair = z.object({ id: id.describe('One entry.'), other_id: id.describe('The other entry.') })

/** D60 */
export const duplicates = c.router({
  listDuplicates: endpoint('GET /admin/duplicates', {
    access: reads,
    summary: 'List pairs that may be the same person',
    description:
      'Entries with the same phone number or e-mail address and like names, and with the same name and team: 200 pairs at most, without those that were said to be two people.',
    responses: { 200: z.array(duplicate) },
  }),
  compareEntries: endpoint('GET /admin/people/:id/duplicates/:other_id', {
    access: reads,
    summary: 'Compare two entries',
    description: 'What a merge of any two people would keep.',
    refuses: ['person_not_found'],
    pathParams: pair,
    responses: { 200: comparison },
  }),
  tellApart: endpoint('POST /admin/people/:id/duplicates/:other_id/two-people', {
    access: plans,
    log: ['person.told_apart'],
    summary: 'Say that two entries are two people',
    description: 'They are not listed as a pair again.',
    refuses: ['person_not_found'],
    pathParams: pair,
    body: c.noBody(),
    responses: { 204: c.noBody() },
  }),
  mergePeople: endpoint('POST /admin/people/:id/merge', {
    access: plans,
    log: ['person.merged'],
    summary: 'Merge two entries',
    description:
      'Shifts, places in line, messages, tags and notes of the other entry move to this one, and its links lead there. Nobody is told.',
    refuses: ['person_not_found', 'changed_elsewhere', 'person_exists', 'limit_reached'],
    pathParams: z.object({ id: id.describe('The entry that is kept.') }),
    headers: idempotencyHeaders,
    body: mergeBody,
    responses: { 200: merged },
  }),
  undoMerge: endpoint('POST /admin/merges/:id/undo', {
    access: plans,
    log: ['person.unmerged'],
    summary: 'Undo a merge',
    description:
      'For 24 hours: the other entry is there again with what was its own, without what has been used since. Links that were sent to an address of the other since are replaced. Called again it answers the same.',
    refuses: ['merge_not_found', 'undo_too_late'],
    pathParams: z.object({ id: id.describe('The merge.') }),
    headers: idempotencyHeaders,
    body: c.noBody(),
    responses: { 200: mergeUndone },
  }),
})
