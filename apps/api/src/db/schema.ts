import type { Kept } from '@muster/contract/batches'
import type { BroadcastForm } from '@muster/contract/broadcast-form'
import type { MergeUndone } from '@muster/contract/duplicates'
import type { ErrorCode } from '@muster/contract/errors'
import type { KeptPerson } from '@muster/contract/imports'
import type { Language } from '@muster/contract/language'
import { type AdministratorNotices, administratorNotices } from '@muster/contract/rules/administrator-notices'
import type { Disowned } from '@muster/contract/rules/answer-change'
import type { ApiKeyRight } from '@muster/contract/rules/api-key'
import { type Approval, approvals } from '@muster/contract/rules/approval'
import { type OfferEnd, offerEnds } from '@muster/contract/rules/ask'
import { type BroadcastState, broadcastStates } from '@muster/contract/rules/broadcast-state'
import type { BroadcastInvitation } from '@muster/contract/rules/broadcast-undo'
import { type DeletedKind, deletedKinds } from '@muster/contract/rules/deleted-kind'
import type { MeantTimes } from '@muster/contract/rules/event-dates'
import type { LogAction, LogChanges, LoggedShift, LogSubjects } from '@muster/contract/rules/log-action'
import type { LogoType } from '@muster/contract/rules/logo'
import { type MemberRole, memberRoles } from '@muster/contract/rules/member-role'
import { messageStatuses } from '@muster/contract/rules/message-status'
import { type QuestionKind, questionKinds } from '@muster/contract/rules/question-kind'
import type { AnswerValue, AskedAnswer, Question } from '@muster/contract/rules/questions'
import { REMINDER_HOURS, type ReminderHours } from '@muster/contract/rules/shift-reminder'
import { type ShiftVisibility, shiftVisibilities } from '@muster/contract/rules/shift-visibility'
import { type SwapMode, swapModes } from '@muster/contract/rules/swap'
import { type WaitingStatus, waitingStatuses } from '@muster/contract/rules/waiting-list'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  json,
  jsonb,
  type PgColumn,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { Actor } from './actor.ts'
import {
  bytes,
  createdAt,
  delivery,
  instant,
  organizationId,
  updatedAt,
  version,
  writtenAt,
} from './columns.ts'
import { IS_BY_MEMBER } from './is-by-member.ts'

// organization_id is first in every primary key, unique index and foreign key (schema.test.ts); row level security is
// forced (migrations/0001_security.sql). Text with CHECK instead of enum or citext: under a policy only leakproof
// operators can use an index. Other indexes begin with the key of the look-up (docs/decisions/0010).

const oneOf = (column: PgColumn, values: readonly string[]) =>
  sql`${column} in (${sql.raw(values.map((value) => `'${value}'`).join(', '))})`

/** V3: a change of details that waits to be confirmed from the mailbox. What is left out stays. */
export type AskedDetails = {
  id: string
  /** Assignment whose link it was asked for by. */
  assignment_id: string
  /** The mailbox that confirms it. */
  email: string
  phone?: string | null | undefined
  language?: Language | undefined
  new_email?: string | undefined
  expires_at: string
  /** Then without the values, but the address to which the next link went. */
  confirmed_at?: string | undefined
}

/** D63: `after` is the last person whose links were replaced. */
export type LinkReplacement = { asked_at: string; after: string | null }

/** Two entries that become one may both have a message that is sent once. */
const addressed = (t: { merged_from: PgColumn; person_id: PgColumn }) =>
  sql`coalesce(${t.merged_from}, ${t.person_id})`

const isToErase = sql`erased_at is not null and address <> ''`

export const appUser = pgTable('app_user', {
  id: uuid('id').primaryKey(),
  /** Folded by the application (D11): trimmed, NFC, lower case. */
  email: text('email').notNull().unique(),
  /** Name shown to other members. */
  name: text('name'),
  password_hash: text('password_hash').notNull(),
  language: text('language').notNull().default('en').$type<'en' | 'sv'>(),
  last_active_organization_id: uuid('last_active_organization_id'),
  notified_terms_version: text('notified_terms_version'),
  /** Null if it was changed before this column existed. */
  password_changed_at: instant('password_changed_at'),
  /** When the account becomes due for deletion by the nightly job. */
  ends_at: instant('ends_at'),
  /** When the operator disabled the account. */
  disabled_at: instant('disabled_at'),
  /** Time of the act that the owner disowned (D64). Sign-in is refused until a reset by mail sets a new password. */
  locked_since: instant('locked_since'),
  created_at: createdAt(),
})

export const session = pgTable(
  'session',
  {
    id: uuid('id').primaryKey(),
    user_id: uuid('user_id')
      .notNull()
      .references(() => appUser.id, { onDelete: 'cascade' }),
    aal: text('aal').notNull().default('aal1').$type<'aal1' | 'aal2'>(),
    /** Methods of authentication, as in the access token (D7); `timestamp` in seconds. */
    amr: jsonb('amr').notNull().default([]).$type<{ method: string; timestamp: number }[]>(),
    user_agent: text('user_agent'),
    /** When it last passed a second factor that the account had before (D64). Null: only its sign-in counts. */
    proven_at: instant('proven_at'),
    created_at: createdAt(),
    refreshed_at: instant('refreshed_at').notNull().default(sql`now()`),
    ended_at: instant('ended_at'),
    ended_because: text('ended_because'),
  },
  (t) => [index('session_user').on(t.user_id)],
)

/** One row per rotation; only a hash is kept (D7). */
export const refreshToken = pgTable(
  'refresh_token',
  {
    hash: text('hash').primaryKey(),
    session_id: uuid('session_id')
      .notNull()
      .references(() => session.id, { onDelete: 'cascade' }),
    generation: integer('generation').notNull(),
    repeats: integer('repeats').notNull().default(0),
    created_at: createdAt(),
  },
  (t) => [uniqueIndex('refresh_token_generation').on(t.session_id, t.generation)],
)

/** The link is derived from the id when the email is sent (D8). */
export const oneTimeToken = pgTable(
  'one_time_token',
  {
    id: uuid('id').primaryKey(),
    user_id: uuid('user_id')
      .notNull()
      .references(() => appUser.id, { onDelete: 'cascade' }),
    purpose: text('purpose').notNull(),
    expires_at: instant('expires_at').notNull(),
    used_at: instant('used_at'),
    created_at: createdAt(),
  },
  (t) => [index('one_time_token_user').on(t.user_id)],
)

/** PKCE: a link that signs in only the browser that requested it. Its code is derived from the id (D8). */
export const flowState = pgTable(
  'flow_state',
  {
    id: uuid('id').primaryKey(),
    user_id: uuid('user_id')
      .notNull()
      .references(() => appUser.id, { onDelete: 'cascade' }),
    code_challenge: text('code_challenge').notNull(),
    expires_at: instant('expires_at').notNull(),
    used_at: instant('used_at'),
    created_at: createdAt(),
  },
  (t) => [index('flow_state_user').on(t.user_id), index('flow_state_age').on(t.expires_at)],
)

