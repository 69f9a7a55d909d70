import { setTimeout as sleep } from 'node:timers/promises'
import { isEmail } from '@muster/contract/rules/contact'
import { foldAddress } from '@muster/contract/rules/fold'
import { addMs, MINUTE_MS } from '@muster/contract/rules/instants'
import { countShared, takeTry } from '../../access/rate-limit.ts'
import { newId } from '../../db/ids.ts'
import type { Deps } from '../../deps.ts'
import { clientOf } from '../../edge/client-address.ts'
import { forbidden, notFound } from '../../edge/refusal.ts'
import { enqueueAccountEmail } from '../../outbox/enqueue.ts'
import { verifySignedId } from '../../signing/signed-id.ts'
import { findAccountByEmail, lockAccount } from './account-queries.ts'
import type { SessionGate } from './gate.ts'
import { hashPassword } from './passwords.ts'
import { endSessionsOf } from './queries.ts'
import { refuseWeakPassword, setPassword } from './set-password.ts'
import { deleteOldResetTokens, findResetToken, insertFlowState, insertResetToken } from './token-queries.ts'

const LINK_MINUTES = 60
const EMAILS = { hits: 5, window_s: 15 * 60 }
/** Of one account. A link works for an hour, so its owner needs no more. */
const EMAILS_A_DAY = { name: 'reset-account-day', hits: 20, window_s: 24 * 60 * 60 }
/** ms until every answer: longer than it takes to enqueue the email, so that unknown emails take the same time. */
const ANSWERED_AFTER = 250

/** Link for a client with PKCE. It leads to the client with a code that only the verifier turns into a session. */
type Flow = { code_challenge: string; redirect_to: string }
type Request = { email: string; ip: string; flow?: Flow | undefined }

/** D8. Above a limit the answer is the same: a refusal would show that others have requested a reset. */
export async function requestPasswordReset(deps: Deps, { email, ip, flow }: Request): Promise<void> {
  const started = performance.now()
  const folded = foldAddress(email)
  if (await isAllowed(deps, { email: folded, address: clientOf(ip) })) await sendLink(deps, folded, flow)
  await sleep(ANSWERED_AFTER - (performance.now() - started))
}

async function isAllowed(
  deps: Deps,
  { email, address }: { email: string; address: string },
): Promise<boolean> {
  const { hits, window_s } = EMAILS
  const of_address = await countShared(deps, {
    name: 'reset-address',
    of: address,
    hits: hits * 10,
    window_s,
  })
  // An address above its limit must not use up the account's limit.
  if (of_address.over > 0) return false
  const of_account = await countShared(deps, { name: 'reset-account', of: email, hits, window_s })
  if (of_account.over > 0) return false
  return (await countShared(deps, { ...EMAILS_A_DAY, of: email })).over === 0
}

function sendLink({ db, now }: Deps, email: string, flow: Flow | undefined): Promise<void> {
  return db.system(async (tx) => {
    const account = isEmail(email) ? await findAccountByEmail(tx, email) : undefined
    if (!account) return
    const id = newId()
    const link = { id, user_id: account.id, expires_at: addMs(now(), LINK_MINUTES * MINUTE_MS) }
    await deleteOldResetTokens(tx, account.id, now())
    if (flow) await insertFlowState(tx, { ...link, code_challenge: flow.code_challenge })
    else await insertResetToken(tx, link)
    await enqueueAccountEmail(tx, {
      user: account,
      language: account.language,
      content: {
        template: 'password_reset',
        payload: flow ? { flow_state_id: id, redirect_to: flow.redirect_to } : { one_time_token_id: id },
      },
    })
  })
}

type Reset = { token: string; password: string; ip: string }

/** D8. Ends all sessions, because others may have known the old password. */
export async function resetPassword(
  deps: Deps,
  gate: SessionGate,
  { token, password, ip }: Reset,
): Promise<void> {
  const { db, keys, now } = deps
  await takeTry(deps, { name: 'reset-link-address', ip })

  const id = verifySignedId(keys, token, 'password_reset')
  const link = id && (await db.system((tx) => findResetToken(tx, id)))
  if (!link) throw notFound('reset_link_invalid')
  if (link.used_at || link.expires_at <= now()) throw forbidden('reset_link_invalid')
  // Before the link is used up, so that it works again after a refused password.
  refuseWeakPassword(password, link.email)
  const password_hash = await hashPassword(password)

  const ended = await db.system(async (tx) => {
    const account = await lockAccount(tx, link.user_id)
    const spent = account ? await setPassword(tx, account, { password_hash, now: now() }) : []
    if (!spent.includes(id)) throw forbidden('reset_link_invalid')
    return endSessionsOf(tx, link.user_id, { because: 'password_reset', now: now() })
  })
  for (const session_id of ended) gate.forgetSession(session_id)
}
