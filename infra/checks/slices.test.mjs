// A check that never fires is worth nothing: each rule is shown a breach it must see, beside a sample without one.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findBreaches, listImports } from './slices.mjs'

const GOOD = {
  'packages/contract/src/signup.ts': "import { z } from 'zod'\nimport { id } from './fields.ts'",
  'packages/contract/src/fields.ts': "import { z } from 'zod'",
  'packages/contract/src/live.ts': "import type { PublicShift } from './signup.ts'",
  'packages/contract/src/rules/phone.ts': "import { parse } from 'libphonenumber-js/core'",
  'packages/contract/src/rules/capacity.ts': "import type { Shift } from '../signup.ts'",
  'apps/api/src/deps.ts': 'const now = () => new Date()',
  'apps/api/src/config.ts': 'export const env = process.env // never elsewhere',
  'apps/api/src/app.ts': "import { signupRoutes } from './features/signup/routes.ts'",
  'apps/api/src/http/refusal.ts': "import type { ErrorBody } from '@muster/contract/errors'",
  'apps/api/src/features/signup/routes.ts':
    "import { refuse } from '../../http/refusal.ts'\n// no new Date() here",
  'apps/api/src/features/signup/queries.ts': 'tx.insert(assignment)\nsql`update person set phone = ${phone}`',
  'apps/web/src/public.tsx': "import { SignupPage } from './features/signup/signup-page.tsx'",
  'apps/web/src/ui/button.tsx': "import { useText } from '../i18n/language.ts'",
  'apps/web/src/features/signup/signup-page.tsx':
    "import { spotsLeft } from '@muster/contract/rules/capacity'\nimport type { Shift } from '@muster/contract/signup'",
}

const BREACHES = [
  ['a word that says nothing', { 'apps/api/src/http/string-utils.ts': '' }, /"utils" says nothing/],
  ['an index file', { 'apps/web/src/ui/index.ts': '' }, /index files hide/],
  ['another case', { 'apps/web/src/ui/Button.tsx': '' }, /not in kebab-case/],
  [
    'a rule that loads a schema',
    { 'packages/contract/src/rules/capacity.ts': "import { z } from '../fields.ts'" },
    /a rule imports only rules/,
  ],
  [
    'a rule with a package',
    { 'packages/contract/src/rules/capacity.ts': "import { z } from 'zod'" },
    /does not know zod/,
  ],
  [
    'a contract with a server',
    { 'packages/contract/src/signup.ts': "import f from 'fastify'" },
    /does not know fastify/,
  ],
  [
    'http that knows a feature',
    { 'apps/api/src/http/access.ts': "import { x } from '../features/signup/queries.ts'" },
    /base may not import features/,
  ],
  [
    'a feature that knows the wiring',
    { 'apps/api/src/features/signup/sign-up.ts': "import { x } from '../../app.ts'" },
    /features may not import wiring/,
  ],
  [
    'a feature off the list',
    { 'apps/api/src/features/signup/sign-up.ts': "import { x } from '../session/queries.ts'" },
    /signup may not import session/,
  ],
  [
    'a part of the page that knows a feature',
    { 'apps/web/src/ui/button.tsx': "import('../features/signup/signup-page.tsx')" },
    /base may not import features/,
  ],
  [
    'a feature that knows the shell',
    { 'apps/web/src/features/signup/signup-page.tsx': "import { x } from '../../app/layout.tsx'" },
    /features may not import app/,
  ],
  [
    'one app in the other',
    { 'apps/web/src/ui/button.tsx': "import { x } from '../../../api/src/app.ts'" },
    /another package/,
  ],
  [
    'a schema in the browser',
    { 'apps/web/src/ui/button.tsx': "import { z } from '@muster/contract/fields'" },
    /as a type only/,
  ],
  [
    'inline types still load',
    { 'apps/web/src/ui/button.tsx': "import { type Z } from '@muster/contract/fields'" },
    /as a type only/,
  ],
  [
    'a schema behind a shared file',
    { 'packages/contract/src/live.ts': "import { id } from './fields.ts'" },
    /loaded by the web, so it may not load zod/,
  ],
  [
    'a second seam',
    { 'apps/api/src/features/signup/routes.ts': "import { s } from '@ts-rest/fastify'" },
    /is imported only by/,
  ],
  [
    'SQL in routes',
    { 'apps/api/src/features/signup/routes.ts': "import { eq } from 'drizzle-orm'" },
    /routes know no SQL/,
  ],
  [
    'settings from anywhere',
    { 'apps/api/src/http/access.ts': 'const port = process.env.PORT' },
    /not from process.env/,
  ],
  ['a clock', { 'apps/api/src/http/access.ts': 'const now = new Date()' }, /the time is an argument/],
  ['another clock', { 'apps/web/src/ui/button.tsx': 'const now = Date.now()' }, /the time is an argument/],
  [
    "another feature's table",
    { 'apps/api/src/features/signup/queries.ts': 'tx.update(shift)' },
    /signup may not write shift/,
  ],
  [
    "another feature's table in SQL",
    { 'apps/api/src/features/signup/queries.ts': 'sql`delete from ${shift} where true`' },
    /may not write shift/,
  ],
  [
    'a table of nobody',
    { 'apps/api/src/features/signup/queries.ts': 'tx.insert(newTable)' },
    /new_table, which has no owner/,
  ],
  [
    'a name on two sides only',
    { 'apps/api/src/features/badges/routes.ts': '' },
    /badges: missing in packages\/contract\/src/,
  ],
]

test('a sample that keeps the rules has no breach', () => {
  assert.deepEqual(findBreaches(new Map(Object.entries(GOOD))), [])
})

for (const [name, files, expected] of BREACHES) {
  test(`sees ${name}`, () => {
    const breaches = findBreaches(new Map(Object.entries({ ...GOOD, ...files })))
    assert.match(breaches.join('\n'), expected)
  })
}

test('sees a circle in the list of imports', () => {
  const circle = { api: { signup: ['people'], people: ['signup'] }, web: {} }
  assert.match(findBreaches(new Map(), circle).join('\n'), /api\/signup imports itself in a circle/)
})

test('reads every way to import', () => {
  const text = `
    import './style.css'
    import type { A } from 'a'
    import b, {
      type C,
      d,
    } from "b"
    export * from 'e'
    const page = lazy(() => import('f'))
    // import g from 'g'
    /* import h from 'h' */`
  assert.deepEqual(
    listImports(text).map(({ from, isType }) => `${from}${isType ? ' type' : ''}`),
    ['./style.css', 'a type', 'b', 'e', 'f'],
  )
})
