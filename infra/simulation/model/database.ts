import type { Costs } from '../measured.ts'
import type { Process } from '../process.ts'
import type { Random } from '../random.ts'
import type { Leave, Station } from '../station.ts'

/** Number of round trips of a sign-up, and of statements in the bare loop. */
const ROUND_TRIPS = 2
const STATEMENTS = 6

type Parts = {
  random: Random
  costs: Pick<Costs, 'signup' | 'full' | 'name'>
  cores: Station
  /** Lock that NOTIFY takes. */
  notify: Station
  /** Locks of the shifts' rows. */
  rows: readonly Station[]
}

/** Database of one primary. */
export class Database {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  *lockShift(shift: number): Process<Leave> {
    const row = this.#parts.rows[shift]
    if (!row) throw new Error(`there is no shift ${shift}`)
    return yield* row.enter()
  }

  /** Runs one of a sign-up's round trips. */
  *roundTrip({ names = 0 }: { names?: number } = {}): Process {
    const { random, costs, cores } = this.#parts
    const { database, sigma } = costs.signup
    yield* cores.serve(random.lognormal(database / ROUND_TRIPS + names * costs.name, sigma))
  }

  *lookUp(keys: number): Process {
    const { random, costs, cores } = this.#parts
    yield* cores.serve(random.lognormal(keys * costs.full.database, costs.full.sigma))
  }

  /** Runs under a lock of the whole database. Its time is not measured; it is that of one statement of a sign-up. */
  *notify(): Process {
    const { costs, cores, notify } = this.#parts
    const leave = yield* notify.enter()
    yield* cores.serve(costs.signup.database / STATEMENTS)
    leave()
  }
}
