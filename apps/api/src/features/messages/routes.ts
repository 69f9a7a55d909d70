import { messages } from '@muster/contract/messages'
import type { Deps } from '../../deps.ts'
import { identityOf, organizationOf } from '../../http/access.ts'
import { answerLanguage } from '../../http/language.ts'
import { handlers } from '../../http/mount.ts'
import { notFound } from '../../http/refusal.ts'
import { findRecipient } from '../../outbox/recipients.ts'
import { openConfiguredConversations } from '../../providers/open-providers.ts'
import { listMessages } from './history.ts'
import { openBrowserThread } from './open-browser-thread.ts'
import { sendSms } from './send-sms.ts'

export function messageRoutes(deps: Deps) {
  const conversations = openConfiguredConversations(deps.config)
  return handlers(messages, {
    listMessages: async ({ request, params, reply }) => {
      const language = answerLanguage(request, reply)
      const found = await deps.db.transaction(organizationOf(request), async (tx) => {
        if (!(await findRecipient(tx, params.id))) throw notFound('person_not_found')
        return listMessages(tx, params.id, language)
      })
      return { status: 200, body: found }
    },

    sendSms: async ({ request, params, headers, body: { message } }) => ({
      status: 201,
      body: await sendSms(deps, organizationOf(request), {
        person_id: params.id,
        key: headers['idempotency-key'],
        message,
      }),
    }),

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
