import { messages } from '@muster/contract/messages'
import { identityOf, organizationOf } from '../../access/access.ts'
import { attemptOf } from '../../access/idempotency.ts'
import type { Deps } from '../../deps.ts'
import { allowCompression } from '../../edge/compression.ts'
import { cutPage, pageOf } from '../../edge/list-page.ts'
import { handlers } from '../../edge/mount.ts'
import { notFound } from '../../edge/refusal.ts'
import { findRecipient } from '../../outbox/recipients.ts'
import { answerLanguage } from '../../pages/language.ts'
import { createConfiguredConversations } from '../../providers/create-providers.ts'
import { listMessages, markRead } from './history.ts'
import { sendEmail } from './send-email.ts'
import { sendSms } from './send-sms.ts'
import { openBrowserThread } from './threads/open-browser-thread.ts'

export function messageRoutes(deps: Deps) {
  const conversations = createConfiguredConversations(deps)
  return handlers(messages, {
    listMessages: async ({ request, params, query, reply }) => {
      allowCompression(reply)
      const page = pageOf(request, query)
      const language = answerLanguage(request, reply)
      const found = await deps.db.transaction(organizationOf(request), async (tx) => {
        if (!(await findRecipient(tx, params.id))) throw notFound('person_not_found')
        return listMessages(tx, { person_id: params.id, language }, page)
      })
      return { status: 200, body: cutPage({ request, reply, query, config: deps.config }, page, found) }
    },

    sendSms: async ({ request, reply, params, body }) => {
      const read_in = answerLanguage(request, reply)
      const sms = { person_id: params.id, message: body.message, read_in }
      const attempt = attemptOf(request, { params, body })
      return { status: 201, body: await sendSms(deps, organizationOf(request), sms, attempt) }
    },

    sendEmail: async ({ request, reply, params, body: { subject = null, message } }) => {
      const read_in = answerLanguage(request, reply)
      const email = { person_id: params.id, subject, message, read_in }
      const attempt = attemptOf(request, { params, body: { subject, message } })
      return { status: 201, body: await sendEmail(deps, organizationOf(request), email, attempt) }
    },

    markRead: async ({ request, params }) => {
      await deps.db.transaction(organizationOf(request), async (tx) => {
        if (!(await findRecipient(tx, params.id))) throw notFound('person_not_found')
        await markRead(tx, params.id)
      })
      return { status: 204, body: undefined }
    },

    openThread: async ({ request, params }) => {
      const { user_id } = identityOf(request)
      const thread = { person_id: params.id, user_id }
      return {
        status: 200,
        body: await openBrowserThread(deps, conversations, organizationOf(request), thread),
      }
    },
  })
}
