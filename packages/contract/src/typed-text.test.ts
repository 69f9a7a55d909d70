import { type AppRoute, isAppRoute } from '@ts-rest/core'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { contract } from './contract.ts'
import { issueText } from './issues.ts'
import en from './texts/en.ts'

/* D4. Routes and fields are read from the contract, so that new ones are tried too. */

/** Strings that nobody types as text: secrets and codes are never cleaned, the others are choices, ids and times. */
const NOT_TEXT = new Set(
  [
    'password current_password token refresh_token auth_code code_verifier code',
    'code_challenge code_challenge_method redirect_to provider cursor select id time_zone',
    'country role.event_id event_id rawId clientDataJSON attestationObject',
    'authenticatorData signature transports event_date_start event_date_end start_dt',
    'end_dt updated_since since send_at answer_by from to signup_opens_at signup_closes_at first_day days k color correction_keys',
  ].flatMap((names) => names.split(' ')),
)
const LINES = new Set(['notes', 'description', 'note', 'reason', 'message', 'customText', 'text', 'texts'])

const routes = Object.values(contract)
  .flatMap((feature) => Object.values<AppRoute>(feature))
  .filter((route) => isAppRoute(route))
const parts = routes.flatMap((route) => {
  const body =
    'body' in route && route.body instanceof z.ZodObject ? [{ part: 'body', schema: route.body }] : []
  const query = route.query instanceof z.ZodObject ? [{ part: 'query', schema: route.query }] : []
  return [...body, ...query].map(({ part, schema }) => ({
    name: `${route.method} ${route.path} ${part}`,
    schema,
  }))
})

type Field = { field: string; schema: z.ZodType }

/** Finds the strings in a schema. `schema` is the whole field, with what surrounds its string. */
function stringsIn(schema: unknown, field: string, whole = schema): Field[] {
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([name, inner]) => stringsIn(inner, name))
  if (schema instanceof z.ZodArray) return stringsIn(schema.element, field)
  if (schema instanceof z.ZodRecord) return stringsIn(schema.valueType, field)
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return stringsIn(schema.unwrap(), field, whole)
  if (schema instanceof z.ZodPipe) {
    const { in: first, out } = schema.def
    return stringsIn(first instanceof z.ZodTransform ? out : first, field, whole)
  }
  return schema instanceof z.ZodString && whole instanceof z.ZodType ? [{ field, schema: whole }] : []
}

const fields = parts.flatMap(({ name, schema }) =>
  stringsIn(schema, '')
    .filter(({ field }) => !NOT_TEXT.has(field))
    .map((each) => ({ ...each, name: `${name}: ${each.field}` })),
)
const kindOf = ({ field }: Field) => {
  if (field.endsWith('email')) return 'email'
  if (field.endsWith('phone')) return 'phone'
  if (field === 'sms_sender') return 'sender'
  return LINES.has(field) ? 'lines' : 'line'
}
const BASE = { email: 'asa@example.org', phone: '0701234567', sender: 'Asa', lines: 'Åsa', line: 'Åsa' }

const INVISIBLE = Array.from(
  '\u200b\u00ad\u2060\u2063\u200c\u200e\u200f\u061c\u202a\u202c\u202e\u2066\u2069\ufeff\ufffa\u180e\u{e0041}',
)

describe.each(fields)('$name', ({ name, field, schema }) => {
  const kind = kindOf({ field, schema })
  const base = BASE[kind]
  const plain = schema.parse(base)

  test('takes out what nobody sees', () => {
    for (const invisible of INVISIBLE) {
      expect(schema.parse(`${invisible}${base}${invisible}`)).toBe(plain)
      // A joiner stays between letters.
      const between = invisible === '\u200c' ? '' : invisible
      expect(schema.parse(`${base.slice(0, 2)}${between}${base.slice(2)}`)).toBe(plain)
    }
  })

  test('trims every kind of space and line end', () => {
    for (const space of [' ', '\t', '\u00a0', '\u3000', '\r\n', '\v', '\f', '\u0085', '\u2028', '\u2029'])
      expect(schema.parse(`${space}${base}${space}`)).toBe(plain)
  })

  // D6: a login with such an address is refused like one with an unknown address.
  const isLogin = /auth\/(login|v1\/token|v1\/recover) /.test(name)
  test('names what it refuses, and its place', () => {
    if (isLogin) return expect(schema.safeParse(`${base}\0`).success).toBe(true)
    for (const control of ['\0', '\u0007', '\u001b', '\u007f', '\ud800']) {
      const [issue] = schema.safeParse(`${base}${control}`).error?.issues ?? []
      const code = control.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
      expect(issue && issueText(issue, 'en')).toBe(
        `Has a character that cannot be shown (U+${code}) at place ${base.length + 1}`,
      )
    }
  })
})

const prose = fields.filter((each) => ['line', 'lines'].includes(kindOf(each)))

describe.each(prose)('$name', ({ field, schema }) => {
  test('makes a TAB a space, and a line end one, or a space', () => {
    const end = LINES.has(field) ? '\n' : ' '
    expect(schema.parse('Åsa\tEk')).toBe('Åsa Ek')
    for (const typed of ['\r\n', '\r', '\v', '\f', '\u0085', '\u2028', '\u2029', '\n'])
      expect(schema.parse(`Åsa${typed}Ek`)).toBe(`Åsa${end}Ek`)
  })

  test('keeps what can be seen', () => {
    for (const seen of [
      'O’Brien',
      'Anna‑Karin',
      '\uff21sa',
      '伟伟',
      'می\u200cخواهم',
      'മ്മ',
      '👩🏽\u200d🍳 kock',
    ])
      expect(schema.parse(seen)).toBe(seen)
  })
})

test('finds the fields, and each name of the list is one', () => {
  expect(fields.length).toBeGreaterThan(40)
  const names = new Set(parts.flatMap(({ schema }) => stringsIn(schema, '')).map(({ field }) => field))
  expect([...NOT_TEXT, ...LINES].filter((name) => !names.has(name))).toEqual([])
})

/** Missing, null, a number, a list, an object, far too long. */
const WRONG = [undefined, null, 7, [['x']], { x: 1 }, 'x'.repeat(70_000)]

describe.each(parts)('$name', ({ schema }) => {
  test('says in words of ours what is wrong with a field', () => {
    for (const field of Object.keys(schema.shape)) {
      for (const wrong of WRONG) {
        const parsed = schema.safeParse({ [field]: wrong })
        const issues = parsed.error?.issues ?? []
        expect(issues.filter(({ message }) => !(message in en.issues))).toEqual([])
        const isRefused = !z.safeParse(schema.shape[field], wrong).success
        expect(issues.some(({ path }) => path[0] === field)).toBe(isRefused)
      }
    }
  })
})
