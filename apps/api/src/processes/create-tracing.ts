import {
  type Attributes,
  DiagLogLevel,
  diag,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { withTimeout } from '../db/with-timeout.ts'
import type { Logger } from '../deps.ts'
import type { Tracing } from '../tracing.ts'

type TracingOptions = {
  /** URL of an OTLP/HTTP receiver, without `/v1/traces`. */
  endpoint: string
  service: string
  /** Fraction of the traces that is sent, 0 to 1. */
  sample: number
}

const CLOSE_MS = 3_000
const WARN_EVERY_MS = 60_000

const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  internal: SpanKind.INTERNAL,
}

/** This module is loaded only where traces are sent (docs/decisions/0027). */
export function createTracing(
  { endpoint, service, sample }: TracingOptions,
  log: Pick<Logger, 'warn'>,
): Tracing {
  warnOfFailures(log)
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` })
  const provider = new TracerProvider({
    resource: defaultResource().merge(resourceFromAttributes({ 'service.name': service })),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(sample) }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
  const tracer = provider.getTracer('muster')

  return {
    start(name, { kind, parent, attributes, link, started_at }) {
      const remote = readTraceparent(parent)
      const linked = readTraceparent(link)
      const context = remote ? trace.setSpanContext(ROOT_CONTEXT, remote) : ROOT_CONTEXT
      const options = {
        kind: KINDS[kind],
        ...(attributes && { attributes }),
        ...(linked && { links: [{ context: linked }] }),
        ...(started_at !== undefined && { startTime: started_at }),
      }
      const span = tracer.startSpan(name, options, context)
      const { traceId, spanId, traceFlags } = span.spanContext()
      return {
        traceparent: `00-${traceId}-${spanId}-0${traceFlags & TraceFlags.SAMPLED}`,
        end(more?: Attributes, outcome?: 'failed') {
          if (more) span.setAttributes(more)
          if (outcome === 'failed') span.setStatus({ code: SpanStatusCode.ERROR })
          span.end()
        },
      }
    },
    close: () => withTimeout(provider.shutdown(), CLOSE_MS).catch(() => undefined),
  }
}

/** Parses a value that `start` has written. */
function readTraceparent(traceparent = '') {
  const [, traceId, spanId, flags] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-0([01])$/.exec(traceparent) ?? []
  if (traceId === undefined || spanId === undefined) return undefined
  return { traceId, spanId, traceFlags: Number(flags), isRemote: true }
}

const ignore = () => undefined

/** Leaves out the library's message, which may contain the receiver's address with a key. */
function warnOfFailures(log: Pick<Logger, 'warn'>): void {
  let last = Number.NEGATIVE_INFINITY
  const warn = () => {
    if (performance.now() - last < WARN_EVERY_MS) return
    last = performance.now()
    log.warn('traces could not be sent')
  }
  const logger = { error: warn, warn, info: ignore, debug: ignore, verbose: ignore }
  diag.setLogger(logger, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true })
}