export const mfaFactor = pgTable(
  'mfa_factor',
  {
    id: uuid('id').primaryKey(),
    user_id: uuid('user_id')
      .notNull()
      .references(() => appUser.id, { onDelete: 'cascade' }),
    factor_type: text('factor_type').notNull().$type<'totp' | 'phone'>(),
    status: text('status').notNull().default('unverified').$type<'unverified' | 'verified'>(),
    friendly_name: text('friendly_name').notNull(),
    /** Secret of TOTP, encrypted (`signing/encrypt.ts`). */
    secret: text('secret'),
    phone: text('phone'),
    /** Time step of the last accepted TOTP code. */
    last_step: integer('last_step'),
    created_at: createdAt(),
    updated_at: instant('updated_at').notNull().default(sql`now()`),
  },
  (t) => [
    uniqueIndex('mfa_factor_name').on(t.user_id, t.friendly_name).where(sql`friendly_name <> ''`),
    index('mfa_factor_user').on(t.user_id),
    check('mfa_factor_type', oneOf(t.factor_type, ['totp', 'phone'])),
    check('mfa_factor_status', oneOf(t.status, ['unverified', 'verified'])),
  ],
)

/** Challenge of a factor or of a passkey. */
export const mfaChallenge = pgTable(
  'mfa_challenge',
  {
    id: uuid('id').primaryKey(),
    /** Null while a passkey signs in. */
    user_id: uuid('user_id').references(() => appUser.id, { onDelete: 'cascade' }),
    factor_id: uuid('factor_id').references(() => mfaFactor.id, { onDelete: 'cascade' }),
    purpose: text('purpose').notNull().$type<'factor' | 'passkey_new' | 'passkey_second' | 'passkey_login'>(),
    /** Challenge of a passkey, in base64url. A code by SMS is derived from the id instead. */
    challenge: text('challenge'),
    expires_at: instant('expires_at').notNull(),
    used_at: instant('used_at'),
    created_at: createdAt(),
  },
  (t) => [
    index('mfa_challenge_user').on(t.user_id),
    index('mfa_challenge_factor').on(t.factor_id),
    index('mfa_challenge_age').on(t.expires_at),
  ],
)

export const webauthnCredential = pgTable(
  'webauthn_credential',
  {
    id: uuid('id').primaryKey(),
    user_id: uuid('user_id')
      .notNull()
      .references(() => appUser.id, { onDelete: 'cascade' }),
    /** Id given by the authenticator, in base64url. */
    credential_id: text('credential_id').notNull().unique(),
    public_key: text('public_key').notNull(),
    counter: bigint('counter', { mode: 'number' }).notNull(),
    transports: text('transports').array().notNull(),
    friendly_name: text('friendly_name').notNull(),
    is_synced: boolean('is_synced').notNull(),
    created_at: createdAt(),
    last_used_at: instant('last_used_at'),
  },
  (t) => [index('webauthn_credential_user').on(t.user_id)],
)

/** Holds only a hash of each code. */
export const recoveryCode = pgTable(
  'recovery_code',
  {
    user_id: uuid('user_id')
      .notNull()
      .references(() => appUser.id, { onDelete: 'cascade' }),
    hash: text('hash').notNull(),
    used_at: instant('used_at'),
    created_at: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.hash] })],
)

export const accountMessage = pgTable(
  'account_message',
  {
    id: uuid('id').primaryKey(),
    user_id: uuid('user_id').references(() => appUser.id, { onDelete: 'set null' }),
    channel: text('channel').notNull().default('EMAIL').$type<'EMAIL' | 'SMS'>(),
    ...delivery(),
  },
  (t) => [
    index('account_message_due').on(t.due_at).where(sql`status in ('QUEUED', 'SENDING', 'UNKNOWN')`),
    index('account_message_to_erase').on(t.erased_at).where(isToErase),
    index('account_message_age').on(t.created_at),
    // Finds whether the provider has reported events of later messages.
    index('account_message_reported').on(t.provider, t.asked_at).where(sql`reported_at is not null`),
    index('account_message_of_request').on(t.request_id).where(sql`request_id is not null`),
    check('account_message_status', oneOf(t.status, messageStatuses)),
    check('account_message_channel', oneOf(t.channel, ['EMAIL', 'SMS'])),
  ],
)

export const organization = pgTable(
  'organization',
  {
    id: uuid('id').primaryKey(),
    name: text('name').notNull(),
    time_zone: text('time_zone').notNull(),
    language: text('language').notNull().$type<'en' | 'sv'>(),
    /** Country whose national phone numbers are understood (D23). Null until it is chosen. */
    country: text('country'),
    contact_email: text('contact_email'),
    contact_phone: text('contact_phone'),
    /** Chosen alphanumeric sender of SMS (D30). Null: it is derived from the name. */
    sms_sender: text('sms_sender'),
    /** The chosen sender that was approved (D65). */
    approved_sms_sender: text('approved_sms_sender'),
    /** Name of the organisation when the sender derived from it was approved. */
    sender_approved_for: text('sender_approved_for'),
    /** Of its public pages, as `#rrggbb`. Null: Muster's. */
    color: text('color'),
    /** SHA-256 of the logo, in hex: the end of its address. Null without one. */
    logo_hash: text('logo_hash'),
    uses_child_team: boolean('uses_child_team').notNull().default(false),
    second_factor: text('second_factor').notNull().default('optional').$type<'optional' | 'required'>(),
    /** Account whose caps it shares. No foreign key: sent messages stay counted without the account. */
    created_by: uuid('created_by'),
    /** From this time on the nightly job deletes the organisation with everything that belongs to it. */
    ended_at: instant('ended_at'),
    /** When the operator paused it, with a reason. */
    paused_at: instant('paused_at'),
    pause_reason: text('pause_reason'),
    /** D63: all personal links of shifts that are not over are being replaced. */
    link_replacement: jsonb('link_replacement').$type<LinkReplacement>(),
    created_at: createdAt(),
    version: version(),
  },
  (t) => [
    check('organization_language', oneOf(t.language, ['en', 'sv'])),
    check('organization_second_factor', oneOf(t.second_factor, ['optional', 'required'])),
    // Its look-up has no organisation: the address of a logo is its hash.
    index('organization_logo_hash').on(t.logo_hash),
  ],
)

/** Apart from the organisation, so that no list reads it. */
export const organizationLogo = pgTable('organization_logo', {
  organization_id: organizationId()
    .primaryKey()
    .references(() => organization.id, { onDelete: 'cascade' }),
  type: text('type').notNull().$type<LogoType>(),
  bytes: bytes('bytes').notNull(),
})

