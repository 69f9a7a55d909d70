import { AsyncLocalStorage } from 'node:async_hooks'

/** Who is responsible for the changes of a transaction (A1). */
export type Actor = { kind: 'account' | 'api_key'; id: string } | { kind: 'operator' }

const actors = new AsyncLocalStorage<Actor>()

/** Sets the actor of all transactions that begin in `work` (decisions/0022). */
export function actAs<T>(actor: Actor, work: () => T): T {
  return actors.run(actor, work)
}

/** Returns the operator outside of requests with a session or an API key, as in commands. */
export function currentActor(): Actor {
  return actors.getStore() ?? { kind: 'operator' }
}
