import { type AppRoute, type AppRouter, isAppRoute } from '@ts-rest/core'
import { z } from 'zod'

// Not ts-rest's generator: with zod 4 it emits empty schemas. Every schema is inlined, so that readers need no lookups.

type Json = Record<string, unknown>

const SECURITY = {
  session: { type: 'http', scheme: 'bearer', description: 'The access token of POST /auth/login.' },
  organization: { type: 'apiKey', in: 'header', name: 'X-Organization-ID' },
}

export function openapi(
  router: AppRouter,
  info: { title: string; version: string; description: string },
): Json {
  const paths: Record<string, Json> = {}
  for (const { route, operation_id } of listEndpoints(router)) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route, operation_id) }
  }
  return { openapi: '3.1.0', info, paths, components: { securitySchemes: SECURITY } }
}

function listEndpoints(router: AppRouter, prefix = ''): { route: AppRoute; operation_id: string }[] {
  return Object.entries(router).flatMap(([key, node]) =>
    isAppRoute(node)
      ? [{ route: node, operation_id: prefix + key }]
      : listEndpoints(node, `${prefix}${key}.`),
  )
}

function operationOf(route: AppRoute, operation_id: string): Json {
  const body = 'body' in route ? schemaOf(route.body, 'input') : undefined
  return {
    operationId: operation_id,
    tags: [operation_id.split('.')[0]],
    summary: route.summary,
    security: securityOf(route.path),
    parameters: [
      ...parametersOf(route.pathParams, 'path', route.path),
      ...parametersOf(route.query, 'query', route.path),
      ...parametersOf(route.headers, 'header', route.path),
    ],
    ...(body && { requestBody: { required: true, content: { 'application/json': { schema: body } } } }),
    responses: Object.fromEntries(
      Object.entries(route.responses).map(([status, answer]) => [status, responseOf(status, answer)]),
    ),
  }
}

function securityOf(path: string): Json[] {
  if (path.startsWith('/admin/')) return [{ session: [], organization: [] }]
  if (path.startsWith('/api/')) return [{ session: [] }]
  return []
}

function parametersOf(shape: unknown, where: 'path' | 'query' | 'header', path: string): Json[] {
  const declared = Object.entries(fieldsOf(shape)).map(([name, schema]) => ({
    name,
    in: where,
    required: where === 'path' || !schema.safeParse(undefined).success,
    schema: schemaOf(schema, 'input'),
  }))
  if (where !== 'path' || declared.length > 0) return declared
  return Array.from(path.matchAll(/:(\w+)/g), ([, name]) => ({
    name,
    in: where,
    required: true,
    schema: { type: 'string' },
  }))
}

/** Parameters are one object schema; headers, as ts-rest requires, a plain object of schemas. */
function fieldsOf(shape: unknown): Record<string, z.ZodType> {
  const fields = shape instanceof z.ZodObject ? shape.shape : shape
  if (typeof fields !== 'object' || fields === null) return {}
  return Object.fromEntries(Object.entries(fields).filter(([, schema]) => schema instanceof z.ZodType))
}

function responseOf(status: string, answer: unknown): Json {
  const description = DESCRIPTIONS[status] ?? 'The answer'
  const schema = schemaOf(answer, 'output')
  if (schema) return { description, content: { 'application/json': { schema } } }
  if (typeof answer === 'object' && answer !== null && 'contentType' in answer && 'body' in answer) {
    return {
      description,
      content: { [String(answer.contentType)]: { schema: schemaOf(answer.body, 'output') } },
    }
  }
  return { description }
}

const DESCRIPTIONS: Record<string, string> = {
  200: 'Done',
  201: 'Created',
  204: 'Done; nothing to say',
  400: 'The request is not valid',
  401: 'No session, or it has ended',
  403: 'Not allowed, or the link has expired',
  404: 'Not found, or the link is invalid',
  409: 'A rule of the domain refused',
  413: 'Too large',
  415: 'Not JSON',
  422: 'The idempotency key was used for another body',
  429: 'Too many requests',
  500: 'A fault of ours',
  503: 'Busy; try again after Retry-After',
}

function schemaOf(schema: unknown, io: 'input' | 'output'): Json | undefined {
  if (!(schema instanceof z.ZodType)) return undefined
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, target: 'draft-2020-12' })
  return rest
}