export const membership = pgTable(
  'membership',
  {
    organization_id: organizationId().references(() => organization.id, { onDelete: 'cascade' }),
    user_id: uuid('user_id')
      .notNull()
      .references(() => appUser.id, { onDelete: 'cascade' }),
    last_event_id: uuid('last_event_id'),
    /** The default is for processes of the version before roles, while they are replaced. */
    role: text('role').notNull().default('owner').$type<MemberRole>(),
    /** Mails that this administrator gets when volunteers give places up (D39). */
    cancellation_notices: text('cancellation_notices')
      .notNull()
      .default('each')
      .$type<AdministratorNotices>(),
    /** The mails have named all cancellations up to this time. */
    cancellations_told_at: instant('cancellations_told_at'),
    /** The same of sign-ups (D57). */
    sign_up_notices: text('sign_up_notices').notNull().default('daily').$type<AdministratorNotices>(),
    sign_ups_told_at: instant('sign_ups_told_at'),
    /** The same of requests (D52). */
    request_notices: text('request_notices').notNull().default('daily').$type<AdministratorNotices>(),
    requests_told_at: instant('requests_told_at'),
    created_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.user_id] }),
    index('membership_user').on(t.user_id),
    check('membership_role', oneOf(t.role, memberRoles)),
    check('membership_cancellation_notices', oneOf(t.cancellation_notices, administratorNotices)),
    check('membership_sign_up_notices', oneOf(t.sign_up_notices, administratorNotices)),
    check('membership_request_notices', oneOf(t.request_notices, administratorNotices)),
  ],
)

export const person = pgTable(
  'person',
  {
    organization_id: organizationId().references(() => organization.id, { onDelete: 'cascade' }),
    id: uuid('id').notNull(),
    first_name: text('first_name').notNull(),
    last_name: text('last_name').notNull(),
    email: text('email'),
    phone: text('phone'),
    child_team: text('child_team'),
    notes: text('notes'),
    language: text('language').$type<'en' | 'sv'>(),
    /** D43: false once the person has switched them off. */
    gets_reminders: boolean('gets_reminders').notNull().default(true),
    /** V2: signed in the address of the calendar feed; incremented to invalidate it. */
    calendar_round: integer('calendar_round').notNull().default(1),
    /** V2: how often the address of the feed of one event was made anew, by the event's id. */
    event_feed_rounds: jsonb('event_feed_rounds').notNull().default({}).$type<Record<string, number>>(),
    /** V3: what was asked for on the page of a personal link and is not confirmed from the mailbox yet. */
    asked_details: jsonb('asked_details').$type<AskedDetails>(),
    /** E-mail, first and last name, folded by the application (D11). */
    identity_key: text('identity_key').notNull(),
    /** In what a search looks, folded by the application (D11). Null: not folded yet. */
    search_text: text('search_text'),
    /** D33: only a placeholder remains, for the totals of past shifts. */
    erased_at: instant('erased_at'),
    created_at: createdAt(),
    updated_at: updatedAt(),
    version: version(),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.id] }),
    unique('person_identity').on(t.identity_key, t.organization_id),
    index('person_by_id').on(t.id),
    // Finds people who share a number.
    index('person_by_phone').on(t.phone).where(sql`phone is not null`),
    // For look-ups by the prefix of an e-mail address (D40).
    index('person_by_address').on(t.identity_key.op('text_pattern_ops')),
    check('person_language', oneOf(t.language, ['en', 'sv'])),
  ],
)

/** D53 */
export const tag = pgTable(
  'tag',
  {
    organization_id: organizationId().references(() => organization.id, { onDelete: 'cascade' }),
    id: uuid('id').notNull(),
    name: text('name').notNull(),
    /** Folded by the application, as names are (D11). */
    name_key: text('name_key').notNull(),
    created_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.id] }),
    unique('tag_once').on(t.name_key, t.organization_id),
  ],
)

export const personTag = pgTable(
  'person_tag',
  {
    organization_id: organizationId(),
    person_id: uuid('person_id').notNull(),
    tag_id: uuid('tag_id').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.person_id, t.tag_id] }),
    index('person_tag_of_person').on(t.person_id),
    index('person_tag_of_tag').on(t.tag_id),
    foreignKey({
      name: 'person_tag_person',
      columns: [t.organization_id, t.person_id],
      foreignColumns: [person.organization_id, person.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'person_tag_tag',
      columns: [t.organization_id, t.tag_id],
      foreignColumns: [tag.organization_id, tag.id],
    }).onDelete('cascade'),
  ],
)

export const event = pgTable(
  'event',
  {
    organization_id: organizationId().references(() => organization.id, { onDelete: 'cascade' }),
    id: uuid('id').notNull(),
    name: text('name').notNull(),
    description: text('description'),
    notes: text('notes'),
    location: text('location'),
    event_date_start: instant('event_date_start').notNull(),
    event_date_end: instant('event_date_end').notNull(),
    time_zone: text('time_zone').notNull(),
    public_names: text('public_names').notNull().default('full').$type<'full' | 'initial' | 'hidden'>(),
    contact_email: text('contact_email'),
    contact_phone: text('contact_phone'),
    /** D39: hours before a shift until which volunteers may cancel. Null: never. */
    cancel_until_hours: integer('cancel_until_hours').default(24),
    /** D43. Null: no reminders. */
    reminder_hours: integer('reminder_hours').default(24).$type<ReminderHours>(),
    /** D43: reminders are sent by SMS too. */
    reminder_sms: boolean('reminder_sms').notNull().default(false),
    /** D44: volunteers can join the waiting list of a full shift. */
    waiting_list: boolean('waiting_list').notNull().default(true),
    /** D49: sign-up is open until the end of a shift, not its start. */
    late_signup: boolean('late_signup').notNull().default(false),
    /** D56: volunteers can print a certificate. */
    certificates: boolean('certificates').notNull().default(false),
    /** D58 */
    swap: text('swap').notNull().default('link').$type<SwapMode>(),
    /** D52 */
    approval: text('approval').notNull().default('none').$type<Approval>(),
    /** D50: of one volunteer. Null: no limit. */
    max_shifts: integer('max_shifts'),
    min_rest_hours: integer('min_rest_hours'),
    /** D51 */
    questions: jsonb('questions').notNull().default([]).$type<Question[]>(),
    /** D49: otherwise a draft. */
    published: boolean('published').notNull().default(true),
    /** D49. Null: open from the start. */
    signup_opens_at: instant('signup_opens_at'),
    /** D49. Null: each shift closes by itself. */
    signup_closes_at: instant('signup_closes_at'),
    /** D49: out of choices, closed to sign-up and to changes. */
    archived: boolean('archived').notNull().default(false),
    /** D49: in the address that shows the shifts that are only by link. Renewable. */
    link_key: text('link_key').notNull().default(sql`replace(gen_random_uuid()::text, '-', '')`),
    /** V1: places whose holder does not answer whether a new time works are released. */
    free_unanswered: boolean('free_unanswered').notNull().default(false),
    created_at: createdAt(),
    updated_at: writtenAt(),
    version: version(),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.id] }),
    index('event_by_id').on(t.id),
    check('event_ends_after_start', sql`${t.event_date_end} > ${t.event_date_start}`),
    check('event_reminder_hours', sql`${t.reminder_hours} in (${sql.raw(REMINDER_HOURS.join(', '))})`),
    check('event_cancel_until_hours', sql`${t.cancel_until_hours} between 0 and 720`),
    check('event_signup_closes_after_opening', sql`${t.signup_closes_at} > ${t.signup_opens_at}`),
    check('event_public_names', oneOf(t.public_names, ['full', 'initial', 'hidden'])),
    check('event_swap', oneOf(t.swap, swapModes)),
    check('event_approval', oneOf(t.approval, approvals)),
    check('event_max_shifts', sql`${t.max_shifts} >= 1`),
    check('event_min_rest_hours', sql`${t.min_rest_hours} >= 1`),
  ],
)

