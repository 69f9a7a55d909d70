import type { Identity } from '../../access/access.ts'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../edge/refusal.ts'
import { type Passkey, updatePasskeyName } from './queries.ts'

export async function renamePasskey(
  { db }: Pick<Deps, 'db'>,
  { user_id }: Identity,
  change: Pick<Passkey, 'id' | 'friendly_name'>,
): Promise<Passkey> {
  const renamed = await db.system((tx) => updatePasskeyName(tx, user_id, change))
  if (!renamed) throw notFound('mfa_factor_not_found')
  return renamed
}
