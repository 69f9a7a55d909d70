import type { Language } from '@muster/contract/language'
import {
  type Organization,
  organization as organizationSchema,
  organizations,
} from '@muster/contract/organizations'
import type { Tx } from '../../db/client.ts'
import { findZone } from '../../db/find-zone.ts'
import type { Deps } from '../../deps.ts'
import {
  findAllowedOrganization,
  type Gate,
  type Identity,
  identityOf,
  organizationOf,
} from '../../http/access.ts'
import { attemptOf, oncePerKeyOfAccount } from '../../http/idempotency.ts'
import { answerLanguage, languageOf } from '../../http/language.ts'
import { handlers } from '../../http/mount.ts'
import { badRequest, forbidden } from '../../http/refusal.ts'
import { withStreamedBody } from '../../http/stream-response.ts'
import { changeOrganization } from './change-organization.ts'
import { countCreation, createOrganization } from './create-organization.ts'
import { endOrganization } from './end-organization.ts'
import { openExports } from './export-organization.ts'
import {
  findLastActiveId,
  getNotices,
  listOrganizationsOf,
  updateLastActiveId,
  updateNotices,
} from './queries.ts'

export const organizationAdministration = {
  ...organizations,
  exportOrganization: withStreamedBody(organizations.exportOrganization, 'application/zip'),
}

type OrganizationGate = Gate & { hasProvenIdentity(identity: Identity): Promise<boolean> }

export const organizationRoutes = (deps: Deps, gate: OrganizationGate) => {
  const exportOrganization = openExports(deps)
  return handlers(organizationAdministration, {
    async getLastActiveOrganization({ request, reply }) {
      const { user_id } = identityOf(request)
      const language = answerLanguage(request, reply)
      const body = await deps.db.system(async (tx) => {
        const sorted = await listSorted(tx, user_id, language)
        const last_active_id = await findLastActiveId(tx, user_id)
        const last_active = sorted.find(({ id }) => id === last_active_id) ?? null
        return { organizations: sorted, last_active_organization: last_active }
      })
      return { status: 200, body }
    },

    async listMyOrganizations({ request, reply }) {
      const { user_id } = identityOf(request)
      const language = answerLanguage(request, reply)
      return { status: 200, body: await deps.db.system((tx) => listSorted(tx, user_id, language)) }
    },

    async setLastActiveOrganization({ request, body: { organization_id } }) {
      const { user_id } = identityOf(request)
      if (organization_id !== null && !(await findAllowedOrganization(gate, user_id, organization_id)))
        throw forbidden('organization_forbidden')
      await deps.db.system((tx) => updateLastActiveId(tx, user_id, organization_id))
      return { status: 204, body: undefined }
    },

    async createOrganization({ request, body }) {
      const { user_id, email } = identityOf(request)
      const {
        name,
        time_zone = 'UTC',
        language = languageOf(request.headers['accept-language']),
        // D23: no country is assumed; without one, national phone numbers are refused.
        country = null,
        contact_email = email,
      } = body
      const organization = await deps.db.system((tx) =>
        oncePerKeyOfAccount(
          tx,
          { user_id, attempt: attemptOf(request, { body }) },
          organizationSchema,
          async () => {
            await countCreation(tx, deps, user_id)
            // A browser may know a zone that the database does not. The creator can choose another one.
            const zone = (await findZone(tx, time_zone)) ?? 'UTC'
            const given = { name, time_zone: zone, language, country, contact_email }
            return createOrganization(tx, user_id, given)
          },
        ),
      )
      return { status: 201, body: { organization } }
    },

    updateOrganization: async ({ request, body }) => ({
      status: 200,
      body: await changeOrganization(deps, organizationOf(request), body, identityOf(request)),
    }),

    async exportOrganization({ request, reply }) {
      if (!(await gate.hasProvenIdentity(identityOf(request)))) throw badRequest('reauthentication_needed')
      const body = await exportOrganization(organizationOf(request))
      reply.header('content-disposition', 'attachment; filename="organization.zip"')
      return { status: 200, body }
    },

    async endOrganization({ request, body: { name } }) {
      const identity = identityOf(request)
      await endOrganization(deps, organizationOf(request), {
        name,
        user_id: identity.user_id,
        has_proven_identity: await gate.hasProvenIdentity(identity),
      })
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
      await deps.db.transaction(organizationOf(request), (tx) => updateNotices(tx, user_id, body))
      return { status: 200, body }
    },
  })
}

async function listSorted(tx: Tx, user_id: string, language: Language): Promise<Organization[]> {
  const { compare } = new Intl.Collator(language)
  return (await listOrganizationsOf(tx, user_id)).toSorted((one, other) => compare(one.name, other.name))
}