/** D51: answer of a person to a question. Each sign-up inserts its own; the newest of a question counts. */
export const answer = pgTable(
  'answer',
  {
    organization_id: organizationId(),
    id: uuid('id').notNull(),
    event_id: uuid('event_id').notNull(),
    person_id: uuid('person_id').notNull(),
    /** In the event's `questions`, while it is there. */
    question_id: uuid('question_id').notNull(),
    /** As it was asked. */
    kind: text('kind').notNull().$type<QuestionKind>(),
    label: text('label').notNull(),
    delete_after_event: boolean('delete_after_event').notNull(),
    value: jsonb('value').notNull().$type<AnswerValue>(),
    /** When it was given. */
    created_at: instant('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.id] }),
    index('answer_of_event').on(t.event_id),
    index('answer_of_person').on(t.person_id),
    check('answer_kind', oneOf(t.kind, questionKinds)),
    foreignKey({
      name: 'answer_event',
      columns: [t.organization_id, t.event_id],
      foreignColumns: [event.organization_id, event.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'answer_person',
      columns: [t.organization_id, t.person_id],
      foreignColumns: [person.organization_id, person.id],
    }).onDelete('cascade'),
  ],
)

export const role = pgTable(
  'role',
  {
    organization_id: organizationId(),
    id: uuid('id').notNull(),
    event_id: uuid('event_id').notNull(),
    name: text('name').notNull(),
    description: text('description'),
    /** D50 */
    min_age: integer('min_age'),
    /** D53: who lacks the tag asks for a place. */
    needs_tag: uuid('needs_tag'),
    created_at: createdAt(),
    updated_at: writtenAt(),
    version: version(),
    // Roles of an event are listed by it, and by id where it is equal.
    position: integer('position').notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.id] }),
    index('role_of_event').on(t.event_id),
    // The target of shift's foreign key, which ensures that its role belongs to its event.
    unique('role_in_event').on(t.id, t.event_id, t.organization_id),
    foreignKey({
      name: 'role_event',
      columns: [t.organization_id, t.event_id],
      foreignColumns: [event.organization_id, event.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'role_needs_tag',
      columns: [t.organization_id, t.needs_tag],
      foreignColumns: [tag.organization_id, tag.id],
    }),
    check('role_min_age', sql`${t.min_age} between 1 and 99`),
  ],
)

export const shift = pgTable(
  'shift',
  {
    organization_id: organizationId(),
    id: uuid('id').notNull(),
    event_id: uuid('event_id').notNull(),
    role_id: uuid('role_id').notNull(),
    start_dt: instant('start_dt').notNull(),
    end_dt: instant('end_dt').notNull(),
    required_qty: integer('required_qty').notNull(),
    /** D49: `link`: only who has the event's link key, or is invited, sees the shift. */
    visibility: text('visibility').notNull().default('public').$type<ShiftVisibility>(),
    /** D68: shown to the people on the shift, never in public. */
    meeting_point: text('meeting_point'),
    note: text('note'),
    /** D25: what was meant before a move into or out of a skipped or repeated hour. */
    meant_times: jsonb('meant_times').$type<MeantTimes>(),
    /** D43 (`db/reminder-due.ts`). Null: no reminder, or its messages are stored. */
    reminder_due_at: instant('reminder_due_at'),
    created_at: createdAt(),
    updated_at: writtenAt(),
    version: version(),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.id] }),
    index('shift_by_id').on(t.id),
    index('shift_of_event').on(t.event_id),
    index('shift_reminder_due').on(t.reminder_due_at).where(sql`reminder_due_at is not null`),
    index('shift_of_role').on(t.role_id),
    foreignKey({
      name: 'shift_role',
      columns: [t.organization_id, t.event_id, t.role_id],
      foreignColumns: [role.organization_id, role.event_id, role.id],
    }).onDelete('cascade'),
    check('shift_ends_after_start', sql`${t.end_dt} > ${t.start_dt}`),
    check('shift_visibility', oneOf(t.visibility, shiftVisibilities)),
    check('shift_required_qty', sql`${t.required_qty} >= 1`),
  ],
)

export const assignment = pgTable(
  'assignment',
  {
    organization_id: organizationId(),
    id: uuid('id').notNull(),
    shift_id: uuid('shift_id').notNull(),
    person_id: uuid('person_id').notNull(),
    status: text('status').notNull().$type<'INVITED' | 'CONFIRMED' | 'DECLINED' | 'ABSENT'>(),
    source: text('source').notNull().$type<'admin' | 'signup'>(),
    /** Signed in personal links; incremented to invalidate them (D17). */
    round: integer('round').notNull().default(1),
    /** Deadline in force (D18), computed from the two columns below and the shift's times. */
    token_expires_at: instant('token_expires_at').notNull(),
    uncapped_expires_at: instant('uncapped_expires_at').notNull(),
    expiry_set_at: instant('expiry_set_at').notNull(),
    invite_sent_at: instant('invite_sent_at'),
    invite_method: text('invite_method').$type<'EMAIL' | 'SMS' | 'BOTH'>(),
    responded_at: instant('responded_at'),
    /** When the person cancelled (D39), or the place was released (V1). */
    cancelled_at: instant('cancelled_at'),
    cancel_reason: text('cancel_reason'),
    /** V1: times to which the person agreed before the shift moved. Null: they agreed to its present times. */
    agreed_start_dt: instant('agreed_start_dt'),
    agreed_end_dt: instant('agreed_end_dt'),
    /** V1: when they were asked whether the new times work. Null: not asked, or answered. */
    asked_again_at: instant('asked_again_at'),
    /** V1: the place was released because the person did not answer. */
    freed_unanswered: boolean('freed_unanswered').notNull().default(false),
    /** D28: it was given up by "Wasn't it you?", `late` after the time for cancelling (D39). */
    disowned: text('disowned').$type<Disowned>(),
    /** D61: shared by the people who were asked at once, of whom the first `ask_places` to say yes get a place. */
    ask_id: uuid('ask_id'),
    ask_places: integer('ask_places'),
    offer_ended: text('offer_ended').$type<OfferEnd>(),
    /** D58: signed in the link for a replacement. Null: there is none. Kept when the place was taken. */
    swap_id: uuid('swap_id'),
    /** D58: the assignment that took the place over. It may have been deleted since. */
    handed_to: uuid('handed_to'),
    other_phone: text('other_phone'),
    /** V4: the volunteer's note to the organiser. */
    note: text('note'),
    /** D54: under 16 at the sign-up, for whom a guardian accepted the terms. Never named in public. */
    is_minor: boolean('is_minor').notNull().default(false),
    terms_version: text('terms_version'),
    terms_accepted_at: instant('terms_accepted_at'),
    /** D26: how often the address was corrected with the key of the sign-up. */
    corrections: integer('corrections').notNull().default(0),
    /** Stays the same, so that calendars update their entry when the shift moves (D26). */
    calendar_uid: text('calendar_uid').notNull(),
    calendar_sequence: integer('calendar_sequence').notNull().default(0),
    created_at: createdAt(),
    updated_at: writtenAt(),
    version: version(),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.id] }),
    index('assignment_by_id').on(t.id),
    unique('assignment_once').on(t.shift_id, t.person_id, t.organization_id),
    index('assignment_of_person').on(t.person_id),
    index('assignment_cancelled').on(t.cancelled_at).where(sql`cancelled_at is not null`),
    // BRIN: a sign-up does not pay for what the worker asks once a minute (D57).
    index('assignment_signed_up').using('brin', t.terms_accepted_at),
    index('assignment_asked_again').on(t.asked_again_at).where(sql`asked_again_at is not null`),
    index('assignment_of_ask').on(t.ask_id).where(sql`ask_id is not null`),
    index('assignment_offered').on(t.shift_id).where(sql`ask_id is not null and status = 'INVITED'`),
    foreignKey({
      name: 'assignment_shift',
      columns: [t.organization_id, t.shift_id],
      foreignColumns: [shift.organization_id, shift.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'assignment_person',
      columns: [t.organization_id, t.person_id],
      foreignColumns: [person.organization_id, person.id],
    }).onDelete('cascade'),
    check('assignment_status', oneOf(t.status, ['INVITED', 'CONFIRMED', 'DECLINED', 'ABSENT'])),
    check('assignment_source', oneOf(t.source, ['admin', 'signup'])),
    check('assignment_invite_method', oneOf(t.invite_method, ['EMAIL', 'SMS', 'BOTH'])),
    check('assignment_disowned', oneOf(t.disowned, ['in_time', 'late'])),
    check('assignment_offer_ended', oneOf(t.offer_ended, offerEnds)),
  ],
)

