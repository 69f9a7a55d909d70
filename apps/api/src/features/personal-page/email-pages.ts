import { publicPath } from '@muster/contract/pages'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { OrgTx } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../edge/refusal.ts'
import { getLanguage } from '../../outbox/recipients.ts'
import { languageOf } from '../../pages/language.ts'
import { isSigned, type Purpose, readSignedId, verifySignedId } from '../../signing/signed-id.ts'
import { installLinkPages, unknownLinkPage } from '../messages/link-page.ts'
import { confirmDetails } from '../people/change-own-details.ts'
import { confirmEmail, undoEmail, viewEmailChange } from '../people/change-own-email.ts'
import { getOrganizer } from '../people/email-change-queries.ts'
import { findPerson } from '../people/queries.ts'
import { confirmDetailsPage, confirmEmailPage, type ShownChange, undoEmailPage } from './write-email-pages.ts'

type LinkRoute = { Params: { token: string } }

type Page = {
  purpose: Purpose
  change: (tx: OrgTx, id: string) => Promise<void>
  write: (shown: ShownChange, is_taken: boolean) => string
}

/** V3: serves the links of the e-mails about a change of details. */
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
    pages.get<LinkRoute>('/confirm-details/:token', (request, reply) =>
      answerDetails(deps, request, reply, false),
    )
    pages.post<LinkRoute>('/confirm-details/:token', (request, reply) =>
      answerDetails(deps, request, reply, true),
    )
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

async function answerDetails(
  { db, keys, findOrganization, config, now }: Deps,
  { params: { token }, headers }: FastifyRequest<LinkRoute>,
  reply: FastifyReply,
  isPressed: boolean,
): Promise<FastifyReply> {
  reply.type('text/html; charset=utf-8')
  const person_id = readSignedId(token)
  const org = person_id && (await findOrganization.ofPerson(person_id))
  const shown =
    org &&
    (await db.transaction(org, async (tx) => {
      const request_id = (await findPerson(tx, person_id))?.asked_details?.id
      if (
        !request_id ||
        !isSigned(keys, token, { purpose: 'details_confirm', id: person_id, round: 1, scope: request_id })
      )
        return undefined
      if (isPressed) await confirmDetails(tx, { person_id, request_id, now: now(), config })
      const person = await findPerson(tx, person_id)
      if (!person?.asked_details) return undefined
      const language = await getLanguage(tx, person)
      return { person, asked: person.asked_details, language, now: now(), ...(await getOrganizer(tx)) }
    }))
  if (!shown) return reply.status(404).send(unknownLinkPage(languageOf(headers['accept-language'])))
  return reply.send(confirmDetailsPage(shown))
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
