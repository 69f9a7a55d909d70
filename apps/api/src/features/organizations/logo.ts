import { createHash } from 'node:crypto'
import type { Organization } from '@muster/contract/organizations'
import { logoTypeOf } from '@muster/contract/rules/logo'
import type { FastifyInstance } from 'fastify'
import { limitPerClient } from '../../access/rate-limit.ts'
import type { OrgId } from '../../db/client.ts'
import { LOGO_PATH } from '../../db/public-organization.ts'
import { recordAction } from '../../db/record-action.ts'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../edge/refusal.ts'
import { findLogo, lockOrganization, saveLogo } from './queries.ts'

/** Browsers ask once per logo. */
const REQUESTS_PER_MINUTE = 120

/** Takes a logo that the contract has checked, in base64, or null to remove it. */
export function setLogo({ db, now }: Deps, org: OrgId, image: string | null): Promise<Organization> {
  const bytes = image === null ? undefined : Buffer.from(image, 'base64')
  const type = bytes && logoTypeOf(bytes)
  return db.transaction(org, async (tx) => {
    await lockOrganization(tx)
    const saved = await saveLogo(tx, bytes && type && { hash: hashOf(bytes), type, bytes })
    await recordAction(tx, { action: 'organization.changed', at: now(), fields: ['logo'] })
    return { ...saved, role: 'owner' }
  })
}

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** Serves logos at the hash of their bytes, which says nothing of whose they are. */
export function installLogos(app: FastifyInstance, { db }: Pick<Deps, 'db'>): void {
  const onRequest = limitPerClient(app, REQUESTS_PER_MINUTE)
  app.get<{ Params: { hash: string } }>(
    LOGO_PATH,
    { onRequest, config: { is_unlogged: true, cors: false } },
    async ({ params }, reply) => {
      const logo = await db.system((tx) => findLogo(tx, params.hash))
      if (!logo) throw notFound('not_found')
      return reply
        .headers({ 'cache-control': 'public, max-age=31536000, immutable' })
        .type(logo.type)
        .send(logo.bytes)
    },
  )
}