/** D44: who waits, or has waited, for a place on a shift. */
export const waiting = pgTable(
  'waiting',
  {
    organization_id: organizationId(),
    id: uuid('id').notNull(),
    shift_id: uuid('shift_id').notNull(),
    person_id: uuid('person_id').notNull(),
    status: text('status').notNull().$type<WaitingStatus>(),
    /** Signed in the link; incremented to invalidate it (D17). */
    round: integer('round').notNull().default(1),
    /** Order of the waiting list. Set when the link is confirmed. */
    queued_at: instant('queued_at').notNull(),
    offer_expires_at: instant('offer_expires_at'),
    other_phone: text('other_phone'),
    terms_version: text('terms_version').notNull(),
    terms_accepted_at: instant('terms_accepted_at').notNull(),
    created_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.id] }),
    index('waiting_by_id').on(t.id),
    unique('waiting_once').on(t.shift_id, t.person_id, t.organization_id),
    index('waiting_in_line').on(t.shift_id).where(sql`status in ('WAITING', 'OFFERED')`),
    index('waiting_of_person').on(t.person_id),
    foreignKey({
      name: 'waiting_shift',
      columns: [t.organization_id, t.shift_id],
      foreignColumns: [shift.organization_id, shift.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'waiting_person',
      columns: [t.organization_id, t.person_id],
      foreignColumns: [person.organization_id, person.id],
    }).onDelete('cascade'),
    check('waiting_status', oneOf(t.status, waitingStatuses)),
  ],
)

/** D52: a sign-up that an organizer has to approve. It holds no place. A `person` row is created on approval. */
export const request = pgTable(
  'request',
  {
    organization_id: organizationId(),
    id: uuid('id').notNull(),
    shift_id: uuid('shift_id').notNull(),
    first_name: text('first_name').notNull(),
    last_name: text('last_name').notNull(),
    email: text('email').notNull(),
    phone: text('phone').notNull(),
    language: text('language').$type<Language>(),
    /** As that of a person (D11). */
    identity_key: text('identity_key').notNull(),
    /** D54: of those who asked with one form. */
    form_id: uuid('form_id').notNull(),
    /** Which of the form, from 0: the contact. */
    place: integer('place').notNull(),
    is_minor: boolean('is_minor').notNull(),
    note: text('note'),
    /** D51: as they were asked; kept with the person on approval. */
    answers: jsonb('answers').notNull().$type<AskedAnswer[]>(),
    /** D58: the assignment whose place is handed over on approval. It may have ended since. */
    giver_id: uuid('giver_id'),
    terms_version: text('terms_version').notNull(),
    /** Times of the shift when it was asked. */
    start_dt: instant('start_dt').notNull(),
    end_dt: instant('end_dt').notNull(),
    created_at: instant('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.id] }),
    index('request_by_id').on(t.id),
    unique('request_once').on(t.shift_id, t.identity_key, t.organization_id),
    index('request_by_identity').on(t.identity_key),
    index('request_of_form').on(t.form_id),
    index('request_of_giver').on(t.giver_id).where(sql`giver_id is not null`),
    foreignKey({
      name: 'request_shift',
      columns: [t.organization_id, t.shift_id],
      foreignColumns: [shift.organization_id, shift.id],
    }).onDelete('cascade'),
  ],
)

/** D49: an address that hears once when sign-up of an event opens. Its message has the same id. */
export const openingMail = pgTable(
  'opening_mail',
  {
    organization_id: organizationId(),
    id: uuid('id').notNull(),
    event_id: uuid('event_id').notNull(),
    /** Folded by the application (D11). */
    email: text('email').notNull(),
    language: text('language').notNull().$type<Language>(),
    created_at: createdAt(),
    sent_at: instant('sent_at'),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.id] }),
    unique('opening_mail_once').on(t.event_id, t.email, t.organization_id),
    index('opening_mail_due').on(t.event_id).where(sql`sent_at is null`),
    foreignKey({
      name: 'opening_mail_event',
      columns: [t.organization_id, t.event_id],
      foreignColumns: [event.organization_id, event.id],
    }).onDelete('cascade'),
  ],
)

/** V3: an e-mail address that a person has typed on the page of their link. The links are derived from the id. */
export const emailChange = pgTable(
  'email_change',
  {
    organization_id: organizationId(),
    id: uuid('id').notNull(),
    person_id: uuid('person_id').notNull(),
    former_email: text('former_email').notNull(),
    new_email: text('new_email').notNull(),
    expires_at: instant('expires_at').notNull(),
    confirmed_at: instant('confirmed_at'),
    undone_at: instant('undone_at'),
    /** V3: set when the phone number was also changed on the page. The undo restores the former one. */
    phone_changed_at: instant('phone_changed_at'),
    former_phone: text('former_phone'),
    new_phone: text('new_phone'),
    created_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.id] }),
    index('email_change_by_id').on(t.id),
    index('email_change_of_person').on(t.person_id),
    index('email_change_age').on(t.created_at),
    foreignKey({
      name: 'email_change_person',
      columns: [t.organization_id, t.person_id],
      foreignColumns: [person.organization_id, person.id],
    }).onDelete('cascade'),
  ],
)

/** M1: the roles whose shifts a leader sees. */
export const memberLead = pgTable(
  'member_lead',
  {
    organization_id: organizationId(),
    user_id: uuid('user_id').notNull(),
    role_id: uuid('role_id').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.user_id, t.role_id] }),
    index('member_lead_of_role').on(t.role_id),
    foreignKey({
      name: 'member_lead_membership',
      columns: [t.organization_id, t.user_id],
      foreignColumns: [membership.organization_id, membership.user_id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'member_lead_role',
      columns: [t.organization_id, t.role_id],
      foreignColumns: [role.organization_id, role.id],
    }).onDelete('cascade'),
  ],
)

