import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { isProxied } from './from-this-machine.ts'

/** Warns once: without TRUSTED_PROXIES all clients behind a proxy have its address, and so share the limits. */
export function installProxyWarning(
  app: FastifyInstance,
  { config, log }: Pick<Deps, 'config' | 'log'>,
): void {
  if (config.trusted_proxies.length > 0) return
  let is_said = false
  app.addHook('onRequest', (request, _reply, done) => {
    if (!is_said && isProxied(request)) {
      is_said = true
      log.warn(
        'requests come through a proxy that TRUSTED_PROXIES does not name: all clients share one limit',
      )
    }
    done()
  })
}
