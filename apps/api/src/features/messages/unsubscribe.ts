import { foldAddress } from '@muster/contract/rules/fold'
import { and, eq, isNull } from 'drizzle-orm'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { OrgTx } from '../../db/client.ts'
import { recordAction } from '../../db/record-action.ts'
import { message, organization, person } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import {
  addressesOf,
  deleteUnsubscribe,
  insertSuppression,
  listBlocked,
  listSuppressed,
} from '../../outbox/suppression.ts'
import { languageOf } from '../../pages/language.ts'
import type { Channel } from '../../providers/provider.ts'
import { verifySignedId } from '../../signing/signed-id.ts'
import { installLinkPages, LINK_PAGE_CSS, linkPageCss, unknownLinkPage } from './link-page.ts'
import { type ChannelState, preferencesPage } from './preferences-page.ts'

type LinkRoute = { Params: { token: string }; Body: string }

/** D31. Mail clients post `List-Unsubscribe=One-Click` (RFC 8058) and read only the status. */
export function installUnsubscribe(app: FastifyInstance, deps: Deps, font: string | undefined): void {
  const css = linkPageCss(font)
  installLinkPages(app, (pages) => {
    pages.get(LINK_PAGE_CSS, (_request, reply) =>
      reply.header('cache-control', 'public, max-age=3600').type('text/css').send(css),
    )
    for (const path of ['/unsubscribe/:token', '/stop/:token']) {
      pages.get<LinkRoute>(path, (request, reply) => answer(deps, request, reply))
      pages.post<LinkRoute>(path, async (request, reply) => {
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
  request: FastifyRequest<LinkRoute>,
  reply: FastifyReply,
  change?: Change,
): Promise<FastifyReply> {
  reply.type('text/html; charset=utf-8')
  const found = await changePreferences(deps, request.params.token, change)
  if (!found) return reply.status(404).send(unknownLinkPage(languageOf(request.headers['accept-language'])))
  const is_blocked = (await deps.db.system((tx) => listBlocked(tx, found.channels))).size > 0
  return reply.send(preferencesPage({ ...found, is_blocked }))
}

/** Returns the state after the change, if there is one. Returns undefined for an invalid link. */
async function changePreferences(
  { db, keys, findOrganization, now }: Deps,
  token: string,
  change: Change | undefined,
) {
  const id = verifySignedId(keys, token, 'unsubscribe')
  const org = id === undefined ? undefined : await findOrganization.ofMessage(id)
  if (id === undefined || !org) return undefined
  return db.transaction(org, async (tx) => {
    const recipient = await findRecipientOf(tx, id)
    if (!recipient) return undefined
    const { channel, address, phone, person_id, ...shown } = recipient
    // The link in an SMS must not reveal the email address.
    const addresses = channel === 'EMAIL' ? addressesOf({ email: address, phone }) : [{ channel, address }]
    const changed = addresses.find((each) => each.channel === change?.channel)
    if (change?.stops && changed) {
      await insertSuppression(tx, { ...changed, organization_id: org, reason: 'unsubscribe' })
    }
    if (change && !change.stops && changed) await deleteUnsubscribe(tx, changed)
    if (change && changed && person_id !== null)
      await recordAction(tx, {
        action: change.stops ? 'person.messages_stopped' : 'person.messages_resumed',
        at: now(),
        person_ids: [person_id],
      })

    const channels: ChannelState[] = []
    for (const each of addresses) {
      const suppressed = await listSuppressed(tx, each.channel, [each.address])
      channels.push({ ...each, is_stopped: suppressed.size > 0 })
    }
    return { ...shown, channels }
  })
}

/**
 * Returns the phone only if the person still has the message's address: an email to an old one must not reveal it
 * (D17).
 */
async function findRecipientOf(tx: OrgTx, message_id: string) {
  const [found] = await tx
    .select({
      channel: message.channel,
      person_id: message.person_id,
      address: message.address,
      email: person.email,
      phone: person.phone,
      language: message.language,
      organization_name: organization.name,
      contact_email: organization.contact_email,
      contact_phone: organization.contact_phone,
    })
    .from(message)
    .innerJoin(organization, eq(organization.id, message.organization_id))
    .leftJoin(person, eq(person.id, message.person_id))
    .where(and(eq(message.organization_id, tx.org), eq(message.id, message_id), isNull(message.erased_at)))
  if (!found) return undefined
  const { email, phone, ...recipient } = found
  const isCurrent = email !== null && foldAddress(email) === foldAddress(recipient.address)
  return { ...recipient, phone: isCurrent ? phone : null }
}
