import { readFileSync } from 'node:fs'
import path from 'node:path'
import { publicRoutes } from '@muster/contract/public-routes'
import { expect, it } from 'vitest'

const SOURCES = path.resolve(import.meta.dirname, '..')

/** Collects the files of this app that a file loads, at once or later. */
function addLoaded(file: string, loaded = new Map<string, string>()): Map<string, string> {
  if (loaded.has(file)) return loaded
  // An example in a comment is no call.
  const text = readFileSync(file, 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '')
  loaded.set(file, text)
  for (const [, from = ''] of text.matchAll(
    /(?:^(?:import|export) (?!type )[^'"]*?|\bimport\()['"](\.[^'"]+\.tsx?)['"]/gm,
  ))
    addLoaded(path.resolve(path.dirname(file), from), loaded)
  return loaded
}

const callsIn = (loaded: Map<string, string>) =>
  [...loaded.values()].flatMap((text) =>
    Array.from(
      text.matchAll(/\bcall(?:Page)?\(\s*'(\w+)',\s*'(\w+)'/g),
      ([, feature, name]) => `${feature}.${name}`,
    ),
  )

it('every call of the files that the pages of volunteers load has its route there', () => {
  const known = Object.entries(publicRoutes).flatMap(([feature, calls]) =>
    Object.keys(calls).map((name) => `${feature}.${name}`),
  )
  const called = callsIn(addLoaded(path.join(SOURCES, 'public.tsx')))
  expect(called).toEqual(
    expect.arrayContaining(['events.getPublicEvent', 'signup.signUp', 'session.refresh']),
  )
  expect(called.filter((call) => !known.includes(call))).toEqual([])
})

it('negative control: the pages of organizers call others', () => {
  expect(callsIn(addLoaded(path.join(SOURCES, 'admin.tsx')))).toContain('people.createPerson')
})
