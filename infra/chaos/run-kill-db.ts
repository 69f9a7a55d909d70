import { parseArgs } from 'node:util'
import { type Ended, faults, openDatabaseChaos, type Suffered } from './kill-db.ts'

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '1' } } })

const suffered: Suffered[] = []
const exits: Ended[] = []
const chaos = await openDatabaseChaos()
try {
  for (let round = 1; round <= Number(values.rounds); round++) {
    for (const fault of faults) suffered.push(await chaos.suffer(fault))
    exits.push(await chaos.endInSilence())
    console.log(`round ${round}`)
  }
  const met_all_others = await chaos.end()
  console.table(faults.map(summarise))
  console.table(exits.flatMap(({ server, worker }) => ({ server: server.ms, worker: worker.ms })))
  const all_exits = [...exits, met_all_others].flatMap(({ server, worker }) => [server.code, worker.code])
  const isWell = suffered.every((each) => each.are_alive && each.lost === 0)
  process.exitCode = isWell && all_exits.every((code) => code === 0) ? 0 : 1
} finally {
  await chaos.close()
}

function summarise(fault: (typeof faults)[number]) {
  const rounds = suffered.filter((each) => each.fault === fault)
  const sum = (of: (each: Suffered) => number) => rounds.reduce((total, each) => total + of(each), 0)
  const most = (of: (each: Suffered) => number) => Math.max(...rounds.map(of))
  return {
    fault,
    rounds: rounds.length,
    alive: rounds.filter(({ are_alive }) => are_alive).length,
    acknowledged: sum((each) => each.acknowledged),
    lost: sum((each) => each.lost),
    refused: sum((each) => each.statuses[503] ?? 0),
    'other errors': sum(({ statuses }) =>
      Object.entries(statuses).reduce(
        (n, [status, count]) => (['200', '201', '503'].includes(status) ? n : n + count),
        0,
      ),
    ),
    unanswered: sum((each) => each.unanswered.length),
    'no Retry-After': sum((each) => each.without_retry_after),
    'slowest ms': most((each) => each.slowest),
    'slowest new ms': most((each) => each.slowest_new),
    'back after ms': most((each) => each.back_after),
  }
}
