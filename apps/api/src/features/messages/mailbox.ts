import { paletteCss } from '@muster/contract/palette'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Deps } from '../../deps.ts'
import { isFromThisMachine } from '../../edge/from-this-machine.ts'
import { notFound } from '../../edge/refusal.ts'
import { contentDisposition } from '../../pages/content-disposition.ts'
import { type Html, html, writeDocument } from '../../pages/html.ts'
import { type Captured, listCaptured } from '../../providers/capture.ts'

type MessageRoute = { Params: { id: string } }
type AttachmentRoute = { Params: { id: string; number: string } }

/** Serves the mailbox on loopback only, and not in production (D30). */
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
      const { html: body } = await getCaptured(params.id)
      if (body === null) throw notFound('not_found')
      reply.header('content-security-policy', MAIL_POLICY)
      reply.header('x-frame-options', 'SAMEORIGIN')
      return sendPage(reply, body)
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
/** Allows what emails need: inline styles, and links that open a new tab. */
const MAIL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox"

function sendPage(reply: FastifyReply, body: string): FastifyReply {
  return reply.type('text/html; charset=utf-8').send(body)
}

function mailboxPage(messages: readonly Captured[]): string {
  const rows = messages.map(
    ({ id, channel, to, subject, text, sent_at }) => html`<li>
<a href="/dev/mailbox/${id}"><strong>${subject ?? text}</strong><span>${to}</span></a>
<small>${channel === 'SMS' ? 'SMS, ' : ''}${formatInstant(sent_at)}</small>
</li>`,
  )
  return page(
    'Mailbox',
    html`<h1>Mailbox</h1>
<p class="hint">What would have been sent. Nothing here has left this machine.</p>
${rows.length > 0 ? html`<ul>${rows}</ul>` : html`<p class="empty">No messages yet. Sign up for a shift, and its confirmation appears here.</p>`}`,
  )
}

function messagePage({
  id,
  to,
  from,
  reply_to,
  subject,
  text,
  html: body,
  attachments,
  sent_at,
}: Captured): string {
  const files = attachments.map(
    ({ filename }, number) => html`<a href="/dev/mailbox/${id}/attachments/${number}">${filename}</a> `,
  )
  return page(
    subject ?? 'Message',
    html`<p><a href="/dev/mailbox">All messages</a></p>
<h1>${subject ?? 'Message'}</h1>
<dl>
<dt>To</dt><dd>${to}</dd>
<dt>From</dt><dd>${from}</dd>
${reply_to ? html`<dt>Reply to</dt><dd>${reply_to}</dd>` : undefined}
<dt>Sent</dt><dd>${formatInstant(sent_at)}</dd>
${files.length > 0 ? html`<dt>Attached</dt><dd>${files}</dd>` : undefined}
</dl>
${body === null ? undefined : html`<h2>As HTML</h2><iframe title="The message as HTML" src="/dev/mailbox/${id}/html" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>`}
<h2>As text</h2>
<pre>${linkify(text)}</pre>`,
  )
}

function page(title: string, content: Html): string {
  return writeDocument({
    language: 'en',
    title,
    css: '/dev/mailbox.css',
    icon: '/favicon.svg',
    is_private: true,
    body: html`<main>
${content}
</main>`,
  })
}

function linkify(text: string): Html[] {
  return text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, index) => (index % 2 === 1 ? html`<a href="${part}">${part}</a>` : html`${part}`))
}

const formatInstant = (instant: string) => `${instant.slice(0, 19).replace('T', ' ')} UTC`

const mailboxCss = `
:root { color-scheme: light dark; ${paletteCss} }
* { box-sizing: border-box }
body { margin: 0; background: var(--canvas); color: var(--ink); font: 16px/1.55 Figtree, system-ui, sans-serif }
main { max-width: 720px; margin: 0 auto; padding: 48px 16px }
h1 { margin: 0 0 8px; font-size: 30px; line-height: 1.2; letter-spacing: -0.015em; overflow-wrap: anywhere }
h2 { margin: 32px 0 12px; font-size: 16px }
a { color: var(--primary) }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; border-radius: 4px }
ul { margin: 32px 0 0; padding: 0; list-style: none; border-top: 1px solid var(--line) }
li { display: flex; gap: 16px; align-items: baseline; justify-content: space-between; padding: 12px 0;
  border-bottom: 1px solid var(--line) }
li a { min-width: 0; text-decoration: none; overflow-wrap: anywhere }
li strong { display: block; font-weight: 600 }
li span, small, .hint, dt { color: var(--ink-2); font-size: 14px }
small { flex: none; font-variant-numeric: tabular-nums }
.empty { margin-top: 32px }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 4px 16px; margin: 16px 0 0 }
dd { margin: 0; overflow-wrap: anywhere }
iframe, pre { display: block; width: 100%; margin: 0; border: 1px solid var(--line); border-radius: 14px;
  background: var(--surface) }
iframe { height: 760px }
pre { padding: 24px; font: 14px/1.55 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere }
@media (max-width: 600px) { li { display: block } }
`
