import { foldName } from '@muster/contract/rules/text'
import { and, eq } from 'drizzle-orm'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { OrgTx } from '../../db/client.ts'
import { message, organization, person } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { languageOf } from '../../http/language.ts'
import { listBlocked } from '../../outbox/mail-block.ts'
import { deleteUnsubscribe, insertSuppression, listSuppressed, waysTo } from '../../outbox/suppression.ts'
import type { Channel } from '../../providers/provider.ts'
import { verifySignedId } from '../../signing/signed-id.ts'
import { installLinkPages, LINK_PAGE_CSS, linkPageCss, unknownLinkPage } from './link-page.ts'
import { type Way, waysPage } from './unsubscribe-page.ts'

type OneLink = { Params: { token: string }; Body: string }

/**
 * D31: where a broadcast's letter or SMS lets its recipient end them. Opening it changes nothing: link scanners open every
 * link. A mail program posts `List-Unsubscribe=One-Click` (RFC 8058) and looks at the status only.
 */
export function installUnsubscribe(app: FastifyInstance, deps: Deps): void {
  installLinkPages(app, (pages) => {
    pages.get(LINK_PAGE_CSS, (_request, reply) =>
      reply.header('cache-control', 'public, max-age=3600').type('text/css').send(linkPageCss),
    )
    // The second is for SMS, which count their characters.
    for (const path of ['/unsubscribe/:token', '/stop/:token']) {
      pages.get<OneLink>(path, (request, reply) => answer(deps, request, reply))
      pages.post<OneLink>(path, async (request, reply) => {
        const form = new URLSearchParams(request.body)
        const channel = form.get('channel') === 'SMS' ? 'SMS' : 'EMAIL'
        return answer(deps, request, reply, { channel, stops: form.get('resume') === null })
      })
    }
  })
}

type Change = { channel: Channel; stops: boolean }

async function answer(
  deps: Deps,
  request: FastifyRequest<OneLink>,
  reply: FastifyReply,
  change?: Change,
): Promise<FastifyReply> {
  reply.type('text/html; charset=utf-8')
  const found = await changeWays(deps, request.params.token, change)
  if (!found) return reply.status(404).send(unknownLinkPage(languageOf(request.headers['accept-language'])))
  const is_blocked = (await deps.db.system((tx) => listBlocked(tx, found.ways))).size > 0
  return reply.send(waysPage({ ...found, is_blocked }))
}

/** What the link's recipient gets from the organisation, after the change if there is one. */
async function changeWays({ db, keys, findOrganization }: Deps, token: string, change: Change | undefined) {
  const id = verifySignedId(keys, token, 'unsubscribe')
  const org = id === undefined ? undefined : await findOrganization.ofMessage(id)
  if (id === undefined || !org) return undefined
  return db.transaction(org, async (tx) => {
    const recipient = await findRecipientOf(tx, id)
    if (!recipient) return undefined
    const { channel, address, phone, ...shown } = recipient
    // Who holds the phone need not be shown the e-mail address.
    const addresses = channel === 'EMAIL' ? waysTo({ email: address, phone }) : [{ channel, address }]
    const changed = addresses.find((way) => way.channel === change?.channel)
    if (change?.stops && changed) {
      await insertSuppression(tx, { ...changed, organization_id: org, reason: 'unsubscribe' })
    }
    if (change && !change.stops && changed) await deleteUnsubscribe(tx, changed)

    const ways: Way[] = []
    for (const way of addresses) {
      ways.push({ ...way, is_stopped: (await listSuppressed(tx, way.channel, [way.address])).size > 0 })
    }
    return { ...shown, ways }
  })
}

/** Where the message went to, and the number its person has now: not for whoever holds the letter to an old address (D17). */
async function findRecipientOf(tx: OrgTx, message_id: string) {
  const [found] = await tx
    .select({
      channel: message.channel,
      address: message.address,
      email: person.email,
      phone: person.phone,
      language: message.language,
      organization_name: organization.name,
    })
    .from(message)
    .innerJoin(organization, eq(organization.id, message.organization_id))
    .leftJoin(
      person,
      and(eq(person.organization_id, message.organization_id), eq(person.id, message.person_id)),
    )
    .where(and(eq(message.organization_id, tx.org), eq(message.id, message_id)))
  if (!found) return undefined
  const { email, phone, ...to } = found
  return { ...to, phone: email !== null && foldName(email) === foldName(to.address) ? phone : null }
}
