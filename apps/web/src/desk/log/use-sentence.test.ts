import { contract } from '@muster/contract/contract'
import { notesOf } from '@muster/contract/endpoint'
import { type Language, languages } from '@muster/contract/language'
import type { LogEntry } from '@muster/contract/log'
import { type LogAction, logActions } from '@muster/contract/rules/log-action'
import { renderHook } from '@testing-library/react'
import type { AppRoute } from '@ts-rest/core'
import { afterEach, describe, expect, it } from 'vitest'
import { setLanguage } from '../../i18n/language.ts'
import { buildId } from '../../testing/build-event.ts'
import { en as texts } from './texts.ts'
import { useSentence } from './use-sentence.ts'

const named = (name: string | null) => ({ id: buildId(), name })

const there = {
  actor: { kind: 'account', id: buildId(), name: 'Maja', email: null },
  event: { ...named('Festival'), time_zone: 'Europe/Stockholm' },
  role: named('Kafé'),
  shift: {
    id: buildId(),
    role_name: 'Kafé',
    start_dt: '2026-11-28T10:00:00.000Z',
    end_dt: '2026-11-28T13:00:00.000Z',
    time_zone: 'Europe/Stockholm',
  },
  people: [named('Bo Test')],
  member: named('Henrik Ek'),
  invitation: named('bo@festival.example'),
  api_key: named('Website'),
} satisfies Partial<LogEntry>

const roleGone = { role: named(null) }
const eventGone = { ...roleGone, event: { ...named(null), time_zone: null } }
const personGone = { people: [named(null)] }
const accountGone = {
  actor: { ...there.actor, name: null },
  member: named(null),
  invitation: named(null),
  api_key: named(null),
}
const keyGone = { actor: { ...accountGone.actor, kind: 'api_key' as const } }

const states: [string, Partial<LogEntry>][] = [
  ['all there', {}],
  ['role gone', roleGone],
  ['event gone', eventGone],
  ['person gone', personGone],
  ['account gone', accountGone],
  ['key gone', keyGone],
  ['all gone', { ...eventGone, ...personGone, ...accountGone }],
]

function say(language: Language, action: LogAction, state: Partial<LogEntry>, fields: string[] = []): string {
  const changes = action.endsWith('.removed') ? [{ field: 'name', before: 'Loppis', after: null }] : []
  setLanguage(language)
  const { result } = renderHook(useSentence)
  const entry: LogEntry = {
    id: buildId(),
    at: '2026-06-01T10:00:00.000Z',
    action,
    fields,
    changes,
    ...there,
    ...state,
  }
  return result.current.sentenceOf(entry).replaceAll('\u00a0', ' ')
}

afterEach(() => setLanguage('en'))

