import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

it.each(['admin', 'public'])('%s.css has the classes of all that its pages load', (app) => {
  expect(listUnscanned(`src/styles/${app}.css`, `src/${app}.tsx`)).toEqual([])
})

it('finds what a sheet leaves out', () => {
  const unscanned = listUnscanned('src/styles/admin.css', 'src/public.tsx')
  expect(unscanned).toContain('src/ui/page/ticket.tsx')
})

function listUnscanned(sheet: string, entry: string): string[] {
  const rules = [...readFileSync(sheet, 'utf8').matchAll(/@source (not )?"(.*)"/g)]
  const isIn = (file: string, negated: boolean) =>
    rules
      .filter(([, not]) => (not !== undefined) === negated)
      .flatMap(([, , pattern = '']) => expandBraces(path.join('src/styles', pattern)))
      .some((source) => file === source || file.startsWith(path.join(source, '/')))
  return listLoaded(entry).filter(
    (file) =>
      /className=|cva\(|Class =/.test(readFileSync(file, 'utf8')) && (isIn(file, true) || !isIn(file, false)),
  )
}

/** Lists the entry and everything that it imports, at once or later. */
function listLoaded(entry: string): string[] {
  const loaded = new Set([entry])
  for (const file of loaded) {
    const code = readFileSync(file, 'utf8').replaceAll(/^import type .*$/gm, '')
    for (const [, imported = ''] of code.matchAll(/(?:from|import) ?\(?'(\.[^']+\.tsx?)'/g)) {
      const module = path.join(path.dirname(file), imported)
      if (existsSync(module)) loaded.add(module)
    }
  }
  return [...loaded]
}

function expandBraces(pattern: string): string[] {
  const [, before, choices, after] = /^(.*?)\{(.*?)\}(.*)$/.exec(pattern) ?? []
  return choices === undefined
    ? [pattern]
    : choices.split(',').flatMap((choice) => expandBraces(`${before}${choice}${after}`))
}
