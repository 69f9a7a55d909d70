import { broadcasts } from '@muster/contract/broadcasts'
import { accountOf, mayHoldLinks, organizationOf } from '../../access/access.ts'
import { attemptOf } from '../../access/idempotency.ts'
import type { Deps } from '../../deps.ts'
import { handlers } from '../../edge/mount.ts'
import { answerLanguage } from '../../pages/language.ts'
import { listBroadcasts } from './list-broadcasts.ts'
import { previewBroadcast } from './preview-broadcast.ts'
import { readProgress } from './read-progress.ts'
import { sendBroadcast } from './send-broadcast.ts'
import { sendNow } from './send-planned.ts'
import { testBroadcast } from './test-broadcast.ts'
import { undoBroadcast } from './undo-broadcast.ts'

export const broadcastRoutes = (deps: Deps) =>
  handlers(broadcasts, {
    sendBroadcast: async ({ request, params, body }) => {
      const broadcast = { event_id: params.eventId, user_id: accountOf(request), form: body }
      const attempt = attemptOf(request, { params, body })
      return {
        status: 201,
        body: await sendBroadcast(deps, organizationOf(request), broadcast, attempt),
      }
    },

    previewBroadcast: async ({ request, params: { eventId: event_id }, body }) => {
      const { as_person_id, ...form } = body
      const wanted = { event_id, form, as_person_id }
      const preview = await previewBroadcast(deps, organizationOf(request), wanted)
      // Samples contain personal links.
      return { status: 200, body: mayHoldLinks(request) ? preview : { ...preview, samples: [] } }
    },

    getBroadcast: async ({ request, params, reply }) => ({
      status: 200,
      body: await readProgress(deps, organizationOf(request), {
        id: params.id,
        language: answerLanguage(request, reply),
      }),
    }),

    testBroadcast: async ({ request, params, body }) => {
      const { as_person_id, ...form } = body
      const test = { event_id: params.eventId, form, as_person_id, user_id: accountOf(request) }
      await testBroadcast(deps, organizationOf(request), test, attemptOf(request, { params, body }))
      return { status: 204, body: undefined }
    },

    sendBroadcastNow: async ({ request, params, reply }) => ({
      status: 200,
      body: await sendNow(
        deps,
        organizationOf(request),
        { id: params.id, language: answerLanguage(request, reply) },
        attemptOf(request, { params }),
      ),
    }),

    undoBroadcast: async ({ request, params, reply }) => ({
      status: 200,
      body: await undoBroadcast(
        deps,
        organizationOf(request),
        { id: params.id, language: answerLanguage(request, reply) },
        attemptOf(request, { params }),
      ),
    }),

    listBroadcasts: async ({ request, params: { eventId: event_id }, reply }) => ({
      status: 200,
      body: await listBroadcasts(deps, organizationOf(request), {
        event_id,
        language: answerLanguage(request, reply),
      }),
    }),
  })
