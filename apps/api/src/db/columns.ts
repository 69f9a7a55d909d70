import type { MessageStatus } from '@muster/contract/rules/message-status'
import { sql } from 'drizzle-orm'
import { customType, integer, jsonb, text, uuid } from 'drizzle-orm/pg-core'

/** A timestamptz that leaves the database as ISO 8601 UTC: a row already has the shape of the wire (D25). */
export const instant = customType<{ data: string; driverData: string }>({
  dataType: () => 'timestamp(3) with time zone',
  fromDriver: (value) => new Date(value).toISOString(),
})

/** First column of every tenant table: in its primary key, its unique indexes and its foreign keys. */
export const organizationId = () => uuid('organization_id').notNull()

export const createdAt = () => instant('created_at').notNull().default(sql`now()`)

/** Rises with every change (D5). */
export const version = () => integer('version').notNull().default(1)

/** What the outbox worker needs of a row it delivers (D27). */
export const delivery = () => ({
  template: text('template').notNull(),
  /** What the template needs, without secrets: links are derived from ids and rounds when it is sent. */
  facts: jsonb('facts').notNull().$type<Record<string, unknown>>(),
  language: text('language').notNull(),
  address: text('address').notNull(),
  status: text('status').notNull().default('QUEUED').$type<MessageStatus>(),
  attempts: integer('attempts').notNull().default(0),
  /** Not before this moment; rises with every known refusal. */
  due_at: instant('due_at').notNull().default(sql`now()`),
  /** Database time until which a worker holds the row. */
  leased_until: instant('leased_until'),
  /** Rises with every claim: a worker that lost its lease cannot settle. */
  fence: integer('fence').notNull().default(0),
  /** Database time of the last claim: from then on the provider may have it. */
  asked_at: instant('asked_at'),
  /** Whom the last claim meant to give it to; that one is asked when nobody heard what became of it. */
  provider: text('provider'),
  provider_message_id: text('provider_message_id'),
  /** When the provider first told of it by itself (D31). */
  heard_at: instant('heard_at'),
  failure_reason: text('failure_reason'),
  sent_at: instant('sent_at'),
  delivered_at: instant('delivered_at'),
  created_at: createdAt(),
})
