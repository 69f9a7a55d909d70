import type { Identity } from '../../access/access.ts'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../edge/refusal.ts'
import { countRecoveryCodes, type Factor, findFactor, listFactors, listPasskeys } from './queries.ts'

export function listOwnFactors({ db, config }: Pick<Deps, 'db' | 'config'>, { user_id }: Identity) {
  return db.system(async (tx) => {
    const factors = await listFactors(tx, user_id)
    return {
      factors: factors.map(({ phone, ...factor }) => ({ ...factor, phone: phone && maskPhone(phone) })),
      passkeys: await listPasskeys(tx, user_id),
      recovery_codes_left: await countRecoveryCodes(tx, user_id),
      is_phone_available: config.sms !== undefined,
    }
  })
}

export async function getOwnFactor(
  { db }: Pick<Deps, 'db'>,
  { user_id }: Identity,
  id: string,
): Promise<Factor> {
  const factor = await db.system((tx) => findFactor(tx, user_id, id))
  if (!factor) throw notFound('mfa_factor_not_found')
  return factor
}

/** Returns the phone with this id, or without an id the first that was verified. */
export async function getOwnPhone(
  { db }: Pick<Deps, 'db'>,
  { user_id }: Identity,
  factor_id: string | undefined,
): Promise<Factor> {
  const factors = await db.system((tx) => listFactors(tx, user_id))
  const phone = factors.find(
    ({ factor_type, id, status }) =>
      factor_type === 'phone' && (factor_id ? id === factor_id : status === 'verified'),
  )
  if (!phone) throw notFound('mfa_factor_not_found')
  return phone
}

/** Enough to recognise the number. A stolen password must not reveal all of it. */
export const maskPhone = (phone: string) => `••••••${phone.slice(-4)}`
