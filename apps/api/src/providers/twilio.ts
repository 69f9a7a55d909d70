import { takesAlphanumericSender } from '@muster/contract/rules/sms-sender'
import pLimit from 'p-limit'
import { originateFrom } from '../db/origin.ts'
import type { SendResult, SentMessage, Sms, SmsProvider } from './provider.ts'
import type { Threads } from './threads/threads.ts'
import {
  CONNECTIONS,
  createTwilioClient,
  readRefusal,
  type TwilioAccount,
  type TwilioRefusal,
} from './twilio-client.ts'

/** Numbers in E.164. One with a null organisation is shared by all. */
export type Numbers = readonly { number: string; organization_id: string | null }[]

export function findNumber(numbers: Numbers, organization_id: string | null): string | undefined {
  return numbers.find((each) => each.organization_id === organization_id)?.number
}

export function findNumberOwner(numbers: Numbers, number: string): string | null {
  return numbers.find((each) => each.number === number)?.organization_id ?? null
}

type TwilioOptions = TwilioAccount & {
  numbers: Numbers
  public_api_url: string
  threads?: Threads | undefined
  /** ms after which Twilio lists an accepted message at the latest. */
  listed_within_ms?: number
}

/** Includes a queue behind the calls in flight, so that connections do not wait for the next claim. */
const MESSAGES_IN_FLIGHT = 4 * CONNECTIONS
const LISTED_WITHIN_MS = 60_000
const PAGE_SIZE = 200
/** Tolerated difference between Twilio's clock and the database's. */
const CLOCK_SKEW_MS = 60_000
/** Twilio's errors: the network takes no alphanumeric sender, or the recipient cannot be reached from it. */
const SENDER_REFUSED = [21212, 21267, 21606, 21612]

export function createTwilio({
  numbers,
  public_api_url,
  threads,
  listed_within_ms = LISTED_WITHIN_MS,
  ...account
}: TwilioOptions): SmsProvider {
  const client = createTwilioClient(account)
  const limit = pLimit(CONNECTIONS)
  let paused_until = 0

  /** Refuses queued messages without a call once Twilio has asked for a pause. */
  async function sendUnlessPaused(sms: Sms): Promise<SendResult> {
    const pause_ms = paused_until - performance.now()
    if (pause_ms > 0) return { refused: 'Twilio is asked too much.', is_final: false, pause_ms }
    const result = await sendOne(sms)
    if ('pause_ms' in result && result.pause_ms) paused_until = performance.now() + result.pause_ms
    return result
  }

  /** An SMS about an account belongs to no organization: it has no thread, and only the shared number. */
  const findOwnNumber = ({ organization_id }: Pick<Sms, 'organization_id'>) =>
    organization_id === null ? undefined : findNumber(numbers, organization_id)

  async function sendOne(sms: Sms): Promise<SendResult> {
    const own = findOwnNumber(sms)
    const number = own ?? findNumber(numbers, null)
    if (threads && own && sms.prefers_number) return threads.send(sms, own)
    if (number && (sms.prefers_number || !takesAlphanumericSender(sms.to))) return sendFrom(number, sms)
    const result = await sendFrom(sms.from, sms)
    // The refusal is certain, so sending again at once cannot send twice.
    return number && isSenderRefused(result) ? sendFrom(number, sms) : result
  }

  async function sendFrom(from: string, sms: Sms): Promise<SendResult | TwilioRefusal> {
    try {
      const { sid } = await client.messages.create({
        to: sms.to,
        from,
        body: sms.text,
        statusCallback: statusCallback(public_api_url, sms),
      })
      return { provider_message_id: sid }
    } catch (error) {
      return readRefusal(error)
    }
  }

  /** A thread's messages carry our id; the list of messages can only be searched by their text. */
  async function find(message: SentMessage): Promise<string[]> {
    const since = new Date(Date.parse(message.asked_at) - CLOCK_SKEW_MS)
    const own = findOwnNumber(message)
    const thread = threads && own ? await threads.find(message, { number: own, since }) : undefined
    if (thread?.message_sid) return [thread.message_sid]
    const listed = await listSameText(message, since)
    // Messages of the thread are listed too, under other ids: the same text there is another message.
    const mayBeInThread = thread && message.asked_at >= thread.created_at
    return listed.filter(({ from }) => !(mayBeInThread && from === own)).map(({ sid }) => sid)
  }

  /** Does not use Twilio's date filter: it compares the date of sending, which a queued message does not have. */
  async function listSameText({ to, text }: SentMessage, since: Date) {
    const listed = await client.messages.list({ to, pageSize: PAGE_SIZE, limit: PAGE_SIZE })
    const recent = listed.filter(({ dateCreated }) => dateCreated >= since)
    if (recent.length === PAGE_SIZE) throw new Error('more messages to one number than Twilio lists at once')
    return recent
      .filter(({ body }) => body.trim() === text.trim())
      .toSorted((a, b) => a.dateCreated.getTime() - b.dateCreated.getTime())
  }

  return {
    name: 'twilio',
    concurrency: MESSAGES_IN_FLIGHT,
    record: { kind: 'lookup', after_ms: listed_within_ms, find },
    send: (messages) =>
      messages.map((sms) =>
        limit(() => originateFrom({ traceparent: sms.traceparent }, () => sendUnlessPaused(sms))),
      ),
  }
}

/** Twilio stores no id of ours, so the callback's address carries them. */
function statusCallback(origin: string, { organization_id, id, request_id }: Sms): string {
  const query = new URLSearchParams({
    ...(organization_id && { organization: organization_id }),
    message: id,
    ...(request_id && { request: request_id }),
  })
  return `${origin}/webhooks/twilio/status?${query.toString()}`
}

const isSenderRefused = (result: SendResult | TwilioRefusal) =>
  'code' in result && result.code !== undefined && SENDER_REFUSED.includes(result.code)
