import { setTimeout as sleep } from 'node:timers/promises'
import { createDb, type Db, type DbTimeouts } from '../src/db/client.ts'

/** ms. Long, because other programs may keep the processors and the disk busy. */
export const PATIENT: DbTimeouts = { connect: 60_000, begin: 60_000, queue: 60_000 }

/** Opens a connection for reading beside the product. It announces nothing. */
export const createPatientDb = (url: string, { max_connections = 1 } = {}): Db =>
  createDb({ url, max_connections, announce: () => {}, onConnectionLost: () => {}, timeouts: PATIENT })

/** Asks again while the server is busy, as the page does. On a slow machine it is. */
export async function patiently<A extends { status: number } | { statusCode: number }>(
  ask: () => Promise<A>,
): Promise<A> {
  const until_ms = performance.now() + 300_000
  let answer = await ask()
  while (statusOf(answer) === 503 && performance.now() < until_ms) {
    await sleep(200)
    answer = await ask()
  }
  return answer
}

const statusOf = (answer: { status: number } | { statusCode: number }): number =>
  'status' in answer ? answer.status : answer.statusCode
