import { type AppRoute, initContract } from '@ts-rest/core'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { contract } from './contract.ts'
import { endpoint } from './endpoint.ts'
import { withKnownFieldsOnly } from './known-fields.ts'
import { isAuthService } from './refusals.ts'

const c = initContract()
const ADD = {
  access: 'open',
  summary: 'Add',
  description: 'Once.',
  responses: { 200: z.object({}) },
} as const
const routes = Object.values(contract)
  .flatMap((feature) => Object.values<AppRoute>(withKnownFieldsOnly(feature)))
  // The public auth client sends fields of its own (D10).
  .filter((route) => !isAuthService(route))
  .map((route): [string, AppRoute] => [`${route.method} ${route.path}`, route])

/** Returns the places in a schema that have an object which takes any field. */
function openObjects(schema: unknown, at = ''): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const isOpen = 'properties' in schema && !('additionalProperties' in schema)
  const inner = Object.entries(schema).flatMap(([key, value]) => openObjects(value, `${at}/${key}`))
  return isOpen ? [at || '/', ...inner] : inner
}

const printed = (schema: unknown) =>
  schema instanceof z.ZodType ? z.toJSONSchema(schema, { io: 'input' }) : undefined

test.each(routes)('%s takes no unknown field, however deep', (_name, route) => {
  expect(openObjects(printed(route.query))).toEqual([])
  expect('body' in route ? openObjects(printed(route.body)) : []).toEqual([])
})

test('an open object would be seen', () => {
  const inner = z.object({ texts: z.object({ en: z.string() }) })
  expect(openObjects(printed(inner))).toEqual(['/', '/properties/texts'])
  expect(openObjects(printed(inner.strict()))).toEqual(['/properties/texts'])
})

test('every endpoint of a feature stays, and a refinement of a body too', () => {
  const body = z.object({ a: z.int(), b: z.int() }).refine(({ a, b }) => a < b, 'a is less than b')
  const strict = withKnownFieldsOnly(c.router({ add: endpoint('POST /x', { ...ADD, body }) }))
  expect(strict.add.path).toBe('/x')
  expect(strict.add.body.safeParse({ a: 1, b: 2 }).success).toBe(true)
  expect(strict.add.body.safeParse({ a: 2, b: 1 }).error?.issues).toMatchObject([
    { message: 'a is less than b' },
  ])
})

test('a body whose fields cannot be known is refused when the server starts', () => {
  const feature = c.router({
    add: endpoint('POST /x', { ...ADD, body: z.array(z.string()) }),
  })
  expect(() => withKnownFieldsOnly(feature)).toThrow('is an object')
})
