// Counts what a reader meets: the files that importing a use case loads, and the files opened on the way from a form to
// its message. `node infra/checks/walks.mjs` prints a table, with `--files` every file of the walks with its lines.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** Use cases whose run-time imports are counted, by file name. */
const CLOSURES = ['sign-up.ts', 'send-invite.ts', 'shift-reminders.ts']

/** Files where each walk begins, by the end of their path. A walk goes on along run-time imports. */
const WALKS = {
  'sign-up, form to mail': [
    'signup/signup-page.tsx',
    'signup/sign-up.ts',
    'confirmation.ts',
    'outbox/deliver.ts',
  ],
  invitation: ['assignments/send-invite.ts', '/invitation.ts', 'outbox/deliver.ts'],
  'live change': [
    'assignments/places.ts',
    'live/socket-route.ts',
    'live/bus-postgres.ts',
    'volunteer/events/use-public-shifts.ts',
  ],
  reminder: ['outbox/shift-reminders.ts', '/shift-reminder.ts', 'outbox/deliver.ts'],
}

/** What a reader knows already and does not open: primitives, controls, texts, and the pure rules, whose names say it. */
const KNOWN = [
  'packages/contract/',
  'apps/api/src/db/',
  'apps/api/src/signing/',
  'apps/api/src/processes/',
  'apps/api/src/deps.ts',
  'apps/api/src/config.ts',
  'apps/web/src/ui/',
  'apps/web/src/format/',
  'apps/web/src/i18n/',
  'apps/web/src/app/',
  'apps/web/src/api/',
  'apps/api/src/access/',
  'apps/api/src/edge/',
  'apps/api/src/pages/',
]

/** Registers: a reader looks up one entry in them and does not open the others. */
const REGISTERS = ['/outbox/render.ts', '/kinds/kinds.ts']
const isText = (file) => /\/(en|sv|texts)\.ts$/.test(file)

const SOURCES = ['apps/api/src', 'apps/web/src', 'packages/contract/src'].flatMap((folder) =>
  readdirSync(path.join(ROOT, folder), { recursive: true })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && !file.endsWith('.d.ts'))
    .map((file) => path.posix.join(folder, file)),
)

/** Statements that load a file. `import type`, and braces with types only, are erased. */
const IMPORT = /^(?:import|export)\s+(?!type\b)(?:([^'";]*?)\s+from\s+)?['"]([^'"]+)['"]/gm

function listImports(file) {
  const text = readFileSync(path.join(ROOT, file), 'utf8')
  return [...text.matchAll(IMPORT)].flatMap(([, names = '', from]) => {
    const in_braces = /^\{([^}]*)\}$/s.exec(names.trim())?.[1]
    const isErased = in_braces
      ?.split(',')
      .every((name) => name.trim() === '' || name.trim().startsWith('type '))
    return isErased ? [] : (resolve(file, from) ?? [])
  })
}

function resolve(file, from) {
  const contract = /^@muster\/contract\/(.+)$/.exec(from)?.[1]
  if (contract) return `packages/contract/src/${contract}.ts`
  if (!from.startsWith('.')) return undefined
  const target = path.posix.join(path.posix.dirname(file), from)
  return ['', '.ts', '.tsx']
    .map((end) => target + end)
    .find((each) => existsSync(path.join(ROOT, each)) && /\.tsx?$/.test(each))
}

function close(entries, isOpened) {
  const seen = new Set(entries)
  for (const file of seen) for (const each of listImports(file)) if (isOpened(each, file)) seen.add(each)
  return [...seen].toSorted((a, b) => (a < b ? -1 : 1))
}

function find(end) {
  const found = SOURCES.filter(
    (file) => file.endsWith(end) && !file.includes('/texts/') && !file.includes('/rules/'),
  )
  if (found.length !== 1) throw new Error(`${end} ends ${found.length} files: ${found.join(' ')}`)
  return found[0]
}

const countLines = (files) =>
  files.reduce((sum, file) => sum + readFileSync(path.join(ROOT, file), 'utf8').split('\n').length - 1, 0)

const rows = [
  ...CLOSURES.map((name) => [`loaded by ${name}`, close([find(`/${name}`)], () => true)]),
  ...Object.entries(WALKS).map(([name, ends]) => [
    `opened for: ${name}`,
    close(
      ends.map(find),
      (file, from) =>
        !isText(file) &&
        !KNOWN.some((known) => file.startsWith(known)) &&
        !REGISTERS.some((register) => from.endsWith(register)),
    ),
  ]),
]
for (const [name, files] of rows) {
  console.log(
    `${name.padEnd(36)} ${String(files.length).padStart(4)} files ${String(countLines(files)).padStart(6)} lines`,
  )
  if (process.argv.includes('--files'))
    for (const file of files) console.log(`  ${String(countLines([file])).padStart(5)} ${file}`)
}
