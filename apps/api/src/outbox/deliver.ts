import { setTimeout as sleep } from 'node:timers/promises'
import { smsSenderOf } from '@muster/contract/rules/sms-sender'
import type { Tx } from '../db/client.ts'
import type { Deps } from '../deps.ts'
import { countSend } from '../http/metrics.ts'
import { oneLine } from '../mail/email.ts'
import { type Links, openLinks } from '../mail/links.ts'
import { assignmentsIn, readContent, writeLetter } from '../mail/write-email.ts'
import { readSmsContent, smsAssignmentsIn, writeSms } from '../mail/write-sms.ts'
import type { Channel, Mail, Provider, Sent, Sms } from '../providers/provider.ts'
import { listAnswering, listUnsendable } from './before-sending.ts'
import { type Claimed, claimDue, renewLeases } from './claim.ts'
import { isCostlyNumber } from './costly-number.ts'
import { fillDigests } from './digests.ts'
import type { OwnReason } from './failure-text.ts'
import { limitUnasked } from './limit-unasked.ts'
import { Pace } from './pace.ts'
import { openLearner } from './record-outcome.ts'
import { retryDelay } from './retry.ts'
import type { Learnt } from './settle.ts'
import { storeTexts } from './store-texts.ts'

/** A worker's way out for one channel. */
export type Lane = {
  /** Claims and hands over until nothing is due. What is in hand then is still being awaited: see `settled`. */
  run(stopping?: AbortSignal): Promise<void>
  /** Resolves when everything in hand is settled. */
  settled(): Promise<void>
  /** The process ends: what a database that is away does not take soon is left as after a crash. */
  stop(): void
  /** What is in hand stays ours for another lease. */
  renew(): Promise<void>
  /** D30: messages a second; as many workers as there are share the provider's. */
  setRate(per_second: number): void
}

/** Fewer than this part of its places free: a lane waits for more, rather than claim one message at a time. */
const WORTH_A_CLAIM = 1 / 4
const MOST_PER_CLAIM = 1_000

type Channels = { EMAIL: Mail; SMS: Sms }
type Opened<C extends Channel> = { channel: C; provider: Provider<Channels[C]>; write: Write<Channels[C]> }
/** A row becomes what the provider is given, and the assignments without which it is not sent. */
type Write<M> = (
  deps: Deps,
  row: Claimed,
  known: { answers: boolean },
) => { message: M; assignment_ids: string[] }

export const openMailLane = (deps: Deps, provider: Provider<Mail>) =>
  openLane(deps, { channel: 'EMAIL', provider, write: writeMail })

export const openSmsLane = (deps: Deps, provider: Provider<Sms>) =>
  openLane(deps, { channel: 'SMS', provider, write: writeText })

/**
 * Claims what is due in a transaction of its own, hands it over outside of any, writes down what became of it. A
 * message that takes long holds its own place only. Two workers never hold the same one (`claim.ts`).
 */
