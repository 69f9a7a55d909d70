import { imports } from '@muster/contract/imports'
import { organizationOf } from '../../access/access.ts'
import { attemptOf } from '../../access/idempotency.ts'
import type { Deps } from '../../deps.ts'
import { handlers, sendJson } from '../../edge/mount.ts'
import { answerLanguage } from '../../pages/language.ts'
import { writeAnswer } from './answer-import.ts'
import { importPeople } from './import-people.ts'
import { listUndoableImports } from './queries.ts'
import { undoImport } from './undo-import.ts'

export const importRoutes = (deps: Deps) =>
  handlers(imports, {
    importPeople: async ({ request, reply, body }) => {
      const answer = await importPeople(deps, organizationOf(request), body, {
        attempt: attemptOf(request, { body }),
        language: answerLanguage(request, reply),
      })
      const empty = sendJson(reply, await writeAnswer(answer))
      return { status: 200, body: { import_id: null, rows: empty, people: empty } }
    },

    listImports: async ({ request }) => ({
      status: 200,
      body: await deps.db.transaction(organizationOf(request), listUndoableImports),
    }),

    undoImport: async ({ request, params }) => ({
      status: 200,
      body: await undoImport(deps, organizationOf(request), params.import_id, attemptOf(request, { params })),
    }),
  })
