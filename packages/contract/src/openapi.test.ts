import { expect, test } from 'vitest'
import { contract } from './contract.ts'
import { openapi } from './openapi.ts'
import { routes } from './routes.ts'

const document = openapi(contract, { title: 'Muster', version: '1', description: '' })
const text = JSON.stringify(document)

test('every endpoint of the contract is described, with its parameters and schemas', () => {
  for (const feature of Object.values(routes)) {
    for (const { method, path } of Object.values(feature)) {
      const described = path.replaceAll(/:(\w+)/g, '{$1}')
      expect(document).toHaveProperty(['paths', described, method.toLowerCase()])
    }
  }
  expect(document).toMatchObject({
    openapi: '3.1.0',
    paths: {
      '/shifts/{shiftId}/signup': {
        post: {
          operationId: 'signup.signUp',
          security: [],
          parameters: [
            { name: 'shiftId', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } },
            { name: 'idempotency-key', in: 'header', required: false },
            { name: 'event-id', in: 'header', required: false },
          ],
          requestBody: {
            content: {
              'application/json': { schema: { required: ['first_name', 'last_name', 'email', 'phone'] } },
            },
          },
        },
      },
      '/admin/people': { get: { security: [{ session: [], organization: [] }] } },
    },
  })
})

test('no answer is left without a schema', () => {
  expect(text).not.toContain('"schema":{}')
})
