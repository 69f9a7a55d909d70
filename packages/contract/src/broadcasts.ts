import { initContract } from '@ts-rest/core'
import { z } from 'zod'
import { broadcastBody, messageType } from './broadcast-form.ts'
import { endpoint } from './endpoint.ts'
import { about, id, idempotencyHeaders, language, timestamp } from './fields.ts'
import { channel } from './messages.ts'
import { audienceStatuses } from './rules/broadcast-audience.ts'
import { broadcastStates } from './rules/broadcast-state.ts'
import { readsEvent, sendsEvent, sendsInPerson } from './rules/route-access.ts'

const c = initContract()

export const unreachable = z
  .enum(['no_contact_info', 'opted_out', 'bounced', 'number_not_allowed', 'enough_today'])
  .meta({
    id: 'Unreachable',
    description:
      'Why a channel cannot reach a person. `bounced`: the provider reported an unknown address. `number_not_allowed`: a premium-rate or satellite number. `enough_today`: the person has got as many messages of the organization today as one may get.',
  })

const deliverability = z
  .union([z.literal('reachable'), unreachable])
  .nullable()
  .describe('Whether the channel reaches the person. Null when it is not chosen.')

const personName = {
  person_id: id.describe('The person.'),
  first_name: z.string().meta(about.first_name),
  last_name: z.string().meta(about.last_name),
}

const smsSize = {
  characters: z.int().meta({ description: 'Characters.', examples: [120] }),
  segments: z.int().meta({ description: 'SMS segments, which are what is paid.', examples: [1] }),
}

const sender = z.string().meta({ description: 'The sender.', examples: ['Falun Festival'] })
const writtenText = z.string().meta({
  description: 'The text.',
  examples: ['Hi Åsa! Parking is on the north side this year.'],
})

const sample = z
  .object({
    ...personName,
    language,
    email: z
      .object({
        from: sender,
        subject: z.string().meta({ description: 'The subject.', examples: ['Midsummer festival'] }),
        html: z.string().meta({ description: 'The e-mail as HTML.', examples: ['<p>Hi Åsa!</p>'] }),
        text: writtenText,
      })
      .describe('The e-mail. Null where none would be sent.')
      .nullable(),
    sms: z
      .object({
        from: sender,
        text: writtenText,
        ...smsSize,
        stop_link: z
          .object(smsSize)
          .describe('What the stop link adds to a custom SMS, whether chosen or not. Null for a reminder.')
          .nullable(),
      })
      .describe('The SMS. Null where none would be sent.')
      .nullable(),
  })
  .meta({ id: 'BroadcastSample', description: 'The messages to one recipient.' })

const totalCount = { description: 'Messages that should exist: people × chosen channels.', examples: [36] }

export const broadcastPreview = z
  .object({
    groups: z
      .object({
        past: z.int().meta({ description: 'People of shifts that have ended.', examples: [0] }),
        current: z.int().meta({ description: 'People of shifts that have begun.', examples: [2] }),
        upcoming: z.int().meta({ description: 'People of shifts that have not begun.', examples: [16] }),
      })
      .describe('People per group, chosen or not.'),
    // D68
    statuses: z.record(z.enum(audienceStatuses), z.int()).meta({
      description: 'People of the chosen groups, roles, days, shifts and tags per status, chosen or not.',
      examples: [
        {
          CONFIRMED: 12,
          INVITED: 6,
          DECLINED: 2,
          WAITING: 1,
          asked: 3,
          not_asked: 2,
          expired: 1,
          new_time_open: 1,
        },
      ],
    }),
    total_count: z
      .int()
      .meta({ ...totalCount, description: `${totalCount.description} Becomes \`totalCount\`.` }),
    sendable_count: z
      .int()
      .meta({ description: 'Messages that can be sent. Becomes `sentCount`.', examples: [34] }),
    people_count: z.int().meta({ description: 'People who get at least one message.', examples: [18] }),
    languages: z
      .partialRecord(language, z.int())
      .meta({ description: 'Those people per language of their messages.', examples: [{ en: 3, sv: 15 }] }),
    main_language: language.meta({
      description:
        'The language of most of them; the organization’s if there are as many of each, or nobody.',
    }),
    expired_count: z.int().meta({
      description: 'Expired invitations that the message opens again unless `leaveExpired` is set.',
      examples: [1],
    }),
    unasked_count: z.int().meta({
      description: 'People to whom a reminder is the first message about a shift: it is an invitation then.',
      examples: [2],
    }),
    recipients: z
      .array(
        z.object({
          ...personName,
          shifts: z.int().meta({ description: 'How many of their shifts it is about.', examples: [2] }),
          email: deliverability,
          sms: deliverability,
        }),
      )
      .describe('Everybody it would go to.'),
    left_out: z
      .array(z.object(personName))
      .describe('People to whom it would also go without `person_ids` and `except_ids`.'),
    samples: z
      .array(sample)
      .describe('For one reachable recipient per language, or for `as_person_id` alone.'),
    sms_segments: z.int().meta({ description: 'Segments of all SMS together.', examples: [32] }),
    most_segments: z.int().meta({
      description: 'Segments of the longest SMS. Above ten the broadcast is refused.',
      examples: [2],
    }),
  })
  .meta({ id: 'BroadcastPreview', description: 'What a broadcast would send now.' })

