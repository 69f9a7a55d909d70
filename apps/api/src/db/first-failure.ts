import { Client, type PoolClient } from 'pg'
import { causeOf, codeOf } from '../error-code.ts'

const first_failures = new WeakMap<PoolClient, unknown>()

/** Replaces `query` of one connection. The pool's own queries pass a callback and run in no transaction. */
export function keepFirstFailure(client: PoolClient): void {
  const query = (...given: unknown[]): unknown => {
    // Read at each call, so that a test can watch it.
    const send: (...given: unknown[]) => unknown = Reflect.get(Client.prototype, 'query')
    const sent = Reflect.apply(send, client, given)
    if (sent instanceof Promise) {
      sent.catch((error: unknown) => {
        if (!first_failures.has(client)) first_failures.set(client, error)
      })
    }
    return sent
  }
  Object.assign(client, { query })
}

export function forgetFailure(client: PoolClient): void {
  first_failures.delete(client)
}

/**
 * Returns why the transaction failed. Statements sent together with the one that fails are answered with
 * `25P02 current transaction is aborted`, and which of these failures the caller sees is chance.
 */
export function causeOfAbort(client: PoolClient, error: unknown): unknown {
  return codeOf(causeOf(error)) === '25P02' ? (first_failures.get(client) ?? error) : error
}
