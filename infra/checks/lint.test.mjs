// Gives each rule of .oxlintrc.json about layers, names and settings a breach that it must find.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')

const BREACHES = [
  ['apps/web/src/ui/Button.ts', '', 'filename-case'],
  ['apps/api/src/access/access.ts', 'export const port = process.env.PORT', 'no-restricted-properties'],
  ['packages/contract/src/rules/capacity.ts', "export { z } from '../fields.ts'", 'no-restricted-imports'],
  [
    'apps/api/src/edge/health.ts',
    "export { x } from '../features/signup/queries.ts'",
    'no-restricted-imports',
  ],
  ['apps/api/src/mail/letter.ts', "export { x } from '../outbox/claim.ts'", 'no-restricted-imports'],
  ['apps/api/src/providers/smtp.ts', "export { x } from '../outbox/claim.ts'", 'no-restricted-imports'],
  [
    'apps/api/src/outbox/claim.ts',
    "export { x } from '../features/signup/queries.ts'",
    'no-restricted-imports',
  ],
  ['apps/api/src/features/signup/sign-up.ts', "export { x } from '../../app.ts'", 'no-restricted-imports'],
  ['apps/api/src/features/signup/hub.ts', "export { x } from '../../live.ts'", 'no-restricted-imports'],
  [
    'apps/web/src/ui/part.ts',
    "export const part = () => import('../volunteer/signup/signup-page.tsx')",
    'no-restricted-imports',
  ],
  [
    'apps/web/src/volunteer/signup/page.ts',
    "export { x } from '../../app/layout.tsx'",
    'no-restricted-imports',
  ],
  [
    'apps/web/src/volunteer/signup/desk.ts',
    "export { x } from '../../desk/log/api.ts'",
    'no-restricted-imports',
  ],
  [
    'apps/web/src/desk/log/page.ts',
    "export { x } from '../../volunteer/signup/use-signup.ts'",
    'no-restricted-imports',
  ],
]

const KEPT = {
  'packages/contract/src/rules/kept.ts':
    "export type { Shift } from '../signup.ts'\nexport { a } from './zone.ts'",
  'apps/api/src/config.ts': 'export const port = process.env.PORT',
  'apps/api/src/app.ts': "export { x } from './features/signup/routes.ts'",
  'apps/api/src/features/signup/queries.ts':
    "export { eq } from 'drizzle-orm'\nexport { y } from '../../mail/markup.ts'",
  'apps/web/src/ui/kept.ts': "export { a } from '../format/dates.ts'",
  'apps/web/src/app/kept.ts': "export { x } from '../volunteer/signup/signup-page.tsx'",
}

const folder = mkdtempSync(path.join(tmpdir(), 'muster-lint-'))
after(() => rmSync(folder, { recursive: true, force: true }))
copyFileSync(path.join(ROOT, '.oxlintrc.json'), path.join(folder, '.oxlintrc.json'))
const files = [...BREACHES.map(([file, text]) => [file, text]), ...Object.entries(KEPT)]
for (const [file, text] of files) {
  mkdirSync(path.join(folder, path.dirname(file)), { recursive: true })
  writeFileSync(path.join(folder, file), text)
}
const { stdout } = spawnSync(path.join(ROOT, 'node_modules/.bin/oxlint'), ['--format=json'], {
  cwd: folder,
  encoding: 'utf8',
  shell: process.platform === 'win32',
})
const { diagnostics } = JSON.parse(stdout)
const rulesBroken = (file) => diagnostics.filter(({ filename }) => filename === file).map(({ code }) => code)

for (const [file, text, rule] of BREACHES) {
  test(`sees ${rule} in ${file}: ${text}`, () => assert.match(rulesBroken(file).join(), new RegExp(rule)))
}

for (const file of Object.keys(KEPT)) {
  test(`sees nothing in ${file}`, () => assert.deepEqual(rulesBroken(file), []))
}
