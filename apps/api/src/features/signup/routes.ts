import { signup } from '@muster/contract/signup'
import type { FastifyInstance } from 'fastify'
import { attemptOf } from '../../access/idempotency.ts'
import { limitPerClient } from '../../access/rate-limit.ts'
import type { Deps } from '../../deps.ts'
import { handlers } from '../../edge/mount.ts'
import { invalid, notFound } from '../../edge/refusal.ts'
import { contentDisposition } from '../../pages/content-disposition.ts'
import { languageOf, statedLanguage } from '../../pages/language.ts'
import { askForOpeningMail } from './ask-for-opening-mail.ts'
import { createRefusalLimit } from './limit-refusals.ts'
import { createSignUp } from './sign-up.ts'
import { getSignupCalendar } from './signup-calendar.ts'

export const signupRoutes = (app: FastifyInstance, deps: Deps) => {
  const { signUp, signUpForSeveral } = createSignUp(deps)
  const limitSignUps = limitPerClient(app, deps.config.limits.signups_per_minute)
  const limitRefusals = createRefusalLimit(deps)
  return handlers(signup, {
    signUp: {
      hooks: { onRequest: limitSignUps },
      handler: async ({ params: { shiftId: shift_id }, headers, body, request }) => {
        if (body.shift_id !== undefined && body.shift_id !== shift_id) {
          throw invalid('shift_id', 'not_in_address')
        }
        const org = await deps.findOrganization.ofShift(shift_id)
        if (!org) throw notFound('shift_not_found')
        const language = statedLanguage(request.headers['accept-language'])
        const attempt = { scope_id: shift_id, key: headers['idempotency-key'], body }
        return limitRefusals(request, 1, () => signUp(org, shift_id, { body, language, attempt }))
      },
    },
    signUpForSeveral: {
      hooks: { onRequest: limitSignUps },
      handler: async ({ params, body, request }) => {
        const { eventId: event_id } = params
        const places = body.shift_ids.length * (body.people?.length ?? 1)
        // The hook has already counted the first.
        for (let place = 1; place < places; place += 1) await limitSignUps(request)
        const org = await deps.findOrganization.ofEvent(event_id)
        if (!org) throw notFound('event_not_found')
        const language = statedLanguage(request.headers['accept-language'])
        const attempt = attemptOf(request, { params, body })
        return limitRefusals(request, body.shift_ids.length, () =>
          signUpForSeveral(org, event_id, { body, language, attempt }),
        )
      },
    },
    askForOpeningMail: {
      hooks: { onRequest: limitSignUps },
      handler: async ({ params: { eventId: event_id }, body: { email }, request }) => {
        const language = languageOf(request.headers['accept-language'])
        await askForOpeningMail(deps, { event_id, email, language, ip: request.ip })
        return { status: 204, body: undefined }
      },
    },
    getSignupCalendar: async ({ params, reply }) => {
      const { file_name, file } = await getSignupCalendar(deps, params.file)
      reply.header('content-disposition', contentDisposition(file_name))
      return { status: 200, body: file }
    },
  })
}
