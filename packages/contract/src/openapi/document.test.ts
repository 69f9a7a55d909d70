import { describe, expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { contract } from '../contract.ts'
import { routes } from '../routes.ts'
import en from '../texts/en.ts'
import { openapi } from './document.ts'
import type { Operation } from './operation.ts'
import { isObject, type Json } from './schema.ts'

const document = openapi(contract, { server: 'https://muster.example' })

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]): [string, Operation] => [
    `${method.toUpperCase()} ${path}`,
    operation,
  ]),
)

test('every endpoint of the contract is described, with its parameters and schemas', () => {
  for (const feature of Object.values(routes)) {
    for (const { method, path } of Object.values(feature)) {
      const described = path.replaceAll(/:(\w+)/g, '{$1}')
      expect(document).toHaveProperty(['paths', described, method.toLowerCase()])
    }
  }
  expect(document).toMatchObject({
    openapi: '3.1.0',
    info: { version: manifest.version },
    servers: [{ url: 'https://muster.example' }],
    paths: {
      '/shifts/{shiftId}/signup': {
        post: {
          operationId: 'signup.signUp',
          security: [],
          parameters: [
            { name: 'shiftId', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } },
            { $ref: '#/components/parameters/IdempotencyKey' },
            { $ref: '#/components/parameters/EventId' },
            { $ref: '#/components/parameters/FormId' },
            { $ref: '#/components/parameters/AcceptLanguage' },
          ],
          requestBody: {
            content: { 'application/json': { schema: { $ref: '#/components/schemas/SignUp' } } },
          },
        },
      },
      '/admin/people': {
        get: {
          security: [{ session: [] }, { apiKey: [] }],
          parameters: expect.arrayContaining([{ $ref: '#/components/parameters/XOrganizationID' }]),
          responses: {
            200: {
              content: {
                'application/json': {
                  schema: { type: 'array', items: { $ref: '#/components/schemas/Person' } },
                },
              },
            },
            401: { $ref: '#/components/responses/Unauthorized' },
          },
        },
      },
    },
    components: {
      schemas: {
        SignUp: { required: ['first_name', 'last_name', 'email', 'phone'] },
        Person: { properties: { phone: { type: ['string', 'null'] } } },
      },
      parameters: {
        XOrganizationID: { name: 'X-Organization-ID', in: 'header', required: true },
        IdempotencyKey: { name: 'Idempotency-Key', in: 'header', required: false },
      },
    },
  })
})

test('headers, cookies and 304', () => {
  const { get } = document.paths['/events/{eventId}/public'] ?? {}
  expect(get?.parameters).toContainEqual({ $ref: '#/components/parameters/IfNoneMatch' })
  expect(get?.responses).toMatchObject({
    200: { headers: { ETag: {} } },
    304: { headers: { ETag: {} } },
  })
  const list = document.paths['/admin/people']?.['get']
  expect(list?.parameters).toContainEqual({ $ref: '#/components/parameters/IfNoneMatch' })
  expect(list?.responses).toMatchObject({ 200: { headers: { ETag: {}, Link: {} } }, 304: {} })
  expect(document).toMatchObject({
    paths: {
      '/auth/login': { post: { responses: { 200: { headers: { 'Set-Cookie': {} } } } } },
      '/auth/refresh': { post: { security: [{ refreshCookie: [] }, {}] } },
      '/calendar/{file}': { get: { responses: { 200: { headers: { 'Content-Disposition': {} } } } } },
    },
    components: {
      responses: {
        TooManyRequests: { headers: { 'Retry-After': {} } },
        Busy: { headers: { 'Retry-After': {} } },
      },
      securitySchemes: { refreshCookie: { in: 'cookie', name: 'muster_refresh' } },
    },
  })
})

test('the examples of headers can be sent', () => {
  for (const header of Object.values(document.components['headers'] ?? {})) {
    expect(String(at(header, 'example'))).toMatch(/^[\x20-\x7e]+$/)
  }
})

