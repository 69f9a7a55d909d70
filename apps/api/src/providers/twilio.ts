import { takesAlphanumericSender } from '@muster/contract/rules/sms-sender'
import { limitCalls } from './limit-calls.ts'
import { type Numbers, ownNumberOf } from './own-number.ts'
import type { Lost, Sent, Sms, SmsProvider } from './provider.ts'
import { statusCallback } from './twilio-callback.ts'
import {
  AT_ONCE,
  openTwilioClient,
  readRefusal,
  type TwilioAccount,
  type TwilioRefusal,
} from './twilio-requests.ts'
import type { Threads } from './twilio-threads.ts'

type Options = TwilioAccount & {
  numbers: Numbers
  public_api_url: string
  /** Undefined: everybody is written to outside of threads. */
  threads?: Threads | undefined
  /** How long Twilio may take to list what it has accepted, ms. */
  listed_within_ms?: number
}

/** A line behind the calls under way: with one claim for so many, the database is not what a call waits for. */
const HANDED = 4 * AT_ONCE
const LISTED_WITHIN_MS = 60_000
/** Newest first, in one page. */
const LISTED = 200
/** Twilio's clock and the database's need not agree. */
const CLOCKS_DIFFER_MS = 60_000
/** The number's network takes no sender by name; the recipient cannot be reached from this sender. */
const SENDER_REFUSED = [21212, 21267, 21606, 21612]

/**
 * D30: from the organisation's name; from a number, its own, else everybody's, where the network refuses names; through
 * the person's thread with its own number where they have written to it.
 */
export function openTwilio({
  numbers,
  public_api_url,
  threads,
  listed_within_ms = LISTED_WITHIN_MS,
  ...account
}: Options): SmsProvider {
  const client = openTwilioClient(account)
  const limited = limitCalls(AT_ONCE)
  let silent_until = 0

  /** What was handed over before Twilio asked for a pause need not ask again to be told so. */
  async function sendUnlessSilent(sms: Sms): Promise<Sent> {
    const pause_ms = silent_until - performance.now()
    if (pause_ms > 0) return { refused: 'Twilio is asked too much.', is_final: false, pause_ms }
    const sent = await sendOne(sms)
    if ('pause_ms' in sent && sent.pause_ms) silent_until = performance.now() + sent.pause_ms
    return sent
  }

  async function sendOne(sms: Sms): Promise<Sent> {
    const own = ownNumberOf(numbers, sms.organization_id)
    const number = own ?? ownNumberOf(numbers, null)
    if (threads && own && sms.prefers_number) return threads.send(sms, own)
    if (number && (sms.prefers_number || !takesAlphanumericSender(sms.to))) return sendFrom(number, sms)
    const sent = await sendFrom(sms.from, sms)
    // A refusal is known: trying the number at once sends nothing twice.
    return number && isSenderRefused(sent) ? sendFrom(number, sms) : sent
  }

  async function sendFrom(from: string, sms: Sms): Promise<Sent | TwilioRefusal> {
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

  /** A thread knows our own name for a message: that it has it is certain. Else Twilio's list tells. */
  async function find(lost: Lost): Promise<string[]> {
    const since = new Date(Date.parse(lost.asked_at) - CLOCKS_DIFFER_MS)
    const own = ownNumberOf(numbers, lost.organization_id)
    const thread = threads && own ? await threads.find(lost, { number: own, since }) : undefined
    if (thread?.message_sid) return [thread.message_sid]
    const listed = await listWords(lost, since)
    // What went through the thread is listed too, by another name: the same words there are another message's.
    const isThroughThread = thread && lost.asked_at >= thread.created_at
    return listed.filter(({ from }) => !(isThroughThread && from === own)).map(({ sid }) => sid)
  }

  /**
   * Twilio's list keeps no reference of ours: what it has to that number since then, with these words. Its own filter by
   * date looks at when a message was sent, and one that still waits there was not.
   */
  async function listWords({ to, text }: Lost, since: Date) {
    const listed = await client.messages.list({ to, pageSize: LISTED, limit: LISTED })
    const recent = listed.filter(({ dateCreated }) => dateCreated >= since)
    if (recent.length === LISTED) throw new Error('more was sent to one number than Twilio lists at once')
    return recent
      .filter(({ body }) => body.trim() === text.trim())
      .toSorted((a, b) => a.dateCreated.getTime() - b.dateCreated.getTime())
  }

  return {
    name: 'twilio',
    at_once: HANDED,
    record: { kind: 'lookup', after_ms: listed_within_ms, find },
    send: (texts) => texts.map((sms) => limited(() => sendUnlessSilent(sms))),
  }
}

const isSenderRefused = (sent: Sent | TwilioRefusal) =>
  'code' in sent && sent.code !== undefined && SENDER_REFUSED.includes(sent.code)
