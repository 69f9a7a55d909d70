import type { AppRoute } from '@ts-rest/core'
import { z } from 'zod'
import { type EndpointNotes, notesOf } from '../endpoint.ts'
import type { ErrorCode } from '../errors.ts'
import { isAuthService, refusalsOf } from '../refusals.ts'
import { rightOfKey } from '../rules/route-access.ts'
import { exampleOf } from './example.ts'
import { describeRefusal, refusalOf } from './refusals.ts'
import { isObject, type Json, type Models, schemaOf } from './schema.ts'

/** Components that operations refer to, collected while the operations are written. */
export type Components = {
  schemas: Models
  parameters: Map<string, Json>
  responses: Map<string, Json>
  codes: Set<ErrorCode>
}

export type Operation = {
  operationId: string
  summary: string | undefined
  description: string | undefined
  parameters: Json[]
  requestBody?: { required: true; content: Json }
  responses: Record<string, Json>
} & Json

export function operationOf(route: AppRoute, operation_id: string, components: Components): Operation {
  const { summary, description } = route
  const notes = notesOf(route)
  const body = 'body' in route && route.body instanceof z.ZodType ? route.body : undefined
  return {
    operationId: operation_id,
    tags: [operation_id.split('.')[0]],
    summary,
    description,
    ...(route.deprecated && { deprecated: true }),
    security: securityOf(notes),
    parameters: parametersOf(route, notes, components),
    ...(body && {
      requestBody: { required: true, content: contentOf('application/json', body, 'input', components) },
    }),
    responses: responsesOf(route, notes, components),
  }
}

/** D1, D7, K1 */
function securityOf({ access, refresh_cookie }: EndpointNotes): Json[] {
  if (access === 'open') return refresh_cookie === 'reads' ? [{ refreshCookie: [] }, {}] : []
  const isOpenToKeys = access !== 'account' && rightOfKey(access) !== undefined
  return isOpenToKeys ? [{ session: [] }, { apiKey: [] }] : [{ session: [] }]
}

// ── Parameters ───────────────────────────────────────────────────────────────────────────────────

function parametersOf(route: AppRoute, notes: EndpointNotes, components: Components): Json[] {
  const { path } = route
  const headers = {
    ...(path.startsWith('/admin/') && { 'X-Organization-ID': organizationHeader }),
    ...fieldsOf(route.headers),
    ...(notes.has_etag && { 'if-none-match': ifNoneMatch }),
    'accept-language': acceptLanguage,
  }
  return [
    ...Object.entries(fieldsOf(route.pathParams)).map(([name, schema]) =>
      parameterOf(name, schema, 'path', components),
    ),
    ...Object.entries(fieldsOf(route.query)).map(([name, schema]) =>
      parameterOf(name, schema, 'query', components),
    ),
    ...Object.entries(headers).map(([name, schema]) => headerOf(name, schema, components)),
  ]
}

const organizationHeader = z.uuid().meta({
  description: 'Id of the organization that the call is for. The caller must be a member of it.',
  examples: ['019b2f6e-4c1a-7d20-9f3e-5a6b7c8d9e00'],
})

const acceptLanguage = z
  .string()
  .meta({ description: 'Language of sentences: `en` (default) or `sv`.', examples: ['sv'] })
  .optional()

const ifNoneMatch = z
  .string()
  .meta({
    description: 'The `ETag` of the answer you have.',
    examples: ['"5d41402abc4b2a76b9719d911017c592"'],
  })
  .optional()

function parameterOf(
  name: string,
  schema: z.ZodType,
  where: 'path' | 'query' | 'header',
  { schemas }: Components,
): Json {
  const { description, examples, ...rest } = schemaOf(schema, 'input', schemas)
  return {
    name,
    in: where,
    required: where === 'path' || !schema.safeParse(undefined).success,
    description,
    schema: rest,
    ...(Array.isArray(examples) && { example: examples[0] }),
  }
}

/** Adds a header to the components, `Idempotency-Key` as `IdempotencyKey`, and returns the reference. */
function headerOf(name: string, schema: z.ZodType, components: Components): Json {
  const spelled = name.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase())
  const component = spelled.replaceAll('-', '')
  components.parameters.set(component, parameterOf(spelled, schema, 'header', components))
  return { $ref: `#/components/parameters/${component}` }
}

/** Returns the fields of parameters (one object schema) or of headers (for ts-rest a plain object of schemas). */
function fieldsOf(shape: unknown): Record<string, z.ZodType> {
  const fields = shape instanceof z.ZodObject ? shape.shape : shape
  if (!isObject(fields)) return {}
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, schema]) => (schema instanceof z.ZodType ? [[name, schema]] : [])),
  )
}

// ── Answers ──────────────────────────────────────────────────────────────────────────────────────

function responsesOf(route: AppRoute, notes: EndpointNotes, components: Components): Record<string, Json> {
  const answers = Object.entries(route.responses).filter(([status]) => Number(status) < 400)
  const headers = [
    ...(notes.has_etag ? ['ETag'] : []),
    ...('cursor' in fieldsOf(route.query) ? ['Link'] : []),
    ...(notes.has_total ? ['Total-Count'] : []),
    ...('undoable' in fieldsOf(route.query) ? ['Undo-Batch'] : []),
    ...(notes.refresh_cookie ? ['Set-Cookie'] : []),
  ]
  return {
    ...Object.fromEntries(
      answers.map(([status, answer]) => [status, answerOf(Number(status), answer, headers, components)]),
    ),
    ...(notes.has_etag && {
      304: { description: 'Nothing has changed.', headers: { ETag: { $ref: '#/components/headers/ETag' } } },
    }),
    ...Object.fromEntries(
      Array.from(refusalsOf(route), ([status, codes]) => {
        for (const code of codes) components.codes.add(code)
        const refusal = isAuthService(route)
          ? describeRefusal(status, codes, 'AuthError')
          : refusalOf(status, codes, components.responses)
        return [status, refusal]
      }),
    ),
  }
}

const MEANINGS: Record<number, string> = {
  200: 'Done.',
  201: 'Created.',
  204: 'Done. The answer has no body.',
  302: 'Look at `Location`.',
}

function answerOf(status: number, answer: unknown, added: string[], components: Components): Json {
  const file = isObject(answer) && 'contentType' in answer ? answer : undefined
  const schema = file ? file['body'] : answer
  const type = file ? String(file['contentType']) : 'application/json'
  const names = [...added, ...(file ? ['Content-Disposition'] : [])]
  const headers = names.map((name) => [name, { $ref: `#/components/headers/${name.replaceAll('-', '')}` }])
  return {
    description: MEANINGS[status],
    ...(headers.length > 0 && { headers: Object.fromEntries(headers) }),
    ...(schema instanceof z.ZodType && { content: contentOf(type, schema, 'output', components) }),
  }
}

function contentOf(type: string, schema: z.ZodType, io: 'input' | 'output', { schemas }: Components): Json {
  const described = schemaOf(schema, io, schemas)
  return { [type]: { schema: described, example: exampleOf(described, schemas) } }
}
