import { fork } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { replaceFigures } from '../bench/harness/replace-figures.ts'
import { HIDDEN, PLANS, type Plan } from './assumptions.ts'
import { readCosts, readResults } from './measured.ts'
import { compareWithBench } from './replay-bench.ts'
import { writeFigures } from './report.ts'
import type { Summary } from './summary.ts'

/* Replays the minute in which a sign-up opens, with the times that `npm run bench` measured. */

const PAGE = path.resolve(import.meta.dirname, '../../docs/scale.md')
/** MiB for the many short-lived objects. With Node's default, collecting them takes half of the time. */
const YOUNG_GENERATION = 256

const find = await readResults()
const costs = readCosts(find)
const compared = compareWithBench(costs, find)
console.table(compared)
const summaries = await simulateAll([...PLANS, HIDDEN])
await replaceFigures(
  PAGE,
  'npm run simulate',
  writeFigures({ costs, sources: find.sources, compared, summaries }),
)

/** Simulates the longest plans first, one on each processor. */
async function simulateAll(plans: readonly Plan[]): Promise<Summary[]> {
  const found = new Map<Plan, Summary>()
  const left = [...plans]
  await Promise.all(
    Array.from({ length: availableParallelism() }, async () => {
      for (let plan = left.pop(); plan; plan = left.pop()) found.set(plan, await simulateApart(plan))
    }),
  )
  return plans.flatMap((plan) => found.get(plan) ?? [])
}

async function simulateApart(plan: Plan): Promise<Summary> {
  const child = fork(path.resolve(import.meta.dirname, 'run-plan.ts'), {
    execArgv: [...process.execArgv, `--max-semi-space-size=${YOUNG_GENERATION}`],
  })
  child.send({ costs, plan })
  const [summary]: Summary[] = await once(child, 'message')
  if (!summary) throw new Error('a replay ended without a summary')
  return summary
}
