import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { listDescribed, listUnseen } from './answer-coverage.ts'
import { checkAnswer } from './described-answers.ts'

/* Negative controls: the check that all calls of the other tests go through finds errors. */

const account = { email: 'asa@muster.example', ends_at: null }
const html = 'text/html; charset=utf-8'

type Wrong = { status?: number; type?: string; cache?: string; body: unknown }

const wrong: [string, Wrong, string][] = [
  [
    'a field that is not described',
    { body: { ...account, phone: 'x' } },
    'must NOT have additional properties',
  ],
  ['a field that is missing', { body: { email: account.email } }, "must have required property 'ends_at'"],
  ['a field of another type', { body: { ...account, email: 1 } }, 'must be string'],
  [
    'a field of another format',
    { body: { ...account, ends_at: 'tomorrow' } },
    'must match format "date-time"',
  ],
  ['another status', { status: 202, body: account }, 'Not described'],
  ['another media type', { type: html, body: account }, 'Described as application/json, not text/html'],
  ['a permission to store it', { cache: 'private', body: account }, 'May be stored'],
  ['no body', { body: '' }, 'Unexpected end of JSON'],
  ['another code', { status: 401, body: { error: 'x', code: 'shift_full' } }, 'must be equal to one of'],
  ['a refusal without a code', { status: 401, body: { error: 'x' } }, "must have required property 'code'"],
  [
    'a refusal with more fields',
    { status: 401, body: { error: 'x', code: 'session_required', stack: 'x' } },
    'must NOT have additional properties',
  ],
]

test.each(wrong)(
  '%s',
  async (_name, { status = 200, type = 'application/json', cache = 'no-store', body }, problem) => {
    const app = Fastify()
    app.get('/api/account', (_request, reply) =>
      reply
        .status(status)
        .type(type)
        .header('cache-control', cache)
        .send(body === '' ? body : JSON.stringify(body)),
    )
    const answer = await app.inject('/api/account')
    expect(() => checkAnswer(answer)).toThrow(problem)
  },
)

test('a described answer that no test has seen', () => {
  const [first = '', ...others] = listDescribed()
  expect(listUnseen(others)).toEqual([first])
  const once = listDescribed().filter((name) => !name.endsWith(' busy'))
  expect(listUnseen(once)).toEqual(['busy'])
  expect(listUnseen([...once, 'GET /admin/people 503 busy'])).toEqual([])
})
