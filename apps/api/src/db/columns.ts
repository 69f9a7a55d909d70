import type { MessageStatus } from '@muster/contract/rules/message-status'
import { sql } from 'drizzle-orm'
import { customType, integer, jsonb, text, uuid } from 'drizzle-orm/pg-core'
import { readInstant } from './read-instant.ts'

/** Instant, read as an ISO 8601 string in UTC (D25). */
export const instant = customType<{ data: string; driverData: string }>({
  dataType: () => 'timestamp(3) with time zone',
  fromDriver: readInstant,
})

export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

export const organizationId = () => uuid('organization_id').notNull()

export const createdAt = () => instant('created_at').notNull().default(sql`now()`)

/** When the row was written last; statements in SQL set it themselves. */
export const updatedAt = () =>
  instant('updated_at')
    .notNull()
    .default(sql`now()`)
    .$onUpdate(() => sql`now()`)

/** When the row was written last, by whichever statement: a trigger sets it (0002_changes.sql). */
export const writtenAt = () => instant('updated_at').notNull().default(sql`now()`)

export const version = () => integer('version').notNull().default(1)

export const delivery = () => ({
  template: text('template').notNull(),
  /** No secrets: links are derived when the message is sent. */
  payload: jsonb('payload').notNull().$type<Record<string, unknown>>(),
  language: text('language').notNull(),
  address: text('address').notNull(),
  status: text('status').notNull().default('QUEUED').$type<MessageStatus>(),
  attempts: integer('attempts').notNull().default(0),
  due_at: instant('due_at').notNull().default(sql`now()`),
  /** Database time. */
  leased_until: instant('leased_until'),
  /** Incremented by every claim: a worker that lost its lease cannot settle. */
  fence: integer('fence').notNull().default(0),
  /** Database time of the last claim: since then the provider may have the message. */
  asked_at: instant('asked_at'),
  /** The provider of the last claim, which is asked when the outcome is unknown. */
  provider: text('provider'),
  provider_message_id: text('provider_message_id'),
  /** When the provider first reported an event of the message (D31). */
  reported_at: instant('reported_at'),
  failure_reason: text('failure_reason'),
  sent_at: instant('sent_at'),
  delivered_at: instant('delivered_at'),
  erased_at: instant('erased_at'),
  created_at: createdAt(),
  /** Id of the request whose transaction inserted it (`db/origin.ts`). The client may have chosen it. */
  request_id: text('request_id').default(sql`nullif(current_setting('app.request_id', true), '')`),
  traceparent: text('traceparent').default(sql`nullif(current_setting('app.traceparent', true), '')`),
})
