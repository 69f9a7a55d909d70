import assert from 'node:assert/strict'
import { once } from 'node:events'
import { WebSocket } from 'ws'
import { live, type SignupPresence, topics } from '../../packages/contract/src/live.ts'
import { type Opening } from '../bench/harness/fill.ts'
import { withDatabase } from '../run/database.ts'
import { NODE } from '../run/haproxy.ts'
import { until } from '../run/start-programs.ts'
import { type Nodes, openNodes } from './nodes.ts'
import { buildOpening, countLost, startSignUpLoad } from './sign-up-load.ts'
import { openViewer } from './viewer.ts'

/* Kills one of two servers, to which all viewers are connected, while people sign up. Viewers wait as the page does before
 * they connect again. */

const MORE = 20

type Options = { rounds?: number; viewers?: number }

export async function loseNode({ rounds = 1, viewers = 50 }: Options): Promise<void> {
  for (const bus of ['PostgreSQL', 'NATS'] as const) {
    await withDatabase(async ({ url }) => {
      const nodes = await openNodes({ database_url: url, bus })
      for (let round = 1; round <= rounds; round++) {
        const number = 2 - (round % 2)
        const opening = await buildOpening(nodes.db)
        const visitors = round === 1 ? await measurePresence(nodes, opening.shift_ids[0] ?? '') : undefined
        const loss = await lose(nodes, { opening, number, viewers })
        const forgotten_after_ms = await visitors?.()
        await nodes.restart(number)
        console.log({ bus, killed: number, ...loss, forgotten_after_ms })
        assert.equal(loss.lost, 0)
        assert.ok(!loss.statuses.includes(500))
      }
      await nodes.close()
    })
  }
}

async function lose(
  nodes: Nodes,
  { opening, number, viewers }: { opening: Opening; number: number; viewers: number },
) {
  const open = Array.from({ length: viewers }, () =>
    openViewer({
      chooseAddress: () => nodes.address.replace('http', 'ws'),
      event_id: opening.event_id,
      query: `&${NODE}=${number}`,
    }),
  )
  await until(() => open.every(({ joins }) => joins() === 1), { what: 'a viewer cannot join', ms: 60_000 })
  const load = startSignUpLoad(opening, () => nodes.address)
  await load.more(MORE)
  const killed_at = performance.now()
  await nodes.kill(number)
  await load.more(MORE)
  await until(() => open.every(({ joins }) => joins() > 1), { what: 'a viewer stays away', ms: 60_000 })
  const back_after_ms = Math.round(Math.max(...open.map(({ joined_at }) => joined_at())) - killed_at)
  await load.stop()
  const stopped_at = performance.now()

  const expected = await countConfirmed(nodes, opening)
  const right_at = new Map<number, number>()
  await until(
    () => {
      for (const [i, { state }] of open.entries()) {
        if (right_at.has(i) || !isRight(state().shifts, expected)) continue
        right_at.set(i, performance.now())
      }
      return right_at.size === open.length
    },
    { what: 'a viewer does not get the state of the database', ms: 30_000 },
  )
  for (const { close } of open) close()
  const waits = open.map(({ joined_at }, i) => (right_at.get(i) ?? 0) - Math.max(joined_at(), stopped_at))
  return {
    viewers,
    /** From the kill until the last viewer had joined at the other server. */
    back_after_ms,
    /** Of the slowest viewer, from its join (or the last commit, if later) until it had the right state. */
    right_after_ms: Math.round(Math.max(0, ...waits)),
    acknowledged: load.acknowledged.length,
    lost: await countLost(nodes.db, load),
    statuses: load.statuses(),
  }
}

async function countConfirmed({ db }: Nodes, { event_id }: Opening): Promise<Map<string, number>> {
  const { rows } = await db.system((tx) =>
    tx.execute<{ id: string; confirmed: number }>(
      `select shift.id, count(assignment.id)::int as confirmed from shift
       left join assignment on assignment.shift_id = shift.id and assignment.status = 'CONFIRMED'
       where shift.event_id = '${event_id}' group by shift.id`,
    ),
  )
  return new Map(rows.map(({ id, confirmed }) => [id, confirmed]))
}

const isRight = (
  shifts: readonly { id: string; assigned_count: number }[],
  expected: ReadonlyMap<string, number>,
): boolean =>
  shifts.length === expected.size &&
  shifts.every(({ id, assigned_count }) => expected.get(id) === assigned_count)

/** Opens a sign-up page at each server. The returned function waits until the second no longer counts the first,
 * whose server is killed meanwhile, and returns the milliseconds. */
async function measurePresence(nodes: Nodes, shift_id: string): Promise<() => Promise<number>> {
  const counts: number[] = []
  const sockets = await Promise.all(
    [1, 2].map(async (number) => {
      const address = `${nodes.address.replace('http', 'ws')}${live.path}?vsn=2.0.0&${NODE}=${number}`
      const socket = new WebSocket(address)
      socket.on('message', (data: Buffer) => {
        const [, , , event, payload]: [0, 0, 0, string, SignupPresence] = JSON.parse(data.toString())
        if (event === 'count') counts[number] = payload.others
      })
      await once(socket, 'open')
      const topic = topics.shiftSignup(shift_id)
      socket.send(JSON.stringify(['1', '1', topic, 'phx_join', {}]))
      const beats = setInterval(() => socket.send(JSON.stringify(['1', '2', topic, 'beat', {}])), 10_000)
      socket.on('close', () => clearInterval(beats))
      return socket
    }),
  )
  await until(() => counts[2] === 1, { what: 'visitors are not counted together', ms: 30_000 })
  const began = performance.now()
  return async () => {
    await until(() => counts[2] === 0, { what: 'a visitor of a killed server is still counted', ms: 60_000 })
    for (const socket of sockets) socket.close()
    return Math.round(performance.now() - began)
  }
}
