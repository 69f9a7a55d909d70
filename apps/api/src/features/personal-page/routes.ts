import { personalPage } from '@muster/contract/personal-page'
import { attemptOf } from '../../access/idempotency.ts'
import type { Deps } from '../../deps.ts'
import { allowCompression } from '../../edge/compression.ts'
import { handlers } from '../../edge/mount.ts'
import { contentDisposition } from '../../pages/content-disposition.ts'
import { languageOf } from '../../pages/language.ts'
import { answerInvitation } from './answer-invitation.ts'
import { getCalendarFeed, readCalendarFeed, renewCalendarFeed, sendCalendarFeed } from './calendar-feed.ts'
import { changeAnswer } from './change-answer.ts'
import { getCertificate, getInvitation, getInvitationCalendar, getOrganizer } from './open-link.ts'
import { changeOwnAnswers, getOwnAnswers } from './own-answers.ts'
import { changeDetails, changeEmail, getDetails } from './own-details.ts'
import { sendLinks } from './send-links.ts'
import { setReminders } from './set-reminders.ts'
import { stopMessages } from './stop-messages.ts'

export const invitationRoutes = (deps: Deps) =>
  handlers(personalPage, {
    getAssignment: async ({ params }) => ({ status: 200, body: await getInvitation(deps, params.token) }),
    getOrganizer: async ({ params }) => ({ status: 200, body: await getOrganizer(deps, params.token) }),
    getCertificate: async ({ params }) => ({ status: 200, body: await getCertificate(deps, params.token) }),
    getOwnAnswers: async ({ params }) => ({ status: 200, body: await getOwnAnswers(deps, params.token) }),
    changeOwnAnswers: async ({ params, body }) => ({
      status: 200,
      body: await changeOwnAnswers(deps, params.token, body.answers),
    }),
    answerInvitation: async ({ request, params, body }) => {
      const attempt = attemptOf(request, { params, body })
      return { status: 200, body: await answerInvitation(deps, params.token, body, attempt) }
    },
    changeAnswer: async ({ params, body }) => ({
      status: 200,
      body: await changeAnswer(deps, params.token, body),
    }),
    stopMessages: async ({ params, body }) => ({
      status: 200,
      body: await stopMessages(deps, params.token, body),
    }),
    setReminders: async ({ params, body }) => ({
      status: 200,
      body: await setReminders(deps, params.token, body),
    }),
    getDetails: async ({ params }) => ({ status: 200, body: await getDetails(deps, params.token) }),
    changeDetails: async ({ params, body }) => ({
      status: 200,
      body: await changeDetails(deps, params.token, body),
    }),
    changeEmail: async ({ params, body }) => ({
      status: 200,
      body: await changeEmail(deps, params.token, body),
    }),
    sendLinks: async ({ request, body: { email } }) => {
      const language = languageOf(request.headers['accept-language'])
      await sendLinks(deps, { email, language, ip: request.ip })
      return { status: 204, body: undefined }
    },
    getCalendarFeed: async ({ params }) => ({
      status: 200,
      body: await getCalendarFeed(deps, params.token),
    }),
    renewCalendarFeed: async ({ params }) => ({
      status: 200,
      body: await renewCalendarFeed(deps, params.token),
    }),
    sendCalendarFeed: async ({ request, params }) => {
      await sendCalendarFeed(deps, params.token, attemptOf(request, { params }))
      return { status: 204, body: undefined }
    },
    readCalendarFeed: async ({ params, reply }) => {
      const file = await readCalendarFeed(deps, params.file)
      reply.header('cache-control', 'private, no-cache')
      // The file has public data only: role, event, place.
      allowCompression(reply)
      return { status: 200, body: file }
    },
    getAssignmentCalendar: async ({ params, reply }) => {
      const { file_name, file } = await getInvitationCalendar(deps, params.token)
      reply.header('content-disposition', contentDisposition(file_name))
      return { status: 200, body: file }
    },
  })