describe('refusals', () => {
  test.each(operations)(
    '%s lists the codes of each, with their sentences, as an open enumeration',
    (_name, operation) => {
      const refused = Object.entries(operation.responses).filter(([status]) => Number(status) >= 400)
      expect(refused.map(([status]) => status)).toEqual(expect.arrayContaining(['500', '503']))
      for (const [, response] of refused) {
        const { description, content } = resolve(response)
        const code = at(content, 'application/json', 'schema', 'allOf', 1, 'properties', 'code', 'anyOf')
        const codes = listOf(at(code, 0, 'enum'))
        expect(at(code, 1)).toEqual({ type: 'string' })
        expect(codes.length).toBeGreaterThan(0)
        for (const each of codes) {
          const sentence = String(at(en.errors, String(each)))
          for (const part of sentence.split('{{name}}')) expect(description).toContain(part)
        }
        expect(Object.keys(at(content, 'application/json', 'examples') ?? {})).toEqual(codes)
      }
    },
  )

  test('those of one operation', () => {
    const operation = document.paths['/admin/people/{id}']?.['put']
    expect(codesOf(operation?.responses ?? {})).toEqual({
      400: ['organization_required', 'validation', 'malformed_body'],
      401: ['session_required', 'session_invalid', 'api_key_invalid'],
      403: [
        'second_factor_required',
        'organization_forbidden',
        'second_factor_setup_required',
        'organization_paused',
        'role_forbidden',
        'api_key_right_missing',
        'api_key_of_one_event',
      ],
      404: ['not_found', 'person_not_found'],
      409: ['person_exists', 'changed_elsewhere', 'limit_reached'],
      413: ['too_large'],
      415: ['not_json'],
      429: ['daily_cap_reached', 'rate_limited'],
      500: ['internal'],
      503: ['busy'],
    })
  })

  test.each(operations.filter(([name]) => name.startsWith('POST')))(
    '%s takes an Idempotency-Key or refuses it',
    (_name, { parameters, requestBody, responses }) => {
      const takesKey = parameters.some(({ $ref }) => $ref === '#/components/parameters/IdempotencyKey')
      const codes = Object.values(codesOf(responses)).flatMap(listOf)
      expect(codes.includes('idempotency_key_reused')).toBe(takesKey && requestBody !== undefined)
      expect(codes.includes('idempotency_key_refused')).toBe(!takesKey)
    },
  )

  test('the model of an error names every code', () => {
    expect(at(document, 'components', 'schemas', 'ErrorCode', 'anyOf', 0, 'enum')).toEqual(
      Object.keys(en.errors),
    )
  })
})

const bodies = operations.filter(([, { requestBody }]) => requestBody)

test.each(bodies)('%s: every text of the body has its limits', (_name, { requestBody }) => {
  const bare = schemasIn(requestBody).filter(
    ([, schema]) => isText(schema) && !TEXT_RULES.some((rule) => rule in schema),
  )
  expect(bare.map(([path]) => path)).toEqual([])
})

test('a text without limits would be seen', () => {
  const body = { properties: { name: { type: ['string', 'null'] }, id: { type: 'string', format: 'uuid' } } }
  const texts = schemasIn(body).filter(([, schema]) => isText(schema))
  expect(
    texts.filter(([, schema]) => !TEXT_RULES.some((rule) => rule in schema)).map(([path]) => path),
  ).toEqual(['.properties.name'])
})

test('the limits of a body', () => {
  expect(document).toMatchObject({
    components: {
      schemas: {
        SignUp: {
          properties: {
            first_name: { minLength: 1, maxLength: 100 },
            email: { format: 'email', maxLength: 254 },
            phone: { maxLength: 40 },
            shift_id: { format: 'uuid' },
          },
        },
        NewOrganization: { properties: { name: { minLength: 1, maxLength: 100 } } },
        NewShift: {
          properties: { start_dt: { format: 'date-time' }, required_qty: { minimum: 1, maximum: 10_000 } },
        },
      },
    },
  })
})

test('every time is a date-time', () => {
  const times = fieldsIn(document)
    .filter(([name]) => /(_dt|_at|_start|_end|^as_of|^answer_by)$/.test(name))
    // The public auth client counts its `expires_at` in seconds.
    .filter(([, field]) => field['type'] !== 'integer')
  expect(times.length).toBeGreaterThan(60)
  expect(times.filter(([, field]) => field['format'] !== 'date-time').map(([name]) => name)).toEqual([])
})

test('requests are closed: the server refuses a field that is not described', () => {
  const objects = bodies.flatMap(([, { requestBody }]) =>
    schemasIn(requestBody).filter(([, schema]) => 'properties' in schema && !isMadeElsewhere(schema)),
  )
  expect(objects.length).toBeGreaterThan(20)
  expect(objects.filter(([, schema]) => schema['additionalProperties'] !== false)).toEqual([])
})

/** Returns whether the public auth client or the browser itself writes the object (D10). */
const isMadeElsewhere = ({ additionalProperties }: Json) =>
  isObject(additionalProperties) && Object.keys(additionalProperties).length === 0

test('answers are open for added fields', () => {
  const answers = operations.flatMap(([, { responses }]) => schemasIn(responses))
  expect(answers.length).toBeGreaterThan(1_000)
  expect(answers.filter(([, schema]) => schema['additionalProperties'] === false)).toEqual([])
})

