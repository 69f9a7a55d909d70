import { AsyncLocalStorage } from 'node:async_hooks'
import { escapeLiteral } from 'pg'

/** Request or task that causes the writes of a transaction. */
export type Origin = {
  request_id?: string
  /** W3C Trace Context. Undefined: nothing is traced. */
  traceparent?: string | undefined
}

const origins = new AsyncLocalStorage<Origin>()

/** Makes the messages inserted in `work` store this origin, as `actAs` does with the actor (decisions/0022). */
export function originateFrom<T>(origin: Origin, work: () => T): T {
  return origins.run(origin, work)
}

export const currentOrigin = (): Origin | undefined => origins.getStore()

/** The defaults of the columns `request_id` and `traceparent` read these settings. */
export function settingsOfOrigin(): string {
  const { request_id, traceparent } = currentOrigin() ?? {}
  return `${setLocal('app.request_id', request_id)}${setLocal('app.traceparent', traceparent)}`
}

const setLocal = (name: string, value: string | undefined) =>
  value === undefined ? '' : `; set local ${name} = ${escapeLiteral(value)}`