export type BroadcastPreview = z.infer<typeof broadcastPreview>

export const broadcastSent = z
  .object({
    sentCount: z.int().meta({ description: 'Messages accepted for sending.', examples: [34] }),
    totalCount: z.int().meta(totalCount),
    broadcast_id: id.describe('The broadcast, to follow its progress.'),
  })
  .meta({ id: 'BroadcastSent' })

export type BroadcastSent = z.infer<typeof broadcastSent>

const countOf = (status: string, example: number) =>
  z.int().meta({ description: `Messages that are ${status}.`, examples: [example] })

const progressFields = {
  id,
  event_id: id.describe('The event.'),
  message_type: messageType,
  // D68
  state: z
    .enum(broadcastStates)
    .describe(
      '`planned`: it waits for `send_at`, and all counts are 0. `sent`: its messages are in the outbox. `cancelled`: it was taken back before `send_at`. `refused`: it could not be sent then.',
    ),
  send_at: timestamp.describe('When it was to be sent. Null: at once.').nullable(),
  refusal: z
    .string()
    .meta({
      description: 'Why it was refused at `send_at`, in the language of `Accept-Language`.',
      examples: ['This event is archived. Bring it back to change it.'],
    })
    .nullable(),
  created_at: timestamp.describe('When it was sent (ISO 8601, UTC), or planned if it has not been sent.'),
  created_by: z
    .string()
    .meta({
      description: 'E-mail address of the administrator. Null when the account is gone.',
      examples: ['admin@festival.example'],
    })
    .nullable(),
  created_by_name: z.string().meta(about.creator_name).nullable(),
  text: z
    .string()
    .meta({
      description: 'What was typed. Null without a text.',
      examples: ['Parking is on the north side this year.'],
    })
    .nullable(),
  form: z
    .object(broadcastBody.shape)
    .describe('What was sent, as it was chosen. Null where it was not recorded.')
    .nullable(),
  people_count: z
    .int()
    .meta({ description: 'People to whom at least one message was to go.', examples: [18] }),
  total_count: z.int().meta(totalCount),
  // D29
  sendable: z
    .int()
    .meta({ description: 'Messages that were accepted for sending and not undone.', examples: [34] }),
  settled: z.int().meta({
    description: 'Of those, SENT, DELIVERED, FAILED or UNKNOWN. Complete when equal to `sendable`.',
    examples: [30],
  }),
  counts: z
    .object({
      QUEUED: countOf('QUEUED', 4),
      SENDING: countOf('SENDING', 0),
      SENT: countOf('SENT', 12),
      DELIVERED: countOf('DELIVERED', 17),
      FAILED: countOf('FAILED', 1),
      UNKNOWN: countOf('UNKNOWN', 0),
    })
    .describe('Messages per status.'),
  channels: z
    .object({
      EMAIL: z.int().meta({ description: 'E-mails.', examples: [18] }),
      SMS: z.int().meta({ description: 'SMS.', examples: [16] }),
    })
    .describe('Messages per channel.'),
  retrying: z
    .int()
    .meta({ description: 'QUEUED after the provider refused them: they are tried again.', examples: [1] }),
  waits_ms: z.int().meta({
    description: 'Milliseconds until the first message leaves, as long as all can be undone; then 0.',
    examples: [0],
  }),
  undone_count: z
    .int()
    .meta({ description: 'Messages that were undone before they were sent.', examples: [0] }),
}

export const broadcastProgress = z
  .object({
    ...progressFields,
    problem_count: z.int().meta({
      description: 'Messages not delivered: unreachable, FAILED or UNKNOWN.',
      examples: [3],
    }),
    problems: z
      .array(
        z.object({
          person: z.object(personName).describe('Null when the person was deleted.').nullable(),
          channel,
          kind: z
            .enum([...unreachable.options, 'failed', 'unknown'])
            .describe('Why the message was not delivered.'),
          detail: z
            .string()
            .meta({
              description: 'More, in the language of `Accept-Language`.',
              examples: ['The address does not exist.'],
            })
            .nullable(),
          resent_by: id
            .describe('The broadcast that has been sent to the person since, with `resend_of`. Null: none.')
            .nullable(),
        }),
      )
      .describe('Whom it did not reach.'),
    answers: z
      .object({
        confirmed: z.int().meta({ description: 'Shifts to which people said yes.', examples: [6] }),
        declined: z.int().meta({ description: 'Shifts to which people said no.', examples: [2] }),
        open: z.int().meta({ description: 'Shifts without an answer.', examples: [15] }),
        open_person_ids: z.array(id).describe('Who has not answered for every shift.'),
      })
      .describe('Answers since then to the invitations that its links opened.'),
  })
  .meta({ id: 'Broadcast', description: 'How far a broadcast has come.' })

