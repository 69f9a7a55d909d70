import { AsyncLocalStorage } from 'node:async_hooks'

/** The actor of a transaction (A1). `link`: the holder of a volunteer's link (D63). */
export type Actor = { kind: 'account' | 'api_key'; id: string } | { kind: 'link' } | { kind: 'operator' }

const actors = new AsyncLocalStorage<Actor>()

/** Sets the actor of all transactions that begin in `work` (decisions/0022). */
export function actAs<T>(actor: Actor, work: () => T): T {
  return actors.run(actor, work)
}

/** Returns the operator outside of requests with a session, an API key or a link, as in commands. */
export function currentActor(): Actor {
  return actors.getStore() ?? { kind: 'operator' }
}
