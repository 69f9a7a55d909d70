import { waitingList } from '@muster/contract/waiting-list'
import type { FastifyInstance } from 'fastify'
import { contactsShownIn, organizationOf } from '../../access/access.ts'
import { attemptOf } from '../../access/idempotency.ts'
import { limitPerClient } from '../../access/rate-limit.ts'
import type { Deps } from '../../deps.ts'
import { handlers } from '../../edge/mount.ts'
import { notFound } from '../../edge/refusal.ts'
import { statedLanguage } from '../../pages/language.ts'
import { changeWaitingPlace, getWaitingPlace } from './change-place.ts'
import { joinWaitingList } from './join-waiting-list.ts'
import { listWaiting, offerPlace, removeWaiting } from './serve-by-hand.ts'

export const waitingListRoutes = (app: FastifyInstance, deps: Deps) =>
  handlers(waitingList, {
    joinWaitingList: {
      hooks: { onRequest: limitPerClient(app, deps.config.limits.signups_per_minute) },
      handler: async ({ params, body, request }) => {
        const { shiftId: shift_id } = params
        const org = await deps.findOrganization.ofShift(shift_id)
        if (!org) throw notFound('shift_not_found')
        const language = statedLanguage(request.headers['accept-language'])
        const attempt = attemptOf(request, { params, body })
        await joinWaitingList(deps, org, { shift_id, body, language, ip: request.ip, attempt })
        return { status: 201, body: { shift_id } }
      },
    },
    getWaitingPlace: async ({ params }) => ({ status: 200, body: await getWaitingPlace(deps, params.token) }),
    changeWaitingPlace: async ({ params, body }) => ({
      status: 200,
      body: await changeWaitingPlace(deps, params.token, body),
    }),
    listWaiting: async ({ request, params }) => ({
      status: 200,
      body: {
        waiting: await listWaiting(deps, organizationOf(request), {
          shift_id: params.id,
          contacts: contactsShownIn(request),
        }),
      },
    }),
    offerPlace: async ({ request, params, query }) => ({
      status: 200,
      body: await offerPlace(deps, organizationOf(request), { ...params, ...query }),
    }),
    removeWaiting: async ({ request, params }) => {
      await removeWaiting(deps, organizationOf(request), params.id)
      return { status: 204, body: undefined }
    },
  })
