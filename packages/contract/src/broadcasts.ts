import { initContract } from '@ts-rest/core'
import { z } from 'zod'
import { id, language, optionalText } from './fields.ts'
import { channel } from './messages.ts'
import { routes } from './routes.ts'
import { LIMITS } from './rules/text.ts'

const c = initContract()

/** As the form sends it; its names are the specification's. */
export const broadcastBody = z.object({
  messageType: z.enum(['reminder', 'custom']),
  /** Optional with a reminder, all there is of a custom message. */
  customText: optionalText(LIMITS.text).optional(),
  communicationChannel: z.enum(['both', 'sms', 'email']),
  includePastShifts: z.boolean(),
  includeCurrentShifts: z.boolean(),
  includeUpcomingShifts: z.boolean(),
  /** The personal links; a custom message carries none. */
  includeLink: z.boolean(),
  /** Of a reminder; a custom message is framed in each person's own (D32). */
  language,
})

/**
 * Why a message cannot be sent to somebody at all. `bounced`: the provider said that there is no such address.
 * `number_not_allowed`: an SMS there would cost too much.
 */
export const unreachable = z.enum(['no_contact_info', 'opted_out', 'bounced', 'number_not_allowed'])

/** Whether a channel reaches a person; null where it is not asked for. */
const reach = z.union([z.literal('reachable'), unreachable]).nullable()

const personName = { person_id: id, first_name: z.string(), last_name: z.string() }

export const broadcastPreview = z.object({
  /** People of each group, whether it is ticked or not. */
  groups: z.object({ past: z.int(), current: z.int(), upcoming: z.int() }),
  /** People × chosen channels: what `totalCount` will be. */
  total_count: z.int(),
  /** What `sentCount` will be. */
  sendable_count: z.int(),
  /** By name. */
  recipients: z.array(z.object({ ...personName, shifts: z.int(), email: reach, sms: reach })),
  /** As one of them gets it; null when nobody can be reached. */
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
  /** The longest SMS anybody would get; over ten segments the broadcast is refused (D29). */
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
  /** How many messages did not get through: unreachable, FAILED, UNKNOWN. */
  problem_count: z.int(),
  /** The first of them. */
  problems: z.array(
    z.object({
      /** Null when the person is gone. */
      person: z.object(personName).nullable(),
      channel,
      kind: z.enum([...unreachable.options, 'failed', 'unknown']),
      /** Why, in the reader's language. */
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