/** M2: the link is derived from id and round when the email is sent. */
export const memberInvitation = pgTable(
  'member_invitation',
  {
    organization_id: organizationId().references(() => organization.id, { onDelete: 'cascade' }),
    id: uuid('id').notNull(),
    /** Folded, as in `app_user`. */
    email: text('email').notNull(),
    role: text('role').notNull().$type<MemberRole>(),
    /** Roles that the leader gets on accepting the invitation, if they still exist. */
    lead_role_ids: uuid('lead_role_ids').array().notNull().default([]),
    language: text('language').notNull().$type<'en' | 'sv'>(),
    /** Incremented when the invitation is sent again, which voids the previous link. */
    round: integer('round').notNull().default(1),
    invited_by: uuid('invited_by').notNull(),
    sent_at: instant('sent_at').notNull(),
    expires_at: instant('expires_at').notNull(),
    used_at: instant('used_at'),
    withdrawn_at: instant('withdrawn_at'),
    created_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.id] }),
    index('member_invitation_by_id').on(t.id),
    uniqueIndex('member_invitation_open')
      .on(t.email, t.organization_id)
      .where(sql`used_at is null and withdrawn_at is null`),
    index('member_invitation_age').on(t.expires_at),
    check('member_invitation_role', oneOf(t.role, memberRoles)),
    check('member_invitation_language', oneOf(t.language, ['en', 'sv'])),
  ],
)

/** A1: append-only for the application's role. No foreign keys to subjects: the log outlives them. */
export const auditLog = pgTable(
  'audit_log',
  {
    organization_id: organizationId().references(() => organization.id, { onDelete: 'cascade' }),
    id: uuid('id').notNull(),
    at: instant('at').notNull(),
    actor_kind: text('actor_kind').notNull().$type<Actor['kind']>(),
    /** Id of the account or the API key. */
    actor_id: uuid('actor_id'),
    action: text('action').notNull().$type<LogAction>(),
    /** What the action changed: ids of persons, shifts and so on. */
    subjects: jsonb('subjects').notNull().$type<LogSubjects>(),
    /** Names of the changed fields. */
    fields: text('fields').array().notNull().default([]),
    /** The old and new values that are kept (`record-action.ts`). */
    changes: jsonb('changes').notNull().default({}).$type<LogChanges>(),
    /** The shift as it was then. */
    shift: jsonb('shift').$type<LoggedShift>(),
    /** The same for all that one call did. */
    batch_id: uuid('batch_id'),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.id] }),
    index('audit_log_age').on(t.at),
    check('audit_log_actor', oneOf(t.actor_kind, ['account', 'api_key', 'link', 'operator'])),
  ],
)

/** K1: only a hash of the secret is stored. A key of one event is deleted with it, so it never reaches more. */
export const apiKey = pgTable(
  'api_key',
  {
    organization_id: organizationId().references(() => organization.id, { onDelete: 'cascade' }),
    id: uuid('id').notNull(),
    name: text('name').notNull(),
    hash: text('hash').notNull(),
    /** The first characters of the secret. */
    start: text('start').notNull(),
    rights: text('rights').array().notNull().$type<ApiKeyRight[]>(),
    event_id: uuid('event_id'),
    created_by: uuid('created_by').notNull(),
    created_at: createdAt(),
    expires_at: instant('expires_at'),
    /** Updated at most once a minute. */
    last_used_at: instant('last_used_at'),
    revoked_at: instant('revoked_at'),
    /** When the account that made it disowned what was done in its name (D64). */
    suspended_at: instant('suspended_at'),
    /** When an owner was told that it expires. */
    expiry_told_at: instant('expiry_told_at'),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.id] }),
    index('api_key_by_hash').on(t.hash),
    foreignKey({
      name: 'api_key_event',
      columns: [t.organization_id, t.event_id],
      foreignColumns: [event.organization_id, event.id],
    }).onDelete('cascade'),
    check(
      'api_key_rights',
      sql`cardinality(${t.rights}) > 0 and ${t.rights} <@ array['read', 'plan', 'send']`,
    ),
  ],
)

export const idempotencyKey = pgTable(
  'idempotency_key',
  {
    organization_id: organizationId().references(() => organization.id, { onDelete: 'cascade' }),
    /** Shift of a sign-up; for other calls a hash of the URL and the account or API key (`access/idempotency.ts`). */
    scope_id: uuid('scope_id').notNull(),
    key: text('key').notNull(),
    body_hash: text('body_hash').notNull(),
    answer: jsonb('answer').notNull().$type<unknown>(),
    created_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.scope_id, t.key] }),
    index('idempotency_key_age').on(t.created_at),
  ],
)

/** No foreign key to shift or assignment: notices outlive them (D27). */
export const message = pgTable(
  'message',
  {
    organization_id: organizationId().references(() => organization.id, { onDelete: 'cascade' }),
    id: uuid('id').notNull(),
    person_id: uuid('person_id'),
    /** D60: to whom it was addressed, before that entry became part of `person_id`. */
    merged_from: uuid('merged_from'),
    broadcast_id: uuid('broadcast_id'),
    /** D46: the batch that can be undone until the first of its messages has been claimed. */
    batch_id: uuid('batch_id'),
    direction: text('direction').notNull().default('OUTBOUND').$type<'OUTBOUND' | 'INBOUND'>(),
    channel: text('channel').notNull().$type<'EMAIL' | 'SMS'>(),
    subject: text('subject'),
    /** Text with "[personal link]" in place of links. Null until the worker has rendered the email. */
    body_text: text('body_text'),
    /** The account_message that includes it. From then on the message takes its status (D28). */
    digest_id: uuid('digest_id'),
    read_at: instant('read_at'),
    /** An SMS from the person that no administrator has opened. */
    is_unread: boolean('is_unread').notNull().default(false),
    ...delivery(),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.id] }),
    index('message_by_id').on(t.id),
    // Organisation first: a claim takes a few rows of each without reading all that wait in one organisation.
    index('message_waiting')
      .on(t.channel, t.organization_id, t.due_at)
      .where(sql`status = 'QUEUED' and digest_id is null`),
    index('message_of_digest').on(t.digest_id).where(sql`digest_id is not null`),
    index('message_unread').on(t.person_id).where(sql`is_unread`),
    index('message_to_erase').on(t.erased_at).where(isToErase),
    index('message_held').on(t.leased_until).where(sql`status = 'SENDING'`),
    index('message_unknown').on(t.asked_at).where(sql`status = 'UNKNOWN'`),
    // Finds whether the provider has reported events of later messages.
    index('message_reported').on(t.provider, t.asked_at).where(sql`reported_at is not null`),
    // Finds the person last written to at a number, and whether they ever answered (D30, D31).
    index('message_of_number').on(t.address, t.created_at).where(sql`channel = 'SMS'`),
    index('message_by_member').on(sql`lower(address)`, t.created_at).where(IS_BY_MEMBER),
    index('message_at_provider').on(t.provider_message_id).where(sql`provider_message_id is not null`),
    index('message_of_batch').on(t.batch_id).where(sql`batch_id is not null`),
    index('message_of_person').on(t.person_id, t.created_at),
    index('message_of_request').on(t.request_id).where(sql`request_id is not null`),
    uniqueIndex('message_once_per_broadcast')
      .on(t.broadcast_id, addressed(t), t.channel, t.organization_id)
      .where(sql`broadcast_id is not null`),
    uniqueIndex('message_link_again_once_a_day')
      .on(sql`(payload->>'assignment_id')`, sql`(payload->>'day')`, t.organization_id)
      .where(sql`template = 'link_again'`),
    uniqueIndex('message_shift_reminder_once_a_day')
      .on(addressed(t), sql`(payload->>'day')`, t.channel, t.organization_id)
      .where(sql`template = 'shift_reminder'`),
    check('message_status', oneOf(t.status, messageStatuses)),
    check('message_direction', oneOf(t.direction, ['OUTBOUND', 'INBOUND'])),
    check('message_channel', oneOf(t.channel, ['EMAIL', 'SMS'])),
  ],
)