function openLane<C extends Channel>(deps: Deps, { channel, provider, write }: Opened<C>): Lane {
  const { db, log } = deps
  const learner = openLearner(deps)
  const pace = new Pace()
  const in_hand = new Map<string, Claimed>()
  const settling = new Set<Promise<void>>()
  let after: string | null = null
  let tellFreed: (() => void) | undefined

  async function run(stopping?: AbortSignal): Promise<void> {
    const isStopping = () => stopping?.aborted ?? false
    while (!isStopping()) {
      const room = provider.at_once - in_hand.size
      if (room < provider.at_once * WORTH_A_CLAIM) {
        // Also when stopping: what is in hand has to end anyway.
        await freed()
        continue
      }
      const allowed = pace.take(Math.min(room, MOST_PER_CLAIM))
      if (allowed === 0) {
        // Cut short, without an error, when stopping.
        await sleep(pace.wait() + 1, undefined, stopping && { signal: stopping }).catch(() => undefined)
        continue
      }
      const { claimed, sent } = await claim(allowed)
      pace.giveBack(allowed - sent)
      if (claimed === 0) return
    }
  }

  async function claim(limit: number): Promise<{ claimed: number; sent: number }> {
    const { rows, prepared } = await db.system(async (tx) => {
      const due = await claimDue(tx, { channel, provider: provider.name, limit, after })
      return { rows: due, prepared: due.length === 0 ? [] : await prepare(tx, due) }
    })
    after = rows.at(-1)?.organization_id ?? null
    for (const { row } of prepared) in_hand.set(row.id, row)
    const messages = prepared.flatMap((each) => ('message' in each ? [each.message] : []))
    const answers = provider.send(messages)
    let next = 0
    for (const each of prepared) {
      const outcome = 'message' in each ? answers[next++] : undefined
      track(each.row, outcome ? hear(each.row, outcome) : Promise.resolve(given_up(each)))
    }
    return { claimed: rows.length, sent: prepared.length }
  }

  function track(row: Claimed, outcome: Promise<Outcome>): void {
    const settled = outcome
      .then((result) => {
        countSend(provider.name, result.event)
        return learner.learnt({
          organization_id: row.organization_id,
          id: row.id,
          fence: row.fence,
          ...result,
        })
      })
      .finally(() => {
        in_hand.delete(row.id)
        settling.delete(settled)
        tellFreed?.()
      })
    settling.add(settled)
  }

  const freed = () =>
    new Promise<void>((resolve) => {
      tellFreed = resolve
    })

  /** What can be done before asking the provider, in the claim's own transaction; without what waits for a digest. */
  async function prepare(tx: Tx, claimed: readonly Claimed[]): Promise<Prepared<Channels[C]>[]> {
    const { rows, empty } = await fillDigests(tx, claimed)
    const answering = channel === 'SMS' ? await listAnswering(tx, rows) : new Set<string>()
    const written = rows.map((row) => tryToWrite(row, answering.has(row.id)))
    const unsendable = await listUnsendable(
      tx,
      written.map((each) => ({
        ...each.row,
        assignment_ids: 'assignment_ids' in each ? each.assignment_ids : [],
      })),
    )
    const checked = written.map((each): Prepared<Channels[C]> => {
      const reason = empty.has(each.row.id) ? 'off_shift' : unsendable.get(each.row.id)
      if (reason) return { row: each.row, reason }
      const isCostly = channel === 'SMS' && isCostlyNumber(each.row.address, deps.config)
      return isCostly ? { row: each.row, reason: 'number_not_allowed' } : each
    })
    const sendable = checked.flatMap((each) => ('message' in each ? [each.row] : []))
    await storeTexts(tx, sendable)
    const held_back = await limitUnasked(tx, sendable)
    return checked.filter(({ row }) => !held_back.has(row.id))
  }

  function tryToWrite(row: Claimed, answers: boolean): Prepared<Channels[C]> {
    try {
      return { row, ...write(deps, row, { answers }) }
    } catch (error) {
      log.error({ err: error, message_id: row.id }, 'a message cannot be written')
      return { row, reason: 'unwritable' }
    }
  }

  async function hear(row: Claimed, answer: Promise<Sent>): Promise<Outcome> {
    try {
      const sent = await answer
      if ('pause_ms' in sent && sent.pause_ms) pace.pause(sent.pause_ms)
      return outcomeOf(sent, row)
    } catch (error) {
      log.error({ err: error, message_id: row.id }, 'a message was handed over without an answer')
      return { event: 'unheard', failure_reason: 'no_answer' satisfies OwnReason }
    }
  }

  return {
    run,
    settled: async () => {
      while (settling.size > 0) await Promise.all(settling)
    },
    stop: () => learner.stop(),
    renew: async () => {
      if (in_hand.size > 0) await db.system((tx) => renewLeases(tx, [...in_hand.values()]))
    },
    setRate(per_second) {
      pace.perSecond = per_second
    },
  }
}

type Prepared<M> = { row: Claimed } & ({ message: M; assignment_ids: string[] } | { reason: OwnReason })
type Outcome = Pick<Learnt, 'event' | 'provider_message_id' | 'failure_reason' | 'delay_ms'>

const given_up = (each: { row: Claimed } | { reason: OwnReason }): Outcome => ({
  event: 'given_up',
  ...('reason' in each && { failure_reason: each.reason }),
})

function outcomeOf(sent: Sent, row: Claimed): Outcome {
  if ('provider_message_id' in sent) {
    return { event: 'accepted', provider_message_id: sent.provider_message_id }
  }
  const delay_ms = sent.is_final ? undefined : retryDelay(row.attempts)
  return delay_ms === undefined
    ? { event: 'given_up', failure_reason: sent.refused }
    : { event: 'refused', failure_reason: sent.refused, delay_ms: Math.max(delay_ms, sent.pause_ms ?? 0) }
}

/** `links` notes down what it gives out: it is this recipient's alone. */
function noting(links: Links, noted: string[]): Links {
  const note = (link: string) => {
    noted.push(link)
    return link
  }
  return {
    ...links,
    personal: (linked) => note(links.personal(linked)),
    passwordReset: (id) => note(links.passwordReset(id)),
    unsubscribe: (id) => note(links.unsubscribe(id)),
    stop: (id) => note(links.stop(id)),
    notMe: (id) => note(links.notMe(id)),
  }
}

const writeMail: Write<Mail> = ({ keys, config }, row) => {
  const content = readContent(row)
  const personal: string[] = []
  const links = noting(openLinks(keys, config), personal)
  const letter = writeLetter(content, { id: row.id, language: content.language, links })
  if ('first_name' in content.facts) personal.push(content.facts.first_name)
  return {
    message: {
      ...letter,
      id: row.id,
      organization_id: row.organization_id,
      from: { name: oneLine(row.organization_name ?? 'Muster'), address: config.mail_from },
      to: row.address,
      personal,
    },
    assignment_ids: assignmentsIn(content),
  }
}

const writeText: Write<Sms> = (deps, row, { answers }) => {
  const content = readSmsContent(row)
  return {
    message: {
      id: row.id,
      organization_id: row.organization_id,
      from: smsSenderOf({
        name: row.organization_name ?? '',
        approved_sms_sender: row.approved_sms_sender,
      }),
      prefers_number: answers,
      to: row.address,
      text: textOf(deps, row),
    },
    assignment_ids: smsAssignmentsIn(content),
  }
}

/** The text of an SMS as it goes out; the same again when a provider is asked whether it has it. */
export function textOf(
  { keys, config }: Pick<Deps, 'keys' | 'config'>,
  row: Pick<Claimed, 'template' | 'facts' | 'language'>,
): string {
  const content = readSmsContent(row)
  return writeSms(content, { language: content.language, links: openLinks(keys, config) })
}
