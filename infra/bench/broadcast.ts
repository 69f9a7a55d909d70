import { setTimeout as sleep } from 'node:timers/promises'
import { broadcastSent } from '../../packages/contract/src/broadcasts.ts'
import { fillDesk } from './harness/fill.ts'
import { openProduct, signIn } from './harness/open-product.ts'
import { writeReport } from './harness/report.ts'

// Compares the slowest sign-up during a broadcast to 2,000 people with the slowest of an equal time without one.

const RUNS = 5
const PEOPLE = 2_000

const { deps, origin, close } = await openProduct()
const desk = await fillDesk(deps, { shifts: 200, people: PEOPLE })
// There are enough places for every sign-up. All people are INVITED, so that the link renews all deadlines.
await deps.db.pool.query(`
  begin read write;
  update shift set required_qty = 5000;
  update assignment set status = 'INVITED', token_expires_at = now() + interval '1 hour';
  commit`)
const { rows: shifts } = await deps.db.pool.query<{ id: string }>('select id from shift order by id')
const headers = await signIn(origin, desk)

let visitors = 0
const whole: number[] = []
const slowest: number[] = []
const undisturbed: number[] = []
for (let run = 0; run < RUNS; run++) {
  await deps.db.pool.query(
    `begin read write; update assignment set token_expires_at = now() + interval '1 hour'; commit`,
  )
  const began = performance.now()
  slowest.push(await slowestSignUp(sendBroadcast()))
  undisturbed.push(await slowestSignUp(sleep(whole.at(-1) ?? performance.now() - began)))
}
await close()
await writeReport('broadcast', [
  { what: `Send to ${PEOPLE} people, e-mail and SMS`, unit: 'ms', ours: whole, target: '–' },
  {
    what: 'The slowest sign-up meanwhile',
    unit: 'ms',
    ours: slowest,
    limit: undisturbed,
    target: '≤ 1,000 ms',
  },
])

async function sendBroadcast(): Promise<void> {
  const began = performance.now()
  const answer = await post(
    `/admin/events/${desk.event_id}/broadcast`,
    {
      messageType: 'reminder',
      customText: 'Snart ses vi!',
      communicationChannel: 'both',
      includePastShifts: true,
      includeCurrentShifts: true,
      includeUpcomingShifts: true,
      includeLink: true,
      language: 'sv',
    },
    headers,
  )
  whole.push(performance.now() - began)
  if (broadcastSent.parse(answer).sentCount < 2 * PEOPLE) throw new Error('not everybody was written to')
}

async function slowestSignUp(done: Promise<unknown>): Promise<number> {
  const watched = { isOver: false }
  void done.then(() => {
    watched.isOver = true
  })
  let slowest_ms = 0
  while (!watched.isOver) {
    const name = `Visitor ${++visitors}`
    const visitor = { first_name: name, last_name: name, email: `visitor-${visitors}@volunteer.example` }
    const shift = shifts[visitors % shifts.length]?.id ?? ''
    const began = performance.now()
    await post(`/shifts/${shift}/signup`, { ...visitor, phone: `+4673${1_000_000 + visitors}` })
    slowest_ms = Math.max(slowest_ms, performance.now() - began)
    await sleep(20)
  }
  await done
  return slowest_ms
}

async function post(path: string, body: object, given = {}): Promise<unknown> {
  const answer = await fetch(`${origin}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...given },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return answer.json()
}
