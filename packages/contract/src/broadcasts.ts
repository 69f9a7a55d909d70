import { initContract } from '@ts-rest/core'
import { z } from 'zod'
import { id, language, optionalText } from './fields.ts'
import { channel } from './messages.ts'
import { routes } from './routes.ts'
import { LIMITS } from './rules/text.ts'

const c = initContract()

export const broadcastBody = z.object({
  messageType: z.enum(['reminder', 'custom']),
  /** Optional for a reminder, required for a custom message. */
  customText: optionalText(LIMITS.text).optional(),
  communicationChannel: z.enum(['both', 'sms', 'email']),
  includePastShifts: z.boolean(),
  includeCurrentShifts: z.boolean(),
  includeUpcomingShifts: z.boolean(),
  /** Personal links; ignored for a custom message. */
  includeLink: z.boolean(),
  /** Of a reminder; the frame of a custom message is in each person's language (D32). */
  language,
})

/**
 * Why a channel cannot reach a person. `bounced`: the provider reported an unknown address. `number_not_allowed`: a
 * premium-rate or satellite number.
 */
export const unreachable = z.enum(['no_contact_info', 'opted_out', 'bounced', 'number_not_allowed'])

/** Whether a channel reaches a person; null when the channel is not chosen. */
const reach = z.union([z.literal('reachable'), unreachable]).nullable()

const personName = { person_id: id, first_name: z.string(), last_name: z.string() }

export const broadcastPreview = z.object({
  /** People per group, chosen or not. */
  groups: z.object({ past: z.int(), current: z.int(), upcoming: z.int() }),
  /** People × chosen channels; becomes `totalCount`. */
  total_count: z.int(),
  /** Becomes `sentCount`. */
  sendable_count: z.int(),
  recipients: z.array(z.object({ ...personName, shifts: z.int(), email: reach, sms: reach })),
  /** Rendered for one recipient; null without a reachable one. */
  sample: z
    .object({
      first_name: z.string(),
      last_name: z.string(),
      email: z
        .object({ from: z.string(), subject: z.string(), html: z.string(), text: z.string(), language })
        .nullable(),
      sms: z
        .object({
          from: z.string(),
          text: z.string(),
          characters: z.int(),
          segments: z.int(),
          language,
        })
        .nullable(),
    })
    .nullable(),
  /** Of the longest SMS; above ten the broadcast is refused (D29). */
  most_segments: z.int(),
})

export type BroadcastPreview = z.infer<typeof broadcastPreview>

export const broadcastSent = z.object({
  /** Messages accepted into the outbox. */
  sentCount: z.int(),
  /** Messages that should exist: people × chosen channels. */
  totalCount: z.int(),
  broadcast_id: id,
})

export type BroadcastSent = z.infer<typeof broadcastSent>

export const broadcastProgress = z.object({
  id,
  event_id: id,
  message_type: z.enum(['reminder', 'custom']),
  created_at: z.string(),
  total_count: z.int(),
  /** D29: those accepted into the outbox. */
  sendable: z.int(),
  /** D29: of those, SENT, DELIVERED, FAILED or UNKNOWN. */
  settled: z.int(),
  counts: z.object({
    QUEUED: z.int(),
    SENDING: z.int(),
    SENT: z.int(),
    DELIVERED: z.int(),
    FAILED: z.int(),
    UNKNOWN: z.int(),
  }),
  /** Messages not delivered: unreachable, FAILED or UNKNOWN. */
  problem_count: z.int(),
  problems: z.array(
    z.object({
      /** Null when the person was deleted. */
      person: z.object(personName).nullable(),
      channel,
      kind: z.enum([...unreachable.options, 'failed', 'unknown']),
      /** In the reader's language. */
      detail: z.string().nullable(),
    }),
  ),
})

export type BroadcastProgress = z.infer<typeof broadcastProgress>

const byEvent = z.object({ eventId: id })

export const broadcasts = c.router({
  sendBroadcast: {
    ...routes.broadcasts.sendBroadcast,
    summary: 'Write to the confirmed and invited people of an event (D29)',
    pathParams: byEvent,
    headers: { 'idempotency-key': z.string().min(8).max(100).optional() },
    body: broadcastBody,
    responses: { 201: broadcastSent },
  },
  previewBroadcast: {
    ...routes.broadcasts.previewBroadcast,
    summary: 'Who would get what; nothing is written or sent',
    pathParams: byEvent,
    body: broadcastBody,
    responses: { 200: broadcastPreview },
  },
  getBroadcast: {
    ...routes.broadcasts.getBroadcast,
    summary: 'How far a broadcast has come, and whom it did not reach (D29)',
    pathParams: z.object({ id }),
    responses: { 200: broadcastProgress },
  },
})
