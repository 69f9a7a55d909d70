import { type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import {
  answer,
  apiKey,
  assignment,
  auditLog,
  broadcast,
  event,
  memberInvitation,
  message,
  organization,
  person,
  personTag,
  request,
  role,
  savedText,
  shift,
  suppression,
  tag,
  waiting,
} from '../../db/schema.ts'
import { writeForHistory } from '../../outbox/render.ts'

export type ExportFile = {
  name: string
  table: PgTable
  /** Columns of the table. A column that is not named is not exported. */
  columns: readonly string[]
  /** Names beside the ids, for people who read the file. */
  names?: { columns: readonly string[]; join: SQL }
  /** Columns that identify a row within the organisation. */
  key?: readonly string[]
  /** Maximum number of rows in memory at once, for tables with long rows. */
  part_size?: number
  /** Columns that are read for `complete` and not exported. */
  reads?: readonly string[]
  complete?: (row: ExportRow) => ExportRow
}

export type ExportRow = Record<string, unknown>

const unwritten = z.object({
  id: z.string(),
  channel: z.enum(['EMAIL', 'SMS']),
  template: z.string(),
  payload: z.unknown(),
  language: z.string(),
  body_text: z.null(),
})

const ofShift = sql`
  join shift s on s.id = t.shift_id
  join role r on r.id = s.role_id
  join event e on e.id = s.event_id
  join person p on p.id = t.person_id`

const shiftNames = [
  'p.first_name as person_first_name',
  'p.last_name as person_last_name',
  'e.name as event_name',
  'r.name as role_name',
  's.start_dt as shift_start',
  's.end_dt as shift_end',
]

/**
 * Files in the order of the archive; docs/export.md describes them. Members are read with their accounts
 * (`list-members`).
 */
export const EXPORT_FILES: readonly ExportFile[] = [
  {
    name: 'organization',
    table: organization,
    columns: [
      'id',
      'name',
      'time_zone',
      'language',
      'country',
      'contact_email',
      'contact_phone',
      'sms_sender',
      'approved_sms_sender',
      'sender_approved_for',
      'color',
      'logo_hash',
      'uses_child_team',
      'second_factor',
      'paused_at',
      'pause_reason',
      'created_at',
    ],
  },
  {
    name: 'people',
    table: person,
    columns: [
      'id',
      'first_name',
      'last_name',
      'email',
      'phone',
      'child_team',
      'notes',
      'language',
      'gets_reminders',
      'erased_at',
      'created_at',
      'updated_at',
    ],
  },
  {
    name: 'tags',
    table: tag,
    columns: ['id', 'name', 'created_at'],
  },
  {
    name: 'people_tags',
    table: personTag,
    columns: ['person_id', 'tag_id'],
    names: {
      columns: ['p.first_name as person_first_name', 'p.last_name as person_last_name', 'g.name as tag_name'],
      join: sql`join person p on p.id = t.person_id join tag g on g.id = t.tag_id`,
    },
    key: ['person_id', 'tag_id'],
  },
  {
    name: 'events',
    table: event,
    columns: [
      'id',
      'name',
      'description',
      'notes',
      'location',
      'event_date_start',
      'event_date_end',
      'time_zone',
      'public_names',
      'contact_email',
      'contact_phone',
      'cancel_until_hours',
      'reminder_hours',
      'reminder_sms',
      'waiting_list',
      'late_signup',
      'certificates',
      'swap',
      'approval',
      'max_shifts',
      'min_rest_hours',
      'questions',
      'published',
      'signup_opens_at',
      'signup_closes_at',
      'archived',
      'link_key',
      'free_unanswered',
      'created_at',
    ],
  },
  {
    name: 'roles',
    table: role,
    columns: ['id', 'event_id', 'name', 'description', 'min_age', 'needs_tag', 'position', 'created_at'],
    names: {
      columns: ['e.name as event_name'],
      join: sql`join event e on e.id = t.event_id`,
    },
  },
  {
    name: 'shifts',
    table: shift,
    columns: [
      'id',
      'event_id',
      'role_id',
      'start_dt',
      'end_dt',
      'meant_times',
      'required_qty',
      'visibility',
      'meeting_point',
      'note',
      'created_at',
    ],
    names: {
      columns: ['e.name as event_name', 'r.name as role_name'],
      join: sql`
        join role r on r.id = t.role_id
        join event e on e.id = t.event_id`,
    },
  },
  {
    name: 'assignments',
    table: assignment,
    columns: [
      'id',
      'shift_id',
      'person_id',
      'status',
      'source',
      'token_expires_at',
      'invite_sent_at',
      'invite_method',
      'responded_at',
      'cancelled_at',
      'cancel_reason',
      'agreed_start_dt',
      'agreed_end_dt',
      'asked_again_at',
      'freed_unanswered',
      'disowned',
      'ask_id',
      'ask_places',
      'offer_ended',
      'handed_to',
      'other_phone',
      'note',
      'is_minor',
      'terms_version',
      'terms_accepted_at',
      'created_at',
    ],
    names: { columns: shiftNames, join: ofShift },
  },
  {
    name: 'answers',
    table: answer,
    columns: [
      'id',
      'event_id',
      'person_id',
      'question_id',
      'kind',
      'label',
      'value',
      'delete_after_event',
      'created_at',
    ],
    names: {
      columns: [
        'p.first_name as person_first_name',
        'p.last_name as person_last_name',
        'e.name as event_name',
      ],
      join: sql`join person p on p.id = t.person_id join event e on e.id = t.event_id`,
    },
  },
  {
    name: 'requests',
    table: request,
    columns: [
      'id',
      'shift_id',
      'form_id',
      'first_name',
      'last_name',
      'email',
      'phone',
      'language',
      'is_minor',
      'note',
      'answers',
      'giver_id',
      'terms_version',
      'start_dt',
      'end_dt',
      'created_at',
    ],
    names: {
      columns: ['e.name as event_name', 'r.name as role_name'],
      join: sql`
        join shift s on s.id = t.shift_id
        join role r on r.id = s.role_id
        join event e on e.id = s.event_id`,
    },
  },
  {
    name: 'waiting',
    table: waiting,
    columns: [
      'id',
      'shift_id',
      'person_id',
      'status',
      'queued_at',
      'offer_expires_at',
      'other_phone',
      'terms_version',
      'terms_accepted_at',
      'created_at',
    ],
    names: { columns: shiftNames, join: ofShift },
  },
  {
    name: 'messages',
    table: message,
    part_size: 500,
    reads: ['payload'],
    /** A message that no worker has claimed has no text yet. */
    complete(row) {
      const { data } = unwritten.safeParse(row)
      return data ? { ...row, ...writeForHistory(data) } : row
    },
    columns: [
      'id',
      'person_id',
      'broadcast_id',
      'direction',
      'channel',
      'template',
      'language',
      'address',
      'subject',
      'body_text',
      'status',
      'failure_reason',
      'sent_at',
      'delivered_at',
      'read_at',
      'created_at',
    ],
  },
  {
    name: 'broadcasts',
    table: broadcast,
    // `unreachable` has an entry for each person who could not be reached.
    part_size: 10,
    columns: [
      'id',
      'event_id',
      'message_type',
      'state',
      'send_at',
      'refusal',
      'resend_of',
      'form',
      'people_count',
      'total_count',
      'sent_count',
      'unreachable',
      'undone_count',
      'created_by',
      'created_at',
    ],
  },
  { name: 'saved_texts', table: savedText, columns: ['id', 'title', 'text', 'created_at'] },
  {
    name: 'opt_outs',
    table: suppression,
    columns: ['channel', 'address', 'reason', 'created_at'],
    key: ['channel', 'address'],
  },
  {
    name: 'member_invitations',
    table: memberInvitation,
    columns: [
      'id',
      'email',
      'role',
      'lead_role_ids',
      'language',
      'invited_by',
      'sent_at',
      'expires_at',
      'used_at',
      'withdrawn_at',
      'created_at',
    ],
  },
  {
    name: 'api_keys',
    table: apiKey,
    columns: [
      'id',
      'name',
      'rights',
      'event_id',
      'created_by',
      'created_at',
      'expires_at',
      'last_used_at',
      'revoked_at',
      'suspended_at',
      'expiry_told_at',
    ],
  },
  {
    name: 'log',
    table: auditLog,
    // `subjects` has up to 1,000 ids.
    part_size: 50,
    columns: [
      'id',
      'at',
      'actor_kind',
      'actor_id',
      'action',
      'subjects',
      'fields',
      'changes',
      'shift',
      'batch_id',
    ],
  },
]
