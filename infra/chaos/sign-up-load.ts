import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../../apps/api/src/db/client.ts'
import { fillOpening, type Opening } from '../bench/harness/fill.ts'
import { until } from '../run/start-programs.ts'

const CLIENTS = 8
const SHIFTS = 200
/** Milliseconds between two attempts. */
const PAUSE = 50

export type Answer = {
  /** Address of the server. */
  address: string
  sent_at: number
  ms: number
  status: number
  has_retry_after: boolean
}

export type SignUp = { path: string; init: RequestInit; body: string }

/** Load of visitors one after another. Repeats a refused or broken request with the same key, as the page does. */
export type SignUpLoad = {
  answers: Answer[]
  /** Ids of assignments. */
  acknowledged: string[]
  sign_ups: SignUp[]
  unanswered: string[]
  waiting: () => ReadonlySet<number>
  /** Resolves when so many more sign-ups are acknowledged. */
  more: (count: number) => Promise<void>
  statuses: () => number[]
  stop: () => Promise<void>
}

export const buildOpening = (db: Db): Promise<Opening> =>
  fillOpening(db, { shifts: SHIFTS, required_qty: 100_000, names: 0 })

/** `chooseAddress` is called before each attempt: a client may try another server. */
export function startSignUpLoad(
  { shift_ids, event_id }: Pick<Opening, 'shift_ids' | 'event_id'>,
  chooseAddress: () => string,
  clients = CLIENTS,
): SignUpLoad {
  const load = {
    answers: [] as Answer[],
    acknowledged: [] as string[],
    sign_ups: [] as SignUp[],
    unanswered: [] as string[],
  }
  const waiting = new Set<number>()
  const stopping = new AbortController()
  const { signal } = stopping
  let requests = 0

  async function ask(path: string, init?: RequestInit): Promise<Response | undefined> {
    const sent_at = performance.now()
    const address = chooseAddress()
    const request = ++requests
    waiting.add(request)
    try {
      const answer = await fetch(address + path, init)
      load.answers.push({
        address,
        sent_at,
        ms: performance.now() - sent_at,
        status: answer.status,
        has_retry_after: Number(answer.headers.get('retry-after')) > 0,
      })
      return answer
    } catch (error) {
      load.unanswered.push(causeOf(error))
      return undefined
    } finally {
      waiting.delete(request)
    }
  }

  async function signUpOne(number: number): Promise<void> {
    const path = `/shifts/${shift_ids[number % shift_ids.length]}/signup`
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      body: JSON.stringify({
        first_name: 'Kim',
        last_name: 'Kaos',
        email: `${randomUUID()}@volunteer.example`,
        phone: '+46701234567',
      }),
    }
    while (!signal.aborted) {
      const answer = await ask(path, init)
      const body = await answer?.text().catch(() => undefined)
      if (answer?.status === 201 && body !== undefined) {
        load.acknowledged.push(JSON.parse(body).assignment_id)
        load.sign_ups.push({ path, init, body })
        return
      }
      await sleep(PAUSE)
    }
  }

  async function signUpAll(first: number): Promise<void> {
    for (let number = first; !signal.aborted; number += clients) {
      await signUpOne(number)
    }
  }

  async function look(): Promise<void> {
    while (!signal.aborted) {
      const answer = await ask(`/events/${event_id}/public`)
      await answer?.arrayBuffer().catch(() => undefined)
      await sleep(PAUSE)
    }
  }

  const working = [look(), ...Array.from({ length: clients }, (_, first) => signUpAll(first))]
  return {
    ...load,
    waiting: () => new Set(waiting),
    more(count) {
      const enough = load.acknowledged.length + count
      return until(() => load.acknowledged.length >= enough, { what: 'nobody signs up', ms: 90_000 })
    },
    statuses: () => listStatuses(load.answers),
    async stop() {
      stopping.abort()
      await Promise.all(working)
    },
  }
}

export const listStatuses = (answers: readonly Answer[]): number[] =>
  [...new Set(answers.map(({ status }) => status))].toSorted((one, other) => one - other)

/** Returns how many of the acknowledged sign-ups are not in the database. */
export async function countLost(db: Db, { acknowledged }: SignUpLoad): Promise<number> {
  const [row] = await db.lookUp<{ lost: number }>(`
    select count(*)::int as lost from unnest('{${acknowledged.join(',')}}'::uuid[]) acknowledged (id)
    where not exists (select from assignment a where a.id = acknowledged.id)
  `)
  return row?.lost ?? 0
}

function causeOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  return cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause)
}
