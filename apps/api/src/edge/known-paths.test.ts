import { errorBody } from '@muster/contract/errors'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../test/app.ts'
import { endpoints } from '../../test/calls.ts'

let api: TestApp
beforeAll(async () => {
  api = await buildTestApp()
})
afterAll(() => api.close())

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

const urlOf = (path: string) => path.replaceAll(/:\w+/g, 'x')

/** Methods of each path in the contract. */
const paths = new Map<string, string[]>()
for (const { method, path } of endpoints) {
  paths.set(path, [...(paths.get(path) ?? []), ...(method === 'GET' ? ['GET', 'HEAD'] : [method])])
}

/** `/admin/members/leave` is a separate path, and also matches that of a member. */
const methodsOf = (path: string) =>
  [...paths].flatMap(([other, methods]) =>
    new RegExp(`^${other.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+')}$`).test(urlOf(path))
      ? methods
      : [],
  )

test.each([...paths.keys()])('%s names its methods to any other', async (path) => {
  const known = methodsOf(path)
  for (const method of METHODS.filter((each) => !known.includes(each))) {
    const answer = await api.inject({ method, url: urlOf(path) })
    expect({ method, status: answer.statusCode, allow: answer.headers.allow }).toEqual({
      method,
      status: 405,
      allow: known.join(', '),
    })
    if (method !== 'HEAD') expect(errorBody.strict().parse(answer.json()).code).toBe('method_not_allowed')
  }
})

test.each(['/admin/nothing', '/adminxpeople', '/admin/people/x/y', '/', '/assignment/x/calendarxics'])(
  '%s is not of the contract: 404',
  async (url) => {
    const answer = await api.inject({ method: 'PATCH', url })
    expect(answer.statusCode).toBe(404)
    expect(answer.headers).not.toHaveProperty('allow')
  },
)

test('the sentence is in the language of the client', async () => {
  const answer = await api.inject({
    method: 'PUT',
    url: '/admin/people?x=1',
    headers: { 'accept-language': 'sv' },
  })
  expect(answer.json()).toEqual({
    error: 'Den här adressen svarar inte på den metoden.',
    code: 'method_not_allowed',
  })
})
