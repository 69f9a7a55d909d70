import { addMs, DAY_MS } from '@muster/contract/rules/instants'
import type { Account } from '@muster/contract/session'
import { terms } from '@muster/contract/terms'
import { countSharedIn } from '../../access/rate-limit.ts'
import type { Deps } from '../../deps.ts'
import { conflict, tooMany, unauthorized } from '../../edge/refusal.ts'
import { enqueueAccountEmail } from '../../outbox/enqueue.ts'
import { isLastEnabledOwner } from '../organizations/ending-queries.ts'
import { findEnding, lockEnding, updateEnding, updateName } from './account-queries.ts'

export function readAccount({ db }: Pick<Deps, 'db'>, user_id: string): Promise<Account> {
  return db.system(async (tx) => toAccount(await findEnding(tx, user_id)))
}

export function changeAccount(
  { db }: Pick<Deps, 'db'>,
  user_id: string,
  { name }: { name: string | null },
): Promise<Account> {
  return db.system(async (tx) => {
    await updateName(tx, user_id, name)
    return toAccount(await findEnding(tx, user_id))
  })
}

/** D24: the owner ends the account. Refuses with `last_owner` if all other owners of an organisation are disabled. */
export async function endOwnAccount(deps: Pick<Deps, 'db' | 'now'>, user_id: string): Promise<Account> {
  if (await deps.db.system((tx) => isLastEnabledOwner(tx, user_id))) throw conflict('last_owner')
  return endAccount(deps, user_id)
}

/** An account can be kept and ended again, and each time an e-mail is sent. */
const ENDINGS = { name: 'end-account', hits: 5, window_s: 24 * 60 * 60 }

/** D24. If the account is being ended already, its date stays. Throws 429 `rate_limited`. */
export function endAccount({ db, now }: Pick<Deps, 'db' | 'now'>, user_id: string): Promise<Account> {
  return db.system(async (tx) => {
    const account = await lockEnding(tx, user_id)
    if (!account || account.ends_at) return toAccount(account)
    const { over, retry_after } = await countSharedIn(tx, now(), { ...ENDINGS, of: user_id })
    if (over > 0) throw tooMany('rate_limited', retry_after)
    const ends_at = addMs(now(), terms.termination_days * DAY_MS)
    await updateEnding(tx, user_id, ends_at)
    await enqueueAccountEmail(tx, {
      user: account,
      language: account.language,
      content: { template: 'account_ending', payload: { ends_at, at: now() } },
    })
    return toAccount({ ...account, ends_at })
  })
}

export function keepAccount({ db }: Pick<Deps, 'db'>, user_id: string): Promise<Account> {
  return db.system(async (tx) => {
    const account = await lockEnding(tx, user_id)
    await updateEnding(tx, user_id, null)
    return toAccount(account && { ...account, ends_at: null })
  })
}

/** Throws 401 if the account was deleted meanwhile. */
function toAccount(account: Awaited<ReturnType<typeof findEnding>>): Account {
  if (!account) throw unauthorized('session_invalid')
  return {
    email: account.email,
    name: account.name,
    ends_at: account.ends_at,
    password_changed_at: account.password_changed_at,
  }
}
