import { expect, it, vi } from 'vitest'

const page = (until: string) => ({
  event_id: '1',
  assignments: [],
  tokens: ['t'],
  as_of: until,
  until,
  shown: {},
})

/** Reads the stored pages as a new document does. */
async function readKept(text: string) {
  localStorage.setItem('own-pages-1', text)
  vi.resetModules()
  return (await import('./own-pages.ts')).$ownPages.get()
}

it('deletes the pages of people whose last shift is over', async () => {
  const [past, coming] = [page('2020-01-01T00:00:00.000Z'), page('2199-01-01T00:00:00.000Z')]
  expect(await readKept(JSON.stringify([past, coming]))).toEqual([coming])
  expect(localStorage.getItem('own-pages-1')).toBe(JSON.stringify([coming]))
})

it.each(['', '{', 'null', '{}', '[null]'])('reads %j as none', async (text) => {
  expect(await readKept(text)).toEqual([])
})