test('every operation, parameter and field is described, with an example', () => {
  for (const [name, { summary, description, parameters, requestBody, responses }] of operations) {
    expect([summary, description], name).toEqual([expect.any(String), expect.any(String)])
    for (const each of parameters.map(resolve)) {
      const { schema, ...parameter } = each
      expect(parameter, name).toMatchObject({ description: expect.any(String) })
      expect(
        'example' in parameter || (isObject(schema) && 'enum' in schema),
        `${name} ${String(each['name'])}`,
      ).toBe(true)
    }
    const contents = [requestBody, ...Object.values(responses).map(resolve)].map((each) => each?.['content'])
    for (const described of contents.flatMap((content) => Object.values(content ?? {}))) {
      expect(hasExample(described), name).toBe(true)
    }
  }
  const fields = fieldsIn(document)
  const undescribed = fields.filter(([, field]) => !isDescribed(field))
  expect(undescribed.map(([name]) => name)).toEqual([])
  const withoutExample = fields.filter(
    ([, field]) =>
      /string|integer|number/.test(String(field['type'])) && !EXAMPLES.some((key) => key in field),
  )
  expect(withoutExample.map(([name]) => name)).toEqual([])
})

/** Returns whether the field has a description, itself or by its model (`anyOf: [$ref, null]`). */
function isDescribed(field: Json): boolean {
  const { description, anyOf } = resolve(field)
  return typeof description === 'string' || (Array.isArray(anyOf) && anyOf.some((each) => '$ref' in each))
}

test('every tag is described, every reference leads somewhere, every component is used', () => {
  for (const { name, description } of document.tags) expect(description, name).toBeTruthy()
  const references = new Set(
    Array.from(JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g), ([, ref]) => ref),
  )
  for (const ref of references) expect(() => resolve({ $ref: ref })).not.toThrow()
  const unused = Object.entries(document.components).flatMap(([kind, named]) =>
    kind === 'securitySchemes'
      ? []
      : Object.keys(named).filter((name) => !references.has(`#/components/${kind}/${name}`)),
  )
  expect(unused).toEqual([])
})

// ── Reading the document ─────────────────────────────────────────────────────────────────────────

const TEXT_RULES = ['minLength', 'maxLength', 'format', 'pattern', 'enum', 'const']
const EXAMPLES = ['examples', 'enum', 'const']
const isText = ({ type }: Json) => type === 'string' || (Array.isArray(type) && type.includes('string'))

/** Returns every schema below a node, through references, with its path. */
function schemasIn(node: unknown, path = '', seen = new Set<unknown>()): [string, Json][] {
  if (Array.isArray(node)) return node.flatMap((each, index) => schemasIn(each, `${path}.${index}`, seen))
  if (!isObject(node) || seen.has(node)) return []
  seen.add(node)
  if (typeof node['$ref'] === 'string') return schemasIn(resolve(node), path, seen)
  const here: [string, Json][] =
    'type' in node || 'properties' in node || 'anyOf' in node ? [[path, node]] : []
  const below = Object.entries(node).filter(
    ([key]) => !['example', 'examples', 'enum', 'const'].includes(key),
  )
  return [...here, ...below.flatMap(([key, each]) => schemasIn(each, `${path}.${key}`, seen))]
}

/** Returns every property of every schema of the document. */
function fieldsIn(node: unknown): [string, Json][] {
  const named = schemasIn(node).flatMap(([, schema]) => Object.entries(schema['properties'] ?? {}))
  // A refusal narrows the code, which the model describes.
  return named.filter(([name, field]) => name !== 'code' || '$ref' in field)
}

function resolve(node: Json): Json {
  const { $ref, ...beside } = node
  if (typeof $ref !== 'string') return node
  const target = at(document, ...$ref.slice(2).split('/'))
  if (!isObject(target)) throw new Error(`Nothing at ${$ref}`)
  return { ...resolve(target), ...beside }
}

function codesOf(responses: Record<string, Json>): Record<string, unknown> {
  const refused = Object.entries(responses).filter(([status]) => Number(status) >= 400)
  return Object.fromEntries(
    refused.map(([status, response]) => [
      status,
      at(
        resolve(response),
        'content',
        'application/json',
        'schema',
        'allOf',
        1,
        'properties',
        'code',
        'anyOf',
        0,
        'enum',
      ),
    ]),
  )
}

const listOf = (node: unknown): unknown[] => (Array.isArray(node) ? node : [])
const hasExample = (node: unknown) => isObject(node) && ('example' in node || 'examples' in node)

function at(node: unknown, ...path: (string | number)[]): unknown {
  return path.reduce<unknown>(
    (inner, key) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : undefined),
    node,
  )
}