/** No foreign key to the event: the record outlives it. */
export const broadcast = pgTable(
  'broadcast',
  {
    organization_id: organizationId().references(() => organization.id, { onDelete: 'cascade' }),
    id: uuid('id').notNull(),
    event_id: uuid('event_id').notNull(),
    message_type: text('message_type').notNull().$type<'reminder' | 'custom'>(),
    /** Null in rows older than this column. */
    form: jsonb('form').$type<BroadcastForm>(),
    people_count: integer('people_count').notNull().default(0),
    total_count: integer('total_count').notNull(),
    sent_count: integer('sent_count').notNull(),
    unreachable: jsonb('unreachable').notNull().default([]).$type<
      {
        person_id: string
        channel: 'EMAIL' | 'SMS'
        reason: 'no_contact_info' | 'opted_out' | 'bounced' | 'number_not_allowed' | 'enough_today'
      }[]
    >(),
    /** D68. Of a planned broadcast the counts are 0 until it is sent. */
    state: text('state').notNull().default('sent').$type<BroadcastState>(),
    send_at: instant('send_at'),
    /** Code of the refusal, if it was refused at `send_at`. */
    refusal: text('refusal').$type<ErrorCode>(),
    /** The broadcast that did not reach the person to whom this one went. It may be gone. */
    resend_of: uuid('resend_of'),
    /** Database time. */
    due_at: instant('due_at').notNull().default(sql`now()`),
    undone_count: integer('undone_count').notNull().default(0),
    /** Invited assignments with their fields before the broadcast, which an undo restores. */
    invitations: jsonb('invitations').notNull().default([]).$type<BroadcastInvitation[]>(),
    created_by: uuid('created_by').notNull(),
    created_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.id] }),
    index('broadcast_by_id').on(t.id),
    index('broadcast_of_event').on(t.event_id, t.created_at),
    index('broadcast_planned').on(t.send_at).where(sql`state = 'planned'`),
    index('broadcast_resent').on(t.resend_of).where(sql`resend_of is not null`),
    check('broadcast_message_type', oneOf(t.message_type, ['reminder', 'custom'])),
    check('broadcast_state', oneOf(t.state, broadcastStates)),
    check('broadcast_planned_time', sql`${t.state} <> 'planned' or ${t.send_at} is not null`),
  ],
)

export const savedText = pgTable(
  'saved_text',
  {
    organization_id: organizationId().references(() => organization.id, { onDelete: 'cascade' }),
    id: uuid('id').notNull(),
    title: text('title').notNull(),
    text: text('text').notNull(),
    created_at: createdAt(),
    version: version(),
  },
  (t) => [primaryKey({ columns: [t.organization_id, t.id] })],
)

/** D46: a change that can be undone for a minute. */
export const batch = pgTable(
  'batch',
  {
    organization_id: organizationId().references(() => organization.id, { onDelete: 'cascade' }),
    id: uuid('id').notNull(),
    /** Events whose shifts it concerns, for keys of one event (K1). */
    event_ids: uuid('event_ids').array().notNull(),
    /** The rows as they were and as it left them (`record-batch.ts`). Null once it can no longer be undone. */
    before: json('before').$type<unknown>(),
    after: json('after').$type<unknown>(),
    /** What its undo has left. */
    kept: jsonb('kept').$type<Kept[]>(),
    /** Database time at the end of its transaction. */
    created_at: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.organization_id, t.id] }), index('batch_age').on(t.created_at)],
)

/** D48: an import that can be undone for 24 hours. */
export const personImport = pgTable(
  'person_import',
  {
    organization_id: organizationId().references(() => organization.id, { onDelete: 'cascade' }),
    id: uuid('id').notNull(),
    /** Tags that it has made. */
    tag_ids: uuid('tag_ids').array().notNull(),
    /** What its undo has left. */
    kept: jsonb('kept').$type<KeptPerson[]>(),
    created_at: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.organization_id, t.id] }), index('person_import_age').on(t.created_at)],
)

/** Somebody whom an import has added or changed, until it is undone. */
export const importedPerson = pgTable(
  'imported_person',
  {
    organization_id: organizationId(),
    import_id: uuid('import_id').notNull(),
    person_id: uuid('person_id').notNull(),
    /** As the import left them. */
    version: integer('version').notNull(),
    /** What it changed, as it was. Null: it has added them. */
    before: jsonb('before').$type<PersonBefore>(),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.import_id, t.person_id] }),
    index('imported_person_of_person').on(t.person_id),
    foreignKey({
      name: 'imported_person_import',
      columns: [t.organization_id, t.import_id],
      foreignColumns: [personImport.organization_id, personImport.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'imported_person_person',
      columns: [t.organization_id, t.person_id],
      foreignColumns: [person.organization_id, person.id],
    }).onDelete('cascade'),
  ],
)

/** D60: an entry that became part of another. */
export const merge = pgTable(
  'merge',
  {
    organization_id: organizationId(),
    id: uuid('id').notNull(),
    /** The entry that is left now: it may have become part of a third one since. */
    person_id: uuid('person_id').notNull(),
    kept_id: uuid('kept_id').notNull(),
    merged_id: uuid('merged_id').notNull(),
    /** The rows as they were, and the entry as the merge left it (`record-merge.ts`). Null once it cannot be undone. */
    before: json('before').$type<unknown>(),
    after: json('after').$type<unknown>(),
    /** What its undo has left. */
    undone: jsonb('undone').$type<MergeUndone>(),
    merged_at: instant('merged_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.id] }),
    index('merge_of_person').on(t.person_id),
    index('merge_age').on(t.merged_at).where(sql`before is not null`),
    foreignKey({
      name: 'merge_person',
      columns: [t.organization_id, t.person_id],
      foreignColumns: [person.organization_id, person.id],
    }).onDelete('cascade'),
  ],
)

/** D60: links of a row that is gone lead to the one that is left, while their own links have not been replaced (D17). */
export const mergedLink = pgTable(
  'merged_link',
  {
    organization_id: organizationId(),
    /** The person, assignment or place in line that is gone. */
    id: uuid('id').notNull(),
    merge_id: uuid('merge_id').notNull(),
    leads_to: uuid('leads_to').notNull(),
    /** Rounds of both at the merge (D17, V2). */
    round: integer('round').notNull(),
    leads_to_round: integer('leads_to_round').notNull(),
    feed_rounds: jsonb('feed_rounds').notNull().default({}).$type<Record<string, number>>(),
    leads_to_feed_rounds: jsonb('leads_to_feed_rounds').notNull().default({}).$type<Record<string, number>>(),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.id] }),
    index('merged_link_by_id').on(t.id),
    index('merged_link_of_merge').on(t.merge_id),
    foreignKey({
      name: 'merged_link_merge',
      columns: [t.organization_id, t.merge_id],
      foreignColumns: [merge.organization_id, merge.id],
    }).onDelete('cascade'),
  ],
)

