import { expect, it } from 'vitest'

type Texts = { [key: string]: string | Texts }
const files = import.meta.glob<Texts>('../**/{en,sv}.ts', { eager: true, import: 'default' })
const folders = [...new Set(Object.keys(files).map((file) => file.replace(/\/\w+\.ts$/, '')))]

it.each(folders)('%s says the same in both languages', (folder) => {
  const en = placeholdersByKey(files[`${folder}/en.ts`] ?? {})
  const sv = placeholdersByKey(files[`${folder}/sv.ts`] ?? {})
  expect(sv).toEqual(en)
})

function placeholdersByKey(texts: Texts, path = ''): Record<string, string[]> {
  return Object.assign(
    {},
    ...Object.entries(texts).map(([key, text]) =>
      typeof text === 'string'
        ? { [`${path}${key}`]: [...new Set(text.match(/\{\{\w+\}\}/g) ?? [])].toSorted() }
        : placeholdersByKey(text, `${path}${key}.`),
    ),
  )
}
