import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Deps } from '../../deps.ts'
import { isFromThisMachine } from '../../http/from-this-machine.ts'
import { notFound } from '../../http/refusal.ts'
import { contentDisposition } from '../../mail/calendar.ts'
import { type Captured, listCaptured } from '../../providers/capture.ts'
import { mailboxCss, mailboxPage, messagePage } from './mailbox-page.ts'

type MessageRoute = { Params: { id: string } }
type AttachmentRoute = { Params: { id: string; number: string } }

/** D30: captured messages. On loopback only, and not in production. */
export function installMailbox(app: FastifyInstance, deps: Deps): void {
  const { production, data_dir } = deps.config
  if (production) return

  const getCaptured = async (id: string): Promise<Captured> => {
    const message = (await listCaptured(data_dir)).find((each) => each.id === id)
    if (!message) throw notFound('not_found')
    return message
  }

  app.register(async (mailbox) => {
    mailbox.addHook('onRequest', async (request, reply) => {
      if (!isFromThisMachine(request, deps.config)) throw notFound('not_found')
      reply.header('cache-control', 'no-store')
      reply.header('content-security-policy', PAGE_POLICY)
    })

    mailbox.get('/dev/mailbox.json', () => listCaptured(data_dir))
    mailbox.get('/dev/mailbox.css', (_request, reply) => reply.type('text/css').send(mailboxCss))
    mailbox.get('/dev/mailbox', async (_request, reply) =>
      sendPage(reply, mailboxPage(await listCaptured(data_dir))),
    )
    mailbox.get<MessageRoute>('/dev/mailbox/:id', async ({ params }, reply) =>
      sendPage(reply, messagePage(await getCaptured(params.id))),
    )
    mailbox.get<MessageRoute>('/dev/mailbox/:id/html', async ({ params }, reply) => {
      const { html } = await getCaptured(params.id)
      if (html === null) throw notFound('not_found')
      reply.header('content-security-policy', MAIL_POLICY)
      reply.header('x-frame-options', 'SAMEORIGIN')
      return sendPage(reply, html)
    })
    mailbox.get<AttachmentRoute>('/dev/mailbox/:id/attachments/:number', async ({ params }, reply) => {
      const { attachments } = await getCaptured(params.id)
      const attachment = attachments[Number(params.number)]
      if (!attachment) throw notFound('not_found')
      reply.header('content-disposition', contentDisposition(attachment.filename))
      return reply.type(attachment.content_type).send(attachment.content)
    })
  })
}

const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
/** Emails have inline styles, and links that open a new tab. */
const MAIL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox"

function sendPage(reply: FastifyReply, page: string): FastifyReply {
  return reply.type('text/html; charset=utf-8').send(page)
}
