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
  'apps/api/src/http/refusal.ts': "import type { ErrorBody } from '@muster/contract/errors'",
  'apps/api/src/features/signup/routes.ts':
    "import { refuse } from '../../http/refusal.ts'\n// no new Date() here",
  'apps/api/src/features/signup/queries.ts': 'tx.insert(person)\nsql`update person set phone = ${phone}`',
  'apps/web/src/public.tsx': "import { SignupPage } from './features/signup/signup-page.tsx'",
  'apps/web/src/ui/button.tsx': "import { useText } from '../i18n/language.ts'",
  'apps/web/src/features/signup/signup-page.tsx':
    "import { spotsLeft } from '@muster/contract/rules/capacity'\nimport type { Shift } from '@muster/contract/signup'",
}

const BREACHES = [
  {
    name: 'a word that says nothing',
    file: 'apps/api/src/http/string-utils.ts',
    text: '',
    expected: /"utils" says nothing/,
  },
  { name: 'an index file', file: 'apps/web/src/ui/index.ts', text: '', expected: /index files hide/ },
  {
    name: 'a rule with a package',
    file: 'packages/contract/src/rules/capacity.ts',
    text: "import { z } from 'zod'",
    expected: /does not know zod/,
  },
  {
    name: 'a contract with a server',
    file: 'packages/contract/src/signup.ts',
    text: "import f from 'fastify'",
    expected: /does not know fastify/,
  },
  {
    name: 'a feature off the list',
    file: 'apps/api/src/features/signup/sign-up.ts',
    text: "import { x } from '../session/queries.ts'",
    expected: /signup may not import session/,
  },
  {
    name: 'one app in the other',
    file: 'apps/web/src/ui/button.tsx',
    text: "import { x } from '../../../api/src/app.ts'",
    expected: /another package/,
  },
  {
    name: 'a schema in the browser',
    file: 'apps/web/src/ui/button.tsx',
    text: "import { z } from '@muster/contract/fields'",
    expected: /as a type only/,
  },
  {
    name: 'inline types still load',
    file: 'apps/web/src/ui/button.tsx',
    text: "import { type Z } from '@muster/contract/fields'",
    expected: /as a type only/,
  },
  {
    name: 'a schema behind a shared file',
    file: 'packages/contract/src/live.ts',
    text: "import { id } from './fields.ts'",
    expected: /loaded by the web, so it may not load zod/,
  },
  {
    name: 'a second seam',
    file: 'apps/api/src/features/signup/routes.ts',
    text: "import { s } from '@ts-rest/fastify'",
    expected: /is imported only by/,
  },
  {
    name: 'SQL in routes',
    file: 'apps/api/src/features/signup/routes.ts',
    text: "import { eq } from 'drizzle-orm'",
    expected: /routes know no SQL/,
  },
  {
    name: 'a clock',
    file: 'apps/api/src/http/access.ts',
    text: 'const now = new Date()',
    expected: /the time is an argument/,
  },
  {
    name: 'another clock',
    file: 'apps/web/src/ui/button.tsx',
    text: 'const now = Date.now()',
    expected: /the time is an argument/,
  },
  {
    name: "another feature's table",
    file: 'apps/api/src/features/signup/queries.ts',
    text: 'tx.update(shift)',
    expected: /signup may not write shift/,
  },
  {
    name: "another feature's table in SQL",
    file: 'apps/api/src/features/signup/queries.ts',
    text: 'sql`delete from ${shift} where true`',
    expected: /may not write shift/,
  },
  {
    name: 'a write in SQL with an alias',
    file: 'apps/api/src/features/signup/sign-up.ts',
    text: 'sql`update shift s set required_qty = 1`',
    expected: /may not write shift/,
  },
  {
    name: 'a table of nobody',
    file: 'apps/api/src/features/signup/queries.ts',
    text: 'tx.insert(newTable)',
    expected: /new_table, which has no owner/,
  },
  {
    name: 'a name on two sides only',
    file: 'apps/api/src/features/badges/routes.ts',
    text: '',
    expected: /badges: missing in packages\/contract\/src/,
  },
]

test('a sample that keeps the rules has no breach', () => {
  assert.deepEqual(findBreaches(new Map(Object.entries(GOOD))), [])
})

for (const { name, file, text, expected } of BREACHES) {
  test(`sees ${name}`, () => {
    const breaches = findBreaches(new Map(Object.entries({ ...GOOD, [file]: text })))
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
