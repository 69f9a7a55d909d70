// Compares what a phone loads before a page works, compressed, with a budget. Reads Vite's manifest after a build.
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

const DIST = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../apps/web/dist')

/** Budgets in KiB, gzip. `keys` are the manifest's entries for a page. */
const PAGES = [
  { name: 'public event', js: 115, keys: ['public.html', 'src/volunteer/events/event-page.tsx'] },
  { name: 'sign-up', js: 128, keys: ['public.html', 'src/volunteer/signup/signup-page.tsx'] },
  {
    name: 'personal page',
    js: 124,
    keys: ['public.html', 'src/volunteer/personal-page/confirmation-page.tsx'],
  },
  { name: 'events (admin)', js: 200, css: 17, keys: ['admin.html', 'src/desk/events/events-page.tsx'] },
  { name: 'shifts (admin)', js: 200, css: 17, keys: ['admin.html', 'src/desk/dashboard/dashboard-page.tsx'] },
]
/** Of a page that has no budget of its own. */
const CSS = 10
/** Budget in KiB of Latin fonts. A browser loads other scripts when a name needs them. */
const FONTS = 25
const FIRST_FONT = /-latin-wght-normal/

export function weighPage(manifest, { name, js, css = CSS, keys }, sizeOf) {
  const missing = keys.filter((key) => !manifest[key])
  if (missing.length > 0)
    return {
      line: name,
      problems: [`${name}: ${missing.join(', ')} is not in the manifest: is it still an own chunk?`],
    }
  const chunks = [...keys.reduce((seen, key) => addClosure(manifest, key, seen), new Set())].map(
    (key) => manifest[key],
  )
  const assets = [...new Set(chunks.flatMap((chunk) => chunk.assets ?? []))]
  const weights = {
    js: { budget: js, files: chunks.map(({ file }) => file).filter((file) => file.endsWith('.js')) },
    css: { budget: css, files: [...new Set(chunks.flatMap((chunk) => chunk.css ?? []))] },
    fonts: { budget: FONTS, files: assets.filter((file) => FIRST_FONT.test(file)) },
  }
  const parts = Object.entries(weights).map(([kind, { budget, files }]) => {
    const kib = files.reduce((sum, file) => sum + sizeOf(file), 0) / 1024
    return { text: `${kind} ${kib.toFixed(1)} of ${budget}`, isOver: kib > budget }
  })
  return {
    line: `${name}: ${parts.map(({ text }) => text).join(' · ')} KiB`,
    problems: parts.filter(({ isOver }) => isOver).map(({ text }) => `${name}: over its budget, ${text} KiB`),
  }
}

function addClosure(manifest, key, seen) {
  if (seen.has(key)) return seen
  seen.add(key)
  for (const next of manifest[key].imports ?? []) addClosure(manifest, next, seen)
  return seen
}

function compressedSize(file) {
  const bytes = readFileSync(path.join(DIST, file))
  // A woff2 file is compressed already and is sent as it is.
  return file.endsWith('.woff2') ? bytes.length : gzipSync(bytes, { level: 9 }).length
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const file = path.join(DIST, '.vite/manifest.json')
  if (!existsSync(file)) {
    console.log(`There is no ${path.relative(process.cwd(), file)}: build first.`)
    process.exit(1)
  }
  const manifest = JSON.parse(readFileSync(file, 'utf8'))
  const weighed = PAGES.map((page) => weighPage(manifest, page, compressedSize))
  for (const { line } of weighed) console.log(line)
  const problems = weighed.flatMap((page) => page.problems)
  for (const problem of problems) console.log(problem)
  process.exitCode = problems.length > 0 ? 1 : 0
}
