// Gives each rule a breach that it must find, and a sample without one. A check that never fires is worth nothing.
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
  'apps/api/src/edge/refusal.ts': "import type { ErrorBody } from '@muster/contract/errors'",
  'apps/api/src/features/signup/routes.ts':
    "import { refuse } from '../../http/refusal.ts'\n// no new Date() here",
  'apps/api/src/features/signup/queries.ts': 'tx.insert(person)\nsql`update person set phone = ${phone}`',
  'apps/web/src/public.tsx': "import { SignupPage } from './volunteer/signup/signup-page.tsx'",
  'apps/web/src/ui/button.tsx': "import { useText } from '../i18n/language.ts'",
  'apps/web/src/volunteer/signup/signup-page.tsx':
    "import { spotsLeft } from '@muster/contract/rules/capacity'\nimport type { Shift } from '@muster/contract/signup'",
}

const BREACHES = [
  ['apps/api/src/edge/string-utils.ts', '', /"utils" says nothing/],
  ['apps/web/src/ui/index.ts', '', /index files hide/],
  ['packages/contract/src/rules/capacity.ts', "import { z } from 'zod'", /does not know zod/],
  ['packages/contract/src/signup.ts', "import f from 'fastify'", /does not know fastify/],
  [
    'apps/api/src/features/signup/sign-up.ts',
    "import { x } from '../session/queries.ts'",
    /signup may not import session/,
  ],
  [
    'apps/web/src/desk/people/people-page.tsx',
    "import { x } from '../log/api.ts'",
    /people may not import log/,
  ],
  ['apps/web/src/ui/button.tsx', "import { x } from '../../../api/src/app.ts'", /another package/],
  ['apps/web/src/ui/button.tsx', "import { z } from '@muster/contract/fields'", /as a type only/],
  ['apps/web/src/ui/button.tsx', "import { type Z } from '@muster/contract/fields'", /as a type only/],
  [
    'packages/contract/src/live.ts',
    "import { id } from './fields.ts'",
    /loaded by the web, so it may not load zod/,
  ],
  ['apps/api/src/features/signup/routes.ts', "import { s } from '@ts-rest/fastify'", /is imported only by/],
  ['apps/api/src/features/signup/routes.ts', "import { eq } from 'drizzle-orm'", /routes know no SQL/],
  ['apps/api/src/access/access.ts', 'const now = new Date()', /the time is an argument/],
  ['apps/web/src/ui/button.tsx', 'const now = Date.now()', /the time is an argument/],
  ['apps/api/src/features/signup/queries.ts', 'tx.update(shift)', /signup may not write shift/],
  ['apps/api/src/features/signup/queries.ts', 'sql`delete from ${shift} where true`', /may not write shift/],
  [
    'apps/api/src/features/signup/sign-up.ts',
    'sql`update shift s set required_qty = 1`',
    /may not write shift/,
  ],
  ['apps/api/src/features/signup/queries.ts', 'tx.insert(newTable)', /new_table, which has no owner/],
  ['apps/api/src/features/badges/routes.ts', '', /badges: missing in packages\/contract\/src/],
]

test('a sample that keeps the rules has no breach', () => {
  assert.deepEqual(findBreaches(new Map(Object.entries(GOOD))), [])
})

for (const [file, text, expected] of BREACHES) {
  test(`sees ${expected} in ${file}: ${text}`, () => {
    const breaches = findBreaches(new Map(Object.entries({ ...GOOD, [file]: text })))
    assert.match(breaches.join('\n'), expected)
  })
}

test('sees a circle in the list of imports', () => {
  const circle = { api: { signup: ['people'], people: ['signup'] } }
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
