import { addMs } from '@muster/contract/rules/instants'
import type { Identity } from '../../access/access.ts'
import { takeShared } from '../../access/rate-limit.ts'
import { requirePhone } from '../../access/require-phone.ts'
import { newId } from '../../db/ids.ts'
import type { Deps } from '../../deps.ts'
import { conflict, invalid, Refusal } from '../../edge/refusal.ts'
import { isCostlyNumber } from '../../outbox/costly-number.ts'
import { encrypt } from '../../signing/encrypt.ts'
import { lockOwnFactors } from './lock-own-factors.ts'
import { deleteUnverified, insertFactor, listFactors } from './queries.ts'
import { describeTotp, newSecret } from './totp.ts'

/** Maximum number per account, including those that are being added. */
export const MOST_FACTORS = 10
/** ms after which an unfinished enrolment no longer counts. */
const UNFINISHED_MS = 10 * 60_000
export const ENROLMENTS = { name: 'enrol-factor', hits: 20, window_s: 3600 }

type Enrolment = {
  factor_type: 'totp' | 'phone'
  friendly_name?: string | undefined
  phone?: string | undefined
  issuer?: string | undefined
}

/** Begins an enrolment. The factor counts after its first code (`verify-second-factor.ts`). */
export async function enrolFactor(
  deps: Deps,
  identity: Identity,
  { factor_type, friendly_name = '', phone: typed, issuer = 'Muster' }: Enrolment,
) {
  const { db, keys, now } = deps
  const { user_id, email } = identity
  await takeShared(deps, { ...ENROLMENTS, of: user_id })
  const phone = factor_type === 'phone' ? readNumber(deps, typed) : null
  const id = newId()
  const secret = newSecret()
  await db.system(async (tx) => {
    await lockOwnFactors(tx, identity)
    const before = addMs(now(), -UNFINISHED_MS)
    await deleteUnverified(tx, { user_id, before })
    const factors = await listFactors(tx, user_id)
    if (factors.length >= MOST_FACTORS) throw new Refusal(422, 'too_many_enrolled_mfa_factors')
    if (friendly_name !== '' && factors.some((each) => each.friendly_name === friendly_name))
      throw new Refusal(422, 'mfa_factor_name_conflict')
    await insertFactor(tx, {
      id,
      user_id,
      factor_type,
      friendly_name,
      secret: factor_type === 'totp' ? encrypt(keys, secret, id) : null,
      phone,
      created_at: now(),
    })
  })
  return {
    id,
    type: factor_type,
    friendly_name,
    ...(phone === null ? { totp: describeTotp({ secret, email, issuer }) } : { phone }),
  }
}

/** Refuses premium-rate and satellite numbers, which serve toll fraud. */
function readNumber({ config }: Pick<Deps, 'config'>, typed: string | undefined): string {
  if (!config.sms) throw new Refusal(422, 'phone_provider_disabled')
  if (typed === undefined) throw invalid('phone', 'empty')
  const phone = requirePhone(typed, { path: 'phone', country: null })
  if (isCostlyNumber(phone, config)) throw conflict('number_not_allowed')
  return phone
}
