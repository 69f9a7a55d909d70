import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { WebSocket } from 'ws'
import { startEmbeddedPostgres } from '../../apps/api/src/db/embedded.ts'
import { migrate } from '../../apps/api/src/db/migrate.ts'
import { live, type SignupPresence, topics } from '../../packages/contract/src/live.ts'
import { NODE } from '../run/haproxy.ts'
import { until } from '../run/start-programs.ts'
import { type BusName, loseNode, type Nodes, openNodes } from './nodes.ts'
import { buildOpening } from './sign-up-load.ts'

/* Loses nodes. Viewers wait as the page does before they connect again. */

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '1' }, viewers: { type: 'string', default: '50' } },
})

const dir = await mkdtemp(path.join(tmpdir(), 'muster-chaos-db-'))
const server = await startEmbeddedPostgres({ dir })
const found: object[] = []
let isWell = true
try {
  await migrate(server.url)
  for (const bus of ['PostgreSQL', 'NATS'] as const) await runBus(bus)
  console.table(found)
  process.exitCode = isWell ? 0 : 1
} finally {
  await server.stop()
  await rm(dir, { recursive: true, force: true })
}

async function runBus(bus: BusName): Promise<void> {
  const nodes = await openNodes({ database_url: server.url, bus })
  try {
    for (let round = 1; round <= Number(values.rounds); round++) {
      const number = 2 - (round % 2)
      const opening = await buildOpening(nodes.db)
      const visitors = round === 1 ? await measurePresence(nodes, opening.shift_ids[0] ?? '') : undefined
      const loss = await loseNode(nodes, { opening, number, viewers: Number(values.viewers) })
      const forgotten_after = await visitors?.()
      await nodes.restart(number)
      isWell &&= loss.lost === 0 && loss.right_after <= 2_000
      found.push({ bus, killed: number, ...loss, statuses: loss.statuses.join(), forgotten_after })
      console.log(`${bus}, round ${round}`)
    }
  } finally {
    await nodes.close()
  }
}

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
