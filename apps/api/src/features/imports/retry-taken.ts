import { violatedConstraint } from '../../db/violated-constraint.ts'
import { busy } from '../../edge/refusal.ts'

const ATTEMPTS = 3

/**
 * Repeats a transaction that lost a name and address to a sign-up that came between (D11): the next attempt finds them.
 */
export async function retryTaken<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (violatedConstraint(error) !== 'person_identity') throw error
    }
  }
  throw busy()
}
