import { organizations } from '@muster/contract/organizations'
import { findAllowedOrganization, type Gate, identityOf, organizationOf } from '../../access/access.ts'
import { attemptOf } from '../../access/idempotency.ts'
import type { Deps } from '../../deps.ts'
import { handlers } from '../../edge/mount.ts'
import { forbidden } from '../../edge/refusal.ts'
import { withStreamedBody } from '../../edge/stream-response.ts'
import { answerLanguage, languageOf } from '../../pages/language.ts'
import { changeOrganization } from './change-organization.ts'
import { addOrganization } from './create-organization.ts'
import { endOrganization } from './end-organization.ts'
import { createExports } from './export-organization.ts'
import { setLogo } from './logo.ts'
import { getNotices, updateLastActiveId, updateNotices } from './queries.ts'
import { readLastActive, readOrganizations } from './read-organizations.ts'

export const organizationAdministration = {
  ...organizations,
  exportOrganization: withStreamedBody(organizations.exportOrganization, 'application/zip'),
}

export const organizationRoutes = (deps: Deps, gate: Gate) => {
  const exportOrganization = createExports(deps)
  return handlers(organizationAdministration, {
    async getLastActiveOrganization({ request, reply }) {
      const { user_id } = identityOf(request)
      const language = answerLanguage(request, reply)
      return { status: 200, body: await readLastActive(deps, { user_id, language }) }
    },

    async listMyOrganizations({ request, reply }) {
      const { user_id } = identityOf(request)
      const language = answerLanguage(request, reply)
      return { status: 200, body: await readOrganizations(deps, { user_id, language }) }
    },

    async setLastActiveOrganization({ request, body: { organization_id } }) {
      const { user_id } = identityOf(request)
      if (organization_id !== null && !(await findAllowedOrganization(gate, user_id, organization_id)))
        throw forbidden('organization_forbidden')
      await deps.db.system((tx) => updateLastActiveId(tx, user_id, organization_id))
      return { status: 204, body: undefined }
    },

    async createOrganization({ request, body }) {
      const { language = languageOf(request.headers['accept-language']), ...given } = body
      const attempt = attemptOf(request, { body })
      const organization = await addOrganization(deps, identityOf(request), { ...given, language }, attempt)
      return { status: 201, body: { organization } }
    },

    updateOrganization: async ({ request, body }) => ({
      status: 200,
      body: await changeOrganization(deps, organizationOf(request), body, identityOf(request)),
    }),

    setLogo: async ({ request, body: { logo } }) => ({
      status: 200,
      body: await setLogo(deps, organizationOf(request), logo),
    }),

    async exportOrganization({ request, reply }) {
      const body = await exportOrganization(organizationOf(request), identityOf(request).user_id)
      reply.header('content-disposition', 'attachment; filename="organization.zip"')
      return { status: 200, body }
    },

    async endOrganization({ request, body: { name } }) {
      await endOrganization(deps, organizationOf(request), { name, user_id: identityOf(request).user_id })
      return { status: 204, body: undefined }
    },

    async getNotices({ request }) {
      const { user_id } = identityOf(request)
      return {
        status: 200,
        body: await deps.db.transaction(organizationOf(request), (tx) => getNotices(tx, user_id)),
      }
    },

    async updateNotices({ request, body }) {
      const { user_id } = identityOf(request)
      const saved = await deps.db.transaction(organizationOf(request), async (tx) => {
        await updateNotices(tx, user_id, body)
        return getNotices(tx, user_id)
      })
      return { status: 200, body: saved }
    },
  })
}
