import { initContract } from '@ts-rest/core'
import { z } from 'zod'
import { id, idempotencyHeaders, language, optionalText } from './fields.ts'
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
  /** D32: null or absent: each person's own language. */
  language: language.nullish(),
  /** The text per language; in a language without one it is `customText`. */
  texts: z.partialRecord(language, optionalText(LIMITS.text)).optional(),
  /** D29: adds a link that stops SMS to a custom SMS. */
  includeStopLink: z.boolean().optional(),
  /** D29: a reminder with links opens no expired invitation again, and leaves out its shift. */
  leaveExpired: z.boolean().optional(),
})

export type BroadcastForm = z.output<typeof broadcastBody>

/** `bounced`: the provider reported an unknown address. `number_not_allowed`: a premium-rate or satellite number. */
export const unreachable = z.enum(['no_contact_info', 'opted_out', 'bounced', 'number_not_allowed'])

/** Null when the channel is not chosen. */
const reach = z.union([z.literal('reachable'), unreachable]).nullable()

const personName = { person_id: id, first_name: z.string(), last_name: z.string() }

const smsSize = { characters: z.int(), segments: z.int() }

const sample = z.object({
  first_name: z.string(),
  last_name: z.string(),
  language,
  email: z.object({ from: z.string(), subject: z.string(), html: z.string(), text: z.string() }).nullable(),
  sms: z
    .object({
      from: z.string(),
      text: z.string(),
      ...smsSize,
      /** What the stop link adds to a custom SMS, whether chosen or not; null for a reminder. */
      stop_link: z.object(smsSize).nullable(),
    })
    .nullable(),
})

export const broadcastPreview = z.object({
  /** People per group, chosen or not. */
  groups: z.object({ past: z.int(), current: z.int(), upcoming: z.int() }),
  /** Becomes `totalCount`. */
  total_count: z.int(),
  /** Becomes `sentCount`. */
  sendable_count: z.int(),
  /** People who get at least one message. */
  people_count: z.int(),
  languages: z.partialRecord(language, z.int()),
  /** Expired invitations that the message opens again unless `leaveExpired` is set. */
  expired_count: z.int(),
  recipients: z.array(z.object({ ...personName, shifts: z.int(), email: reach, sms: reach })),
  /** For one reachable recipient per language. */
  samples: z.array(sample),
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

const progressFields = {
  id,
  event_id: id,
  message_type: z.enum(['reminder', 'custom']),
  created_at: z.string(),
  /** People to whom at least one message was to go. */
  people_count: z.int(),
  total_count: z.int(),
  /** D29: those accepted into the outbox and not undone. */
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
  /** QUEUED after the provider refused them: they are tried again. */
  retrying: z.int(),
  /** Milliseconds until the first message leaves, as long as all can be undone; then 0. */
  waits_ms: z.int(),
  /** Messages that were undone before a worker had claimed them. */
  undone_count: z.int(),
}

export const broadcastProgress = z.object({
  ...progressFields,
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

export const broadcastSummary = z.object({
  ...progressFields,
  /** E-mail of the administrator; null when the account is gone. */
  created_by: z.string().nullable(),
  /** What was typed; null without a text. */
  text: z.string().nullable(),
  /** As chosen in the form; null where it was not recorded. */
  audience: broadcastBody
    .pick({
      communicationChannel: true,
      includePastShifts: true,
      includeCurrentShifts: true,
      includeUpcomingShifts: true,
    })
    .nullable(),
})

export type BroadcastSummary = z.infer<typeof broadcastSummary>

const byEvent = z.object({ eventId: id })
const byId = z.object({ id })

export const broadcasts = c.router({
  sendBroadcast: {
    ...routes.broadcasts.sendBroadcast,
    summary: 'Write to the confirmed and invited people of an event (D29)',
    pathParams: byEvent,
    headers: idempotencyHeaders,
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
    pathParams: byId,
    responses: { 200: broadcastProgress },
  },
  undoBroadcast: {
    ...routes.broadcasts.undoBroadcast,
    summary: 'Take back the messages that no worker has claimed yet (D29)',
    pathParams: byId,
    body: c.noBody(),
    responses: { 200: broadcastProgress },
  },
  listBroadcasts: {
    ...routes.broadcasts.listBroadcasts,
    summary: 'The latest broadcasts of an event, newest first',
    pathParams: byEvent,
    responses: { 200: z.array(broadcastSummary) },
  },
})