export type BroadcastProgress = z.infer<typeof broadcastProgress>

export const broadcastSummary = z
  .object(progressFields)
  .meta({ id: 'BroadcastSummary', description: "One entry of an event's list of broadcasts." })

export type BroadcastSummary = z.infer<typeof broadcastSummary>

const asPerson = {
  as_person_id: id.describe('Whose messages are shown. Left out: of one person per language.').optional(),
}
const byEvent = z.object({ eventId: id.describe('The event.') })
const byId = z.object({ id: id.describe('The broadcast.') })

export const broadcasts = c.router({
  sendBroadcast: endpoint('POST /admin/events/:eventId/broadcast', {
    access: sendsEvent,
    log: ['broadcast.sent', 'broadcast.planned'],
    summary: 'Send a broadcast',
    description:
      'Writes to the confirmed and invited people of an event, or to those that the form names: one message per person and channel, about all their matching shifts. With `send_at` it is planned, and the counts are those of now.',
    refuses: [
      'event_archived',
      'event_not_found',
      'broadcast_not_found',
      'no_target_group',
      'message_required',
      'message_too_long',
      'daily_cap_reached',
    ],
    pathParams: byEvent,
    headers: idempotencyHeaders,
    body: broadcastBody,
    responses: { 201: broadcastSent },
  }),
  previewBroadcast: endpoint('POST /admin/events/:eventId/broadcast/preview', {
    access: sendsEvent,
    log: 'none',
    summary: 'Preview a broadcast',
    description: 'Who would get what. Nothing is stored or sent, and an incomplete form is accepted.',
    refuses: ['event_not_found'],
    pathParams: byEvent,
    body: broadcastBody.extend(asPerson),
    responses: { 200: broadcastPreview },
  }),
  getBroadcast: endpoint('GET /admin/broadcasts/:id', {
    access: readsEvent,
    summary: 'Get a broadcast',
    description: 'How far it has come, and whom it did not reach.',
    refuses: ['broadcast_not_found'],
    pathParams: byId,
    responses: { 200: broadcastProgress },
  }),
  testBroadcast: endpoint('POST /admin/events/:eventId/broadcast/test', {
    // To the address of the account.
    access: sendsInPerson,
    log: 'none',
    summary: 'Send the preview of a broadcast to oneself',
    description:
      'Sends to the e-mail address of the account what the preview shows: the e-mail, and the SMS as an e-mail of its own. Links lead to the page of the event, because the personal ones are not yours. Twenty an hour.',
    refuses: ['event_not_found', 'no_recipient'],
    pathParams: byEvent,
    headers: idempotencyHeaders,
    body: broadcastBody.extend(asPerson),
    responses: { 204: c.noBody() },
  }),
  sendBroadcastNow: endpoint('POST /admin/broadcasts/:id/send-now', {
    access: sendsEvent,
    log: ['broadcast.sent'],
    summary: 'Send a waiting broadcast now',
    description:
      'Ends the time in which it can be undone, or sends a planned one. Changes nothing if it has left or was taken back.',
    refuses: ['broadcast_not_found', 'event_archived', 'message_too_long', 'daily_cap_reached'],
    pathParams: byId,
    headers: idempotencyHeaders,
    body: c.noBody(),
    responses: { 200: broadcastProgress },
  }),
  undoBroadcast: endpoint('POST /admin/broadcasts/:id/undo', {
    access: sendsEvent,
    log: ['broadcast.undone'],
    summary: 'Undo a broadcast',
    description:
      'Takes back the messages that are not being sent yet, or cancels what is planned. The others go out.',
    refuses: ['broadcast_not_found'],
    pathParams: byId,
    headers: idempotencyHeaders,
    body: c.noBody(),
    responses: { 200: broadcastProgress },
  }),
  listBroadcasts: endpoint('GET /admin/events/:eventId/broadcasts', {
    access: readsEvent,
    summary: 'List the broadcasts of an event',
    description: 'The latest, newest first.',
    refuses: ['event_not_found'],
    pathParams: byEvent,
    responses: { 200: z.array(broadcastSummary) },
  }),
})
