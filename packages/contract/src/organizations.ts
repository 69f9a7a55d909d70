import { initContract } from '@ts-rest/core'
import { z } from 'zod'
import { country, id, language, name, timeZone, version } from './fields.ts'
import { routes } from './routes.ts'

const c = initContract()

export const organization = z.object({
  id,
  name: z.string(),
  time_zone: z.string(),
  language,
  country,
  version,
})

export type Organization = z.infer<typeof organization>

const NAME_REQUIRED = 'Organization name is required'
const organizationName = z
  .string(NAME_REQUIRED)
  .refine((text) => text.trim() !== '', NAME_REQUIRED)
  .pipe(name)

export const organizations = c.router({
  getLastActiveOrganization: {
    ...routes.organizations.getLastActiveOrganization,
    summary: "The user's organisations and the one used last",
    responses: {
      200: z.object({
        organizations: z.array(organization),
        last_active_organization: organization.nullable(),
      }),
    },
  },
  listMyOrganizations: {
    ...routes.organizations.listMyOrganizations,
    summary: "The user's organisations",
    responses: { 200: z.array(organization) },
  },
  setLastActiveOrganization: {
    ...routes.organizations.setLastActiveOrganization,
    summary: 'Remember the organisation used last',
    body: z.object({ organization_id: id.nullable() }),
    responses: { 204: c.noBody() },
  },
  createOrganization: {
    ...routes.organizations.createOrganization,
    summary: 'Create an organisation; its creator administers it',
    /** D25: zone and language of the creator's browser become the defaults. */
    body: z.object({
      name: organizationName,
      time_zone: timeZone.optional(),
      language: language.optional(),
      country: country.optional(),
    }),
    responses: { 201: z.object({ organization }) },
  },
})
