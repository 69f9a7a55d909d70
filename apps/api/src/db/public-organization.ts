import type { Language } from '@muster/contract/language'
import type { PublicOrganization } from '@muster/contract/organizations'
import { themeOf } from '@muster/contract/rules/brand-color'
import { sql } from 'drizzle-orm'

/** `language`: that of pages whose reader states none; never shown. */
export type ShownOrganization = PublicOrganization & { language: Language }

export type OrganizationRow = Pick<ShownOrganization, 'name' | 'color' | 'language'> & {
  logo_hash: string | null
}

/** Column of a statement that names the organisation `o`. */
export const organizationColumn = sql`json_build_object('name', o.name, 'color', o.color, 'logo_hash', o.logo_hash,
  'language', o.language) as organization`

export const toPublicOrganization = ({
  name,
  color,
  logo_hash,
  language,
}: OrganizationRow): ShownOrganization => ({
  name,
  color,
  theme: color && themeOf(color),
  logo_url: logoUrlOf(logo_hash),
  language,
})

export const LOGO_PATH = '/logos/:hash'

export const logoUrlOf = (hash: string | null) => hash && LOGO_PATH.replace(':hash', hash)