it.each<[LogAction, Partial<LogEntry>, string, string]>([
  ['event.added', {}, 'added the event Festival', 'lade till evenemanget Festival'],
  ['event.added', eventGone, 'added an event that was removed', 'lade till ett evenemang som är borttaget'],
  ['event.changed', {}, 'changed the event Festival', 'ändrade evenemanget Festival'],
  ['event.changed', eventGone, 'changed an event that was removed', 'ändrade ett evenemang som är borttaget'],
  [
    'role.added',
    {},
    'added the role Kafé to the event Festival',
    'lade till rollen Kafé i evenemanget Festival',
  ],
  [
    'role.added',
    roleGone,
    'added a role that was removed to the event Festival',
    'lade till en roll som är borttagen i evenemanget Festival',
  ],
  [
    'role.added',
    eventGone,
    'added a role to an event that was removed',
    'lade till en roll i ett evenemang som är borttaget',
  ],
  [
    'role.changed',
    {},
    'changed the role Kafé of the event Festival',
    'ändrade rollen Kafé i evenemanget Festival',
  ],
  [
    'role.changed',
    eventGone,
    'changed a role of an event that was removed',
    'ändrade en roll i ett evenemang som är borttaget',
  ],
  [
    'role.removed',
    roleGone,
    'removed the role Loppis of the event Festival',
    'tog bort rollen Loppis i evenemanget Festival',
  ],
  [
    'role.removed',
    eventGone,
    'removed the role Loppis of an event that was removed',
    'tog bort rollen Loppis i ett evenemang som är borttaget',
  ],
  [
    'shift.added',
    eventGone,
    'added the shift of Kafé on Sat 28 November 11:00–14:00',
    'lade till passet för Kafé lör 28 november 11:00–14:00',
  ],
  [
    'shift.removed',
    eventGone,
    'removed the shift of Kafé on Sat 28 November 11:00–14:00',
    'tog bort passet för Kafé lör 28 november 11:00–14:00',
  ],
  ['event.removed', eventGone, 'removed the event Loppis', 'tog bort evenemanget Loppis'],
  [
    'assignment.added',
    { ...eventGone, ...personGone },
    'put a person who was removed on the shift of Kafé on Sat 28 November 11:00–14:00',
    'satte en person som är borttagen på passet för Kafé lör 28 november 11:00–14:00',
  ],
  [
    'waiting.withdrawn',
    personGone,
    'withdrew the offer to a person who was removed of a place on the shift of Kafé on Sat 28 November 11:00–14:00',
    'tog tillbaka erbjudandet till en person som är borttagen om en plats på passet för Kafé lör 28 november 11:00–14:00',
  ],
  [
    'broadcast.sent',
    {},
    'sent a broadcast to people of the event Festival',
    'gjorde ett utskick till personer på evenemanget Festival',
  ],
  [
    'broadcast.undone',
    eventGone,
    'took back a broadcast of an event that was removed',
    'ångrade ett utskick om ett evenemang som är borttaget',
  ],
  ['api_key.created', {}, 'created the API key Website', 'skapade API-nyckeln Website'],
  [
    'api_key.revoked',
    { api_key: named(null) },
    'revoked an API key that is gone',
    'återkallade en API-nyckel som är borta',
  ],
])('%s: %#', (action, state, en, sv) => {
  expect(say('en', action, state)).toBe(`Maja ${en}`)
  expect(say('sv', action, state)).toBe(`Maja ${sv}`)
})

it.each<[LogAction, Partial<LogEntry>, string, string]>([
  ['member.joined', {}, 'Henrik Ek joined', 'Henrik Ek kom med'],
  [
    'member.joined',
    accountGone,
    'Somebody whose account is gone joined',
    'Någon vars konto är borta kom med',
  ],
  [
    'member.left',
    accountGone,
    'Somebody whose account is gone left',
    'Någon vars konto är borta lämnade organisationen',
  ],
  [
    'event.added',
    keyGone,
    'An API key that is gone added the event Festival',
    'En API-nyckel som är borta lade till evenemanget Festival',
  ],
])('names who did it: %s, %#', (action, state, en, sv) => {
  expect(say('en', action, state)).toBe(en)
  expect(say('sv', action, state)).toBe(sv)
})

/** What a change contains beside fields. The rows of a batch have those of a shift (D46). */
const NO_FIELDS = [
  'version',
  'lead_role_ids',
  'move_shifts',
  'despite_conflict',
  'raise',
  'create',
  'update',
  'delete',
  'notify',
  'dry_run',
  // Of a saved text, which the log does not name.
  'title',
  'text',
]

it('has a word for every field that can be changed', () => {
  const fields = Object.values(contract)
    .flatMap((endpoints) => Object.values<AppRoute>(endpoints))
    .filter((route) => [notesOf(route).log].flat().some((name) => name?.endsWith('.changed')))
    .flatMap((route) => Object.keys(Reflect.get(Object('body' in route && route.body), 'shape') ?? {}))
  expect(fields).toContain('role')
  expect(fields.filter((field) => !NO_FIELDS.includes(field) && !Object.hasOwn(texts.field, field))).toEqual(
    [],
  )
})

describe.each(languages)('every sentence (%s)', (language) => {
  it.each(states)('is whole: %s', (_state, given) => {
    const sentences = [
      ...logActions.map((action) => say(language, action, given)),
      say(language, 'shift.changed', given, ['start_dt']),
    ]
    for (const sentence of sentences) {
      expect(sentence).toMatch(/^\p{Lu}/u)
      expect(sentence).not.toMatch(/\{\{|null|undefined/)
      expect(sentence).not.toMatch(/\b(event|role|key|evenemanget|rollen|nyckeln) (an?|the|ett|en) /)
      expect(sentence).not.toMatch(/(that was removed|som är borttaget|som är borttagen) (that|som) /)
    }
  })
})
