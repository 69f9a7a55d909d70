import path from 'node:path'
import { replaceFigures } from '../bench/harness/replace-figures.ts'
import { HIDDEN, PLANS } from './assumptions.ts'
import { readCosts, readResults } from './measured.ts'
import { compareWithBench } from './replay-bench.ts'
import { writeFigures } from './report.ts'
import { type Summary, simulate } from './summary.ts'

/* Replays the minute in which a sign-up opens, with the times that `npm run bench` measured. */

const PAGE = path.resolve(import.meta.dirname, '../../docs/scale.md')

const find = await readResults()
const costs = readCosts(find)
const compared = compareWithBench(costs, find)
console.table(compared)

const summaries: Summary[] = []
for (const plan of [...PLANS, HIDDEN]) {
  const began = performance.now()
  const summary = simulate(costs, plan)
  const { answers, retries, waited } = summary
  console.log({
    ...plan,
    ...answers,
    ...retries,
    waited,
    seconds: Math.round((performance.now() - began) / 1_000),
  })
  summaries.push(summary)
}
await replaceFigures(
  PAGE,
  'npm run simulate',
  writeFigures({ costs, sources: find.sources, compared, summaries }),
)
