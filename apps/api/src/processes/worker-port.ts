import Fastify, { type FastifyInstance, LogController } from 'fastify'
import type { Deps } from '../deps.ts'
import { installErrorHandler } from '../edge/error-handler.ts'
import { installHealth } from '../edge/health.ts'
import { installMetrics } from '../edge/metrics.ts'
import { installRequestId, requestIdOf } from '../edge/request-id.ts'
import { readFigures } from '../outbox/monitoring.ts'
import { listenOn } from './listen-on.ts'

/** Serves health and metrics of a worker that serves nothing else. Throws `ListenError`. */
export async function startWorkerPort(deps: Deps, port: number): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: deps.log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    requestIdHeader: false,
    genReqId: requestIdOf,
    forceCloseConnections: true,
  })
  installErrorHandler(app)
  installRequestId(app)
  installMetrics(app, deps, () => readFigures(deps))
  // No load balancer sends requests here, so the shutdown need not wait until one has noticed.
  installHealth(app, { ...deps, config: { ...deps.config, shutdown_delay_ms: 0 } })
  await listenOn(app, { host: deps.config.host, port, setting: 'WORKER_PORT' })
  return app
}
