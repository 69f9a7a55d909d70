import { AsyncLocalStorage } from 'node:async_hooks'

/** Who is answerable for what a transaction changes (A1). */
export type Actor = { kind: 'account' | 'api_key'; id: string } | { kind: 'operator' }

const actors = new AsyncLocalStorage<Actor>()

/** Transactions that begin in `work` have this actor (decisions/0022). */
export function actAs<T>(actor: Actor, work: () => T): T {
  return actors.run(actor, work)
}

/** Outside of a request of an account or a key it is the operator, at the command line. */
export function currentActor(): Actor {
  return actors.getStore() ?? { kind: 'operator' }
}
