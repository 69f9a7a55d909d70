import { language as languageField } from '@muster/contract/fields'
import type { Language } from '@muster/contract/language'
import { addMs, DAY_MS } from '@muster/contract/rules/instants'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { actAs } from '../../db/actor.ts'
import type { Tx } from '../../db/client.ts'
import { recordActionOf } from '../../db/record-action.ts'
import type { Deps } from '../../deps.ts'
import { languageOf } from '../../pages/language.ts'
import { verifySignedId } from '../../signing/signed-id.ts'
import { suspendKeysOf } from '../api-keys/queries.ts'
import { installLinkPages, unknownLinkPage } from '../messages/link-page.ts'
import { lockAccount, updateLockedSince } from '../session/account-queries.ts'
import type { SessionGate } from '../session/gate.ts'
import { endSessionsOf } from '../session/queries.ts'
import { lockOrganizations } from './disable-account.ts'
import { type DisownState, disownPage } from './disown-page.ts'
import { findAccountMessage, suspendInvitationsOf } from './queries.ts'

type LinkRoute = { Params: { token: string } }

const DISOWNED_FOR_MS = 7 * DAY_MS

type Act = { user_id: string; language: Language; at: string }

/** D64: "This wasn't me". A GET changes nothing, since link scanners open every link. */
export function installDisownPage(app: FastifyInstance, deps: Deps, gate: SessionGate): void {
  installLinkPages(app, (pages) => {
    pages.get<LinkRoute>('/not-me/account/:token', (request, reply) => answer(deps, request, reply))
    pages.post<LinkRoute>('/not-me/account/:token', (request, reply) =>
      answer(deps, request, reply, (act) => disownAct(deps, gate, act)),
    )
  })
}

async function answer(
  deps: Deps,
  { params, headers }: FastifyRequest<LinkRoute>,
  reply: FastifyReply,
  disown?: (act: Act) => Promise<void>,
): Promise<FastifyReply> {
  const { db, keys, config } = deps
  reply.type('text/html; charset=utf-8')
  const id = verifySignedId(keys, params.token, 'account_not_me')
  const act = id && (await db.system((tx) => findAct(tx, id)))
  if (!act) return reply.status(404).send(unknownLinkPage(languageOf(headers['accept-language'])))
  if (disown && (await readState(deps, act)) === 'open') await disown(act)
  const state = await readState(deps, act)
  const reset_url = `${config.public_url}/request-password-reset`
  return reply.send(disownPage({ language: act.language, state, reset_url }))
}

const actPayload = z.object({ at: z.string() })

async function findAct(tx: Tx, message_id: string): Promise<Act | undefined> {
  const found = await findAccountMessage(tx, message_id)
  const { data } = actPayload.safeParse(found?.payload)
  if (!data || !found?.user_id) return undefined
  return { user_id: found.user_id, language: languageField.catch('en').parse(found.language), ...data }
}

async function readState({ db, now }: Deps, { user_id, at }: Act): Promise<DisownState> {
  const account = await db.system((tx) => lockAccount(tx, user_id))
  // An earlier act than the one disowned before can still be.
  if (account?.locked_since && account.locked_since <= at) return 'done'
  return addMs(at, DISOWNED_FOR_MS) < now() ? 'expired' : 'open'
}

/** Ends all sessions, and what an attacker could come back with. Only a reset by mail opens the account again. */
async function disownAct({ db, now }: Deps, gate: SessionGate, { user_id, at }: Act): Promise<void> {
  const ended = await actAs({ kind: 'account', id: user_id }, () =>
    db.system(async (tx) => {
      const organizations = await lockOrganizations(tx, user_id)
      if (!(await lockAccount(tx, user_id))) return []
      await updateLockedSince(tx, user_id, at)
      await suspendKeysOf(tx, user_id, { since: at, now: now() })
      for (const { id } of organizations) {
        await suspendInvitationsOf(tx, id, { user_id, since: at, now: now() })
        await recordActionOf(tx, id, { action: 'member.disowned', at: now(), user_id })
      }
      return endSessionsOf(tx, user_id, { because: 'disowned', now: now() })
    }),
  )
  for (const id of ended) gate.forgetSession(id)
}
