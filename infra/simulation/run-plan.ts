import type { Plan } from './assumptions.ts'
import type { Costs } from './measured.ts'
import { simulate } from './summary.ts'

/* Replays one opening in its own process. */

process.once('message', ({ costs, plan }: { costs: Costs; plan: Plan }) => {
  process.send?.(simulate(costs, plan), () => process.disconnect())
})
