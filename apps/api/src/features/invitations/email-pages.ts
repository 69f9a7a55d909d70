import { publicPath } from '@muster/contract/pages'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { OrgTx } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import { languageOf } from '../../http/language.ts'
import { Refusal } from '../../http/refusal.ts'
import { getLanguage } from '../../outbox/recipients.ts'
import { type Purpose, verifySignedId } from '../../signing/signed-id.ts'
import { installLinkPages, unknownLinkPage } from '../messages/link-page.ts'
import { confirmEmail, undoEmail, viewEmailChange } from '../people/change-own-email.ts'
import { getOrganizer } from '../people/email-change-queries.ts'
import { confirmEmailPage, type ShownChange, undoEmailPage } from './write-email-pages.ts'

type LinkRoute = { Params: { token: string } }

type Page = {
  purpose: Purpose
  change: (tx: OrgTx, id: string) => Promise<void>
  write: (shown: ShownChange, is_taken: boolean) => string
}

/** V3: serves the links of the e-mails about a change of the e-mail address. */
export function installEmailPages(app: FastifyInstance, deps: Deps): void {
  const { config, now } = deps
  const confirming: Page = {
    purpose: 'email_confirm',
    change: (tx, id) => confirmEmail(tx, { id, now: now() }),
    write: confirmEmailPage,
  }
  const undoing: Page = {
    purpose: 'email_undo',
    change: (tx, id) => undoEmail(tx, { id, now: now(), config }),
    write: undoEmailPage,
  }
  installLinkPages(app, (pages) => {
    for (const [path, page] of [
      ['/confirm-email/:token', confirming],
      ['/undo-email/:token', undoing],
    ] as const) {
      pages.get<LinkRoute>(path, (request, reply) => answer(deps, request, reply, page))
      pages.post<LinkRoute>(path, (request, reply) => answer(deps, request, reply, page, page.change))
    }
  })
}

async function answer(
  deps: Deps,
  { params, headers }: FastifyRequest<LinkRoute>,
  reply: FastifyReply,
  { purpose, write }: Page,
  change?: Page['change'],
): Promise<FastifyReply> {
  const { db, keys, findOrganization, config, now } = deps
  reply.type('text/html; charset=utf-8')
  const id = verifySignedId(keys, params.token, purpose)
  const org = id && (await findOrganization.ofEmailChange(id))
  const unknown = () => reply.status(404).send(unknownLinkPage(languageOf(headers['accept-language'])))
  if (!org) return unknown()
  const is_taken = change ? await isTaken(db.transaction(org, (tx) => change(tx, id))) : false
  const shown = await db.transaction(org, async (tx) => {
    const view = await viewEmailChange(tx, { id, now: now() })
    if (!view) return undefined
    const language = await getLanguage(tx, view.person)
    return {
      ...view,
      ...(await getOrganizer(tx)),
      language,
      links_url: config.public_url + publicPath('links'),
    }
  })
  return shown ? reply.send(write(shown, is_taken)) : unknown()
}

/** Returns true if another entry has the name and address (D11). Only a person who has opened its mailbox is told. */
async function isTaken(changing: Promise<void>): Promise<boolean> {
  try {
    await changing
    return false
  } catch (error) {
    if (error instanceof Refusal && error.code === 'person_exists') return true
    throw error
  }
}
