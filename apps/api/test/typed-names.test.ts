import { people } from '@muster/contract/people'
import { signup } from '@muster/contract/signup'
import { waitingList } from '@muster/contract/waiting-list'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../src/db/ids.ts'
import { buildTestApp, type TestApp } from './app.ts'
import { type Administrator, buildAdministrator } from './organizations.ts'
import { buildShift, type ShiftRow } from './planning.ts'

/* D4, D11: one person, however the name is typed. */

/** Spellings of one last name; the first is stored. */
const SPELLINGS: readonly [string, ...string[]][] = [
  ["O'Brien", 'O’Brien', 'O‘Brien', 'O´Brien', 'O`Brien', 'OʼBrien', 'O′Brien', 'O＇Brien', 'o\u200b’BRIEN'],
  ['Anna-Karin', 'Anna‐Karin', 'Anna‑Karin', 'Anna–Karin', 'Anna—Karin', 'Anna−Karin', 'Anna－Karin'],
  [
    'Öberg',
    'O\u0308berg',
    'Öberg\u200b',
    '\u200eÖberg\u200f',
    'Ö\u00adberg',
    '\u202eÖberg',
    'Öberg\ufeff',
    '\u2066Öberg\u2069',
  ],
  [
    'Öberg',
    'ÖBERG',
    'Öber\u2060g',
    'Öberg\u{e0041}',
    '\tÖberg\v',
    'Ｏ\u0308ｂｅｒｇ',
    'Öberg\u3164',
    'Ö\u200dberg',
  ],
  [
    'von Essen',
    'von\tEssen',
    'von  Essen',
    'von\u00a0Essen',
    'von\u3000Essen',
    'Von\r\nEssen',
    'von\u2028Essen',
  ],
  ['伟', '\u200b伟', '伟\ufe00'],
  ['ゆ', 'ゆ\u2060'],
  ['김', '\u1100\u1175\u11b7'],
  ['می‌نا', 'می\u200cنا', 'مینا'],
  ['Nguyễn', 'Nguyê\u0303n', 'NGUYỄN'],
  ['Ильин', 'ИЛЬИН', 'ильин\u200b'],
]

let api: TestApp
let admin: Administrator
let shift: ShiftRow
beforeAll(async () => {
  api = await buildTestApp()
  admin = await buildAdministrator(api)
  shift = await buildShift(api.deps, { organization_id: admin.organization_id, required_qty: 1_000 })
})
afterAll(() => api.close())

describe.each(SPELLINGS.map(([stored, ...others]) => ({ stored, others })))(
  '$stored',
  ({ stored, others }) => {
    const email = `${newId()}@volunteer.example`
    const bodyOf = (last_name: string) => ({ first_name: 'Åsa', last_name, email, phone: '+46701234567' })
    beforeAll(() => api.ok(signup.signUp, { params: { shiftId: shift.id }, body: bodyOf(stored) }))

    test.each(others)('%j is signed up already', async (typed) => {
      const again = await api.refused(signup.signUp, { params: { shiftId: shift.id }, body: bodyOf(typed) })
      expect(again.code).toBe('already_signed_up')
    })

    test.each(others)('%j is there already for an administrator', async (typed) => {
      const { phone: _, ...body } = bodyOf(typed)
      const again = await api.refused(people.createPerson, { headers: admin.headers, body })
      expect(again.code).toBe('person_exists')
    })

    test.each([stored, ...others])('%j finds the person', async (q) => {
      const found = await api.ok(people.listPeople, { headers: admin.headers, query: { q } })
      expect(found.map((person) => person.email)).toContain(email)
    })
  },
)

test.each([
  '\u3164\u3164',
  '\u115f\u1160',
  '\uffa0\uffa0',
  '\u2800\u2800',
  '\u200b\u200b',
  '\u{e0041}\u{e0042}',
  '..',
])('%j is no name', async (last_name) => {
  const body = { first_name: 'Åsa', last_name, email: 'asa@volunteer.example', phone: '+46701234567' }
  for (const [route, given] of [
    [signup.signUp, body],
    [waitingList.joinWaitingList, body],
  ] as const) {
    const refused = await api.refused(route, { params: { shiftId: shift.id }, body: given })
    expect(refused).toMatchObject({ status: 400, issues: [{ path: 'last_name' }] })
  }
})
