import { z } from 'zod'
import { about, id, timestamp } from './fields.ts'

/* Fields of an account and its session that the public JavaScript auth client reads (D10). */

const userId = id.describe('Id of the account.')

const userFactor = z
  .object({
    id,
    factor_type: z.enum(['totp', 'phone', 'webauthn']).describe('`webauthn` is a passkey.'),
    status: z.enum(['unverified', 'verified']).describe('Only verified ones count.'),
    friendly_name: z.string().meta({ description: 'What its owner calls it.', examples: ['My phone'] }),
    phone: z
      .string()
      .meta({ description: 'Its last digits.', examples: ['••••••4567'] })
      .optional(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'AuthFactor' })

const identity = z
  .object({
    identity_id: id.describe('For `DELETE /auth/v1/user/identities/{id}`.'),
    id: z
      .string()
      .meta({ description: 'Id of the account.', examples: ['019b2f6e-4c1a-7d20-9f3e-5a6b7c8d9e01'] }),
    user_id: userId,
    provider: z.literal('email').describe('A password account.'),
    identity_data: z
      .object({
        sub: userId,
        email: z.string().meta(about.email),
        email_verified: z.boolean().describe('Always true.'),
      })
      .describe('Of the provider.'),
    created_at: timestamp,
    updated_at: timestamp,
    last_sign_in_at: timestamp,
  })
  .meta({ id: 'AuthIdentity' })

export const authUser = z
  .object({
    id: userId,
    aud: z.literal('authenticated').describe('Always `authenticated`.'),
    role: z.literal('authenticated').describe('Always `authenticated`.'),
    email: z.string().meta(about.email),
    email_confirmed_at: timestamp,
    confirmed_at: timestamp,
    last_sign_in_at: timestamp,
    phone: z.string().meta({ description: 'Always empty.', examples: [''] }),
    app_metadata: z
      .object({
        provider: z.literal('email').describe('Always `email`.'),
        providers: z.array(z.literal('email')).describe('Always `email`.'),
      })
      .describe('Always a password account.'),
    user_metadata: z.object({}).describe('Always empty.'),
    identities: z.array(identity).describe('With what it signs in.'),
    factors: z.array(userFactor).describe('With them the client computes whether a second factor is needed.'),
    created_at: timestamp,
    updated_at: timestamp,
    is_anonymous: z.boolean().describe('Always false.'),
  })
  .meta({ id: 'AuthUser' })

export const authSession = z
  .object({
    access_token: z.string().meta({
      description: 'A JWT for the header `Authorization: Bearer`.',
      examples: ['eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiIwMTliIn0.c2lnbmF0dXJl'],
    }),
    token_type: z.literal('bearer').describe('Always `bearer`.'),
    expires_in: z.int().meta({ description: 'Seconds until the access token expires.', examples: [900] }),
    expires_at: z.int().meta({ description: 'The same in seconds since 1970.', examples: [1_813_000_000] }),
    refresh_token: z.string().meta({
      description: 'Serves once. The one before it is tolerated for a moment (D7).',
      examples: ['AZsvbkwafSCfPlprfI2eDwbV1bY0l1mZ8mC2nq0uQyE'],
    }),
    user: authUser.describe('The account.'),
  })
  .meta({ id: 'AuthSession' })