/** D60: two entries that were said to be two people. */
export const toldApart = pgTable(
  'told_apart',
  {
    organization_id: organizationId(),
    /** The smaller id. */
    one_id: uuid('one_id').notNull(),
    other_id: uuid('other_id').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.one_id, t.other_id] }),
    index('told_apart_of_one').on(t.one_id),
    index('told_apart_of_other').on(t.other_id),
    foreignKey({
      name: 'told_apart_one',
      columns: [t.organization_id, t.one_id],
      foreignColumns: [person.organization_id, person.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'told_apart_other',
      columns: [t.organization_id, t.other_id],
      foreignColumns: [person.organization_id, person.id],
    }).onDelete('cascade'),
  ],
)

/** What is gone, for copies of the lists. Written by triggers (0002_changes.sql). */
export const deletion = pgTable(
  'deletion',
  {
    organization_id: organizationId().references(() => organization.id, { onDelete: 'cascade' }),
    id: uuid('id').notNull(),
    kind: text('kind').notNull().$type<DeletedKind>(),
    /** The event of a role or a shift. */
    event_id: uuid('event_id'),
    deleted_at: instant('deleted_at').notNull().default(sql`now()`),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.id] }),
    index('deletion_age').on(t.deleted_at),
    check('deletion_kind', oneOf(t.kind, deletedKinds)),
  ],
)

export const dailyCap = pgTable(
  'daily_cap',
  {
    organization_id: organizationId().references(() => organization.id, { onDelete: 'cascade' }),
    channel: text('channel').notNull(),
    day: date('day').notNull(),
    accepted: integer('accepted').notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.organization_id, t.channel, t.day] })],
)

/** Messages of a day, for the caps of all organisations that one account created and of the installation. */
export const sendingTotal = pgTable(
  'sending_total',
  {
    scope: text('scope').notNull(),
    channel: text('channel').notNull(),
    day: date('day').notNull(),
    accepted: integer('accepted').notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.scope, t.channel, t.day] })],
)

/** Addresses after STOP, unsubscribe or a hard bounce (D31). Email folded, phones in E.164. */
export const suppression = pgTable(
  'suppression',
  {
    organization_id: organizationId().references(() => organization.id, { onDelete: 'cascade' }),
    channel: text('channel').notNull(),
    address: text('address').notNull(),
    reason: text('reason').notNull(),
    created_at: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.organization_id, t.channel, t.address] })],
)

/** Inserted before its conversation, which has its id as name: after a crash the next attempt finds it (D30). */
export const smsThread = pgTable(
  'sms_thread',
  {
    organization_id: organizationId().references(() => organization.id, { onDelete: 'cascade' }),
    id: uuid('id').notNull(),
    phone: text('phone').notNull(),
    number: text('number').notNull(),
    conversation_sid: text('conversation_sid'),
    created_at: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.organization_id, t.id] }),
    unique('sms_thread_once').on(t.phone, t.number, t.organization_id),
    index('sms_thread_by_conversation').on(t.conversation_sid),
  ],
)

/** Conversations whose thread is deleted, until the provider has deleted them too (D33). Outlives its organisation. */
export const endedThread = pgTable(
  'ended_thread',
  {
    organization_id: organizationId(),
    conversation_sid: text('conversation_sid').notNull(),
    created_at: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.organization_id, t.conversation_sid] })],
)

export const webhookEvent = pgTable(
  'webhook_event',
  {
    provider: text('provider').notNull(),
    provider_event_id: text('provider_event_id').notNull(),
    received_at: instant('received_at').notNull().default(sql`now()`),
  },
  (t) => [
    primaryKey({ columns: [t.provider, t.provider_event_id] }),
    index('webhook_event_age').on(t.received_at),
  ],
)

export const workerHeartbeat = pgTable('worker_heartbeat', {
  worker_id: uuid('worker_id').primaryKey(),
  beat_at: instant('beat_at').notNull().default(sql`now()`),
})

export const scheduledJob = pgTable('scheduled_job', {
  name: text('name').primaryKey(),
  /**
   * Nightly job: advanced when all its steps are done, so that a failing step shows as overdue. Maintenance, which is no
   * job: its expected end.
   */
  due_at: instant('due_at').notNull(),
  /** When the lease of the worker that runs the job ends, also if that worker has died. */
  leased_until: instant('leased_until'),
})

/** Fixed windows, shared by all processes. */
export const rateLimit = pgTable(
  'rate_limit',
  {
    bucket: text('bucket').notNull(),
    window_start: instant('window_start').notNull(),
    hits: integer('hits').notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.bucket, t.window_start] }), index('rate_limit_age').on(t.window_start)],
)

/** D28: counts over all organisations. The row is locked while the worker decides on a message. */
export const mailQuota = pgTable(
  'mail_quota',
  {
    /** SHA-256 of the folded address. */
    address_key: text('address_key').primaryKey(),
    /** Times of the last day's mails, ascending. The last may be that of a queued digest. */
    sent_at: jsonb('sent_at').notNull().default([]).$type<string[]>(),
    digest_id: uuid('digest_id'),
    updated_at: instant('updated_at').notNull().default(sql`now()`),
  },
  (t) => [index('mail_quota_age').on(t.updated_at)],
)

/** D28: addresses whose owners pressed "It wasn't me". */
export const mailBlock = pgTable('mail_block', {
  address_key: text('address_key').primaryKey(),
  created_at: createdAt(),
})

export type ShiftRow = typeof shift.$inferSelect
export type PersonRow = typeof person.$inferSelect
/** Fields that an organiser fills in. */
export type PersonValues = Pick<
  PersonRow,
  'first_name' | 'last_name' | 'email' | 'phone' | 'child_team' | 'notes' | 'language'
>
export type PersonBefore = PersonValues & { identity_key: string; added_tag_ids: string[] }
export type AssignmentRow = typeof assignment.$inferSelect

export const tables = {
  appUser,
  session,
  refreshToken,
  oneTimeToken,
  flowState,
  mfaFactor,
  mfaChallenge,
  webauthnCredential,
  recoveryCode,
  accountMessage,
  organization,
  membership,
  person,
  event,
  role,
  shift,
  assignment,
  memberLead,
  memberInvitation,
  auditLog,
  idempotencyKey,
  message,
  broadcast,
  batch,
  dailyCap,
  sendingTotal,
  suppression,
  smsThread,
  webhookEvent,
  workerHeartbeat,
  scheduledJob,
  rateLimit,
  mailQuota,
  mailBlock,
}
