import type { authUser } from '@muster/contract/auth-user'
import type { z } from 'zod'
import type { Deps } from '../../../deps.ts'
import { unauthorized } from '../../../edge/refusal.ts'
import { maskPhone } from '../../../features/factors/list-own-factors.ts'
import { listFactors, listPasskeys } from '../../../features/factors/queries.ts'
import { findUser } from '../../../features/session/account-queries.ts'

type AuthUser = z.input<typeof authUser>

/** Returns an account as the public auth client reads it (D10). Its one identity is its e-mail address. */
export async function readUser({ db }: Pick<Deps, 'db'>, user_id: string): Promise<AuthUser> {
  const { user, factors, passkeys } = await db.system(async (tx) => ({
    user: await findUser(tx, user_id),
    factors: await listFactors(tx, user_id),
    passkeys: await listPasskeys(tx, user_id),
  }))
  if (!user) throw unauthorized('session_invalid')
  const { id, email, created_at } = user
  const updated_at = user.password_changed_at ?? created_at
  const last_sign_in_at = user.last_sign_in_at ?? created_at
  return {
    id,
    aud: 'authenticated',
    role: 'authenticated',
    email,
    email_confirmed_at: created_at,
    confirmed_at: created_at,
    last_sign_in_at,
    phone: '',
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: {},
    identities: [
      {
        identity_id: id,
        id,
        user_id: id,
        provider: 'email',
        identity_data: { sub: id, email, email_verified: true },
        created_at,
        updated_at,
        last_sign_in_at,
      },
    ],
    factors: [
      ...factors.map(({ phone, ...factor }) => ({
        ...factor,
        ...(phone !== null && { phone: maskPhone(phone) }),
      })),
      ...passkeys.map((passkey) => ({
        ...passkey,
        factor_type: 'webauthn' as const,
        status: 'verified' as const,
        updated_at: passkey.created_at,
      })),
    ],
    created_at,
    updated_at,
    is_anonymous: false,
  }
}
