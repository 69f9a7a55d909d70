import { savedTexts } from '@muster/contract/saved-texts'
import { organizationOf } from '../../access/access.ts'
import { attemptOf, createdId, oncePerKey } from '../../access/idempotency.ts'
import { recordAction } from '../../db/record-action.ts'
import type { Deps } from '../../deps.ts'
import { handlers } from '../../edge/mount.ts'
import { conflict, notFound } from '../../edge/refusal.ts'
import {
  deleteSavedText,
  getSavedText,
  insertSavedText,
  listSavedTexts,
  lockSavedText,
  updateSavedText,
} from './queries.ts'

export const savedTextRoutes = ({ db, now }: Deps) =>
  handlers(savedTexts, {
    listSavedTexts: async ({ request }) => ({
      status: 200,
      body: await db.transaction(organizationOf(request), listSavedTexts),
    }),

    createSavedText: async ({ request, body }) => ({
      status: 201,
      body: await db.transaction(organizationOf(request), async (tx) => {
        const { id } = await oncePerKey(tx, attemptOf(request, { body }), createdId, async () => {
          await recordAction(tx, { action: 'saved_text.added', at: now() })
          return insertSavedText(tx, body)
        })
        return getSavedText(tx, id)
      }),
    }),

    updateSavedText: async ({ request, params: { id }, body: { version, ...change } }) => ({
      status: 200,
      body: await db.transaction(organizationOf(request), async (tx) => {
        const before = await lockSavedText(tx, id)
        if (!before) throw notFound('saved_text_not_found')
        if (version !== undefined && version !== before.version) throw conflict('changed_elsewhere')
        await updateSavedText(tx, id, change)
        await recordAction(tx, { action: 'saved_text.changed', at: now() })
        return getSavedText(tx, id)
      }),
    }),

    deleteSavedText: async ({ request, params: { id } }) => {
      await db.transaction(organizationOf(request), async (tx) => {
        if (!(await deleteSavedText(tx, id))) throw notFound('saved_text_not_found')
        await recordAction(tx, { action: 'saved_text.removed', at: now() })
      })
      return { status: 204, body: undefined }
    },
  })
