import { expect, it } from 'vitest'
import { type Entry, findEntries } from './find-entries.ts'

const entry = (text: string, more?: string): Entry => ({ id: text, text, path: '/', ...(more && { more }) })
const NONE = { acts: [], events: [], people: [], shifts: [] }
const namesOf = (found: ReturnType<typeof findEntries>) =>
  found.map(({ kind, items }) => [kind, items.map(({ text }) => text)])

it('ranks the whole name, then its start, then the start of a word, then what stands inside', () => {
  const people = ['Klas Ekman', 'Björn af Ekenstam', 'Ek Andersson', 'Ek', 'Lars Tekla'].map((name) =>
    entry(name),
  )
  expect(namesOf(findEntries({ ...NONE, people }, 'ek'))).toEqual([
    ['people', ['Ek', 'Ek Andersson', 'Klas Ekman', 'Björn af Ekenstam', 'Lars Tekla']],
  ])
})

it('finds names without their marks, words in any order, and what is not shown', () => {
  const people = [entry('Åsa Öberg', 'asa@volunteer.example 0701234567'), entry('Bo Berg')]
  for (const typed of ['asa', 'oberg åsa', 'volunteer', '0701'])
    expect(namesOf(findEntries({ ...NONE, people }, typed)), typed).toEqual([['people', ['Åsa Öberg']]])
})

it('shows the kind with the best match first, because Enter opens the first entry', () => {
  const all = { ...NONE, acts: [entry('Members')], events: [entry('Summer'), entry('Mem')] }
  expect(namesOf(findEntries(all, 'mem'))).toEqual([
    ['events', ['Mem']],
    ['acts', ['Members']],
  ])
})

it('lists the pages without a word, six entries of a kind with one', () => {
  const shifts = Array.from({ length: 20 }, (_, nth) => entry(`Kafé ${nth}`))
  const all = { ...NONE, acts: [entry('Log')], shifts }
  expect(namesOf(findEntries(all, ' '))).toEqual([['acts', ['Log']]])
  expect(findEntries(all, 'kafe')[0]?.items).toHaveLength(6)
  expect(findEntries(all, 'xyz')).toEqual([])
})
