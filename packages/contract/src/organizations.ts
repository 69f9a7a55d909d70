import { initContract } from '@ts-rest/core'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import {
  about,
  country,
  email,
  id,
  idempotencyHeaders,
  instant,
  language,
  line,
  name,
  nameText,
  optionalPhone,
  timeZone,
  version,
} from './fields.ts'
import { because } from './issues.ts'
import { administratorNotices } from './rules/administrator-notices.ts'
import { isDeniedSender } from './rules/denied-senders.ts'
import { logoTypeOf } from './rules/logo.ts'
import { memberRoles } from './rules/member-role.ts'
import { manages, plansInPerson } from './rules/route-access.ts'

const c = initContract()

/** D41 */
export const organizerContact = z
  .object({
    email: z.string().meta(about.contact_email).nullable(),
    phone: z
      .string()
      .meta({ description: 'Phone number, formatted for reading.', examples: ['023-123 45 67'] })
      .nullable(),
  })
  .meta({ id: 'OrganizerContact', description: 'How volunteers reach the organizer.' })

export type OrganizerContact = z.infer<typeof organizerContact>

const shownColor = z
  .string()
  .meta({ description: 'Colour of its public pages. Null: that of Muster.', examples: ['#7a1f5c'] })
  .nullable()
const logoUrl = z
  .string()
  .meta({
    description:
      'Path of its logo, a PNG or WebP of at most 480 × 160 pixels. Another logo has another path.',
    examples: ['/logos/3b1f8a40c2d9e7561f0a4b8c9d2e6f13'],
  })
  .nullable()

/** Fields of an organization that are public. */
export const publicOrganization = z
  .object({
    name: z.string().meta(about.organization_name),
    color: shownColor,
    theme: z
      .string()
      .meta({
        description:
          'Style sheet with its colour as one in which text can be read, in light and in dark. Null without a colour.',
        examples: [':root{--color-primary:#7a1f5c}'],
      })
      .nullable(),
    logo_url: logoUrl,
  })
  .meta({ id: 'PublicOrganization', description: 'An organization, as volunteers see it.' })

export type PublicOrganization = z.infer<typeof publicOrganization>

const aboutCountry = 'ISO 3166-1 alpha-2 code of the country whose national phone numbers are read.'
const aboutSender = {
  description: 'Alphanumeric SMS sender, at most 11 letters, digits and spaces. Null: derived from the name.',
  examples: ['FalunFest'],
}
const usesChildTeam = z
  .boolean()
  .describe("Whether administrators are asked for the team of a person's child (`child_team`).")

const secondFactor = z
  .enum(['optional', 'required'])
  .describe(
    'Whether members need a second factor. Whoever sets `required` must have one; members without one are refused with `second_factor_setup_required` until they add one.',
  )

export const organization = z
  .object({
    id,
    name: z.string().meta(about.organization_name),
    time_zone: z.string().meta(about.time_zone),
    language,
    country: country.describe(`${aboutCountry} Null until it is chosen.`).nullable(),
    // D41. Null only if no account belonged to the organisation when the field was introduced.
    contact_email: z.string().meta(about.contact_email).nullable(),
    contact_phone: z.string().meta(about.contact_phone).nullable(),
    // D30
    sms_sender: z.string().meta(aboutSender).nullable(),
    approved_sms_sender: z
      .string()
      .meta({
        description:
          'The chosen sender that was approved. SMS come from it only while it is the `sms_sender`, else from the name of the installation.',
        examples: aboutSender.examples,
      })
      .nullable(),
    sender_approved_for: z
      .string()
      .meta({
        description: 'Name of the organization when the sender derived from it was approved.',
        examples: ['Åhusfestivalen'],
      })
      .nullable(),
    color: shownColor,
    logo_url: logoUrl,
    uses_child_team: usesChildTeam,
    second_factor: secondFactor,
    paused_at: instant
      .describe(
        'Since when the operator of the service has paused it. Null: it is not paused. While it is, changes are refused with `organization_paused`.',
      )
      .nullable(),
    pause_reason: z
      .string()
      .meta({ description: 'Why, in the words of the operator.', examples: ['Many reports of spam'] })
      .nullable(),
    role: z.enum(memberRoles).describe("The caller's role in it."),
    version,
  })
  .meta({ id: 'Organization', description: 'An organization, as its administrators see it.' })

export type Organization = z.infer<typeof organization>

const organizationName = z
  .string(because('organization_name'))
  .pipe(nameText.min(1, because('organization_name')))
  .meta(about.organization_name)

/** SMS sender that mobile networks accept: letters, digits and spaces, with at least one letter (D30). */
const smsSender = line(11)
  .regex(/^[A-Za-z0-9 ]*$/, because('sender_letters'))
  .refine((value) => value === '' || /[A-Za-z]/.test(value), because('sender_letter'))
  .refine((value) => !isDeniedSender(value), because('sender_denied'))
  .nullable()
  .overwrite((value) => (value === '' ? null : value))
  .meta(aboutSender)

const color = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i, because('color'))
  .toLowerCase()
  .meta({
    description:
      'Colour of its public pages, made darker or lighter there until it can be read. Null: that of Muster.',
    examples: ['#7a1f5c'],
  })
  .nullable()

const ONE_PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const logo = z
  .base64({ abort: true })
  .refine((image) => logoTypeOf(Uint8Array.from(atob(image), (byte) => byte.charCodeAt(0))), {
    error: because('not_logo'),
  })
  .meta({ description: 'The file, in base64. Null removes the logo.', examples: [ONE_PIXEL] })
  .nullable()

export const organizationChange = z
  .object({
    name: name.meta(about.organization_name).optional(),
    time_zone: timeZone.optional(),
    language: language.optional(),
    country: country.describe(aboutCountry).optional(),
    contact_email: email.meta(about.contact_email).optional(),
    contact_phone: optionalPhone.meta(about.typed_phone).optional(),
    sms_sender: smsSender.optional(),
    color: color.optional(),
    uses_child_team: usesChildTeam.optional(),
    second_factor: secondFactor.optional(),
    version: version.optional(),
  })
  .meta({ id: 'OrganizationChange' })

/** New organization. The web sends the chosen country, and the zone and language of the browser (D23, D25). */
const newOrganization = z
  .object({
    name: organizationName,
    time_zone: timeZone.describe('IANA time zone. Without it UTC.').optional(),
    language: language.describe('Without it that of `Accept-Language`.').optional(),
    country: country.describe(`${aboutCountry} Without it numbers need their country code.`).optional(),
    // D41
    contact_email: email
      .meta({
        description: "E-mail address at which volunteers reach the organizer. Without it the creator's.",
        examples: about.contact_email.examples,
      })
      .optional(),
  })
  .meta({ id: 'NewOrganization' })

const noticeFields = {
  // D39
  cancellations: z
    .enum(administratorNotices)
    .describe(
      'What this administrator is told by e-mail when volunteers give places up: `none`, `each` (within minutes; several in one e-mail), or `daily`. With `daily`, too, within minutes when a shift of the next 48 hours is short of people.',
    ),
  // D57
  sign_ups: z
    .enum(administratorNotices)
    .describe('The same when volunteers sign up by themselves. `daily` at first.'),
  // D52
  requests: z
    .enum(administratorNotices)
    .describe('The same when sign-ups wait for an answer. `daily` at first.'),
}

export const notices = z
  .object(noticeFields)
  .meta({ id: 'Notices', description: 'Which e-mails an administrator gets about an organization.' })

export type Notices = z.infer<typeof notices>

const noticesChange = z
  .object({
    ...noticeFields,
    sign_ups: noticeFields.sign_ups
      .describe('The same when volunteers sign up. Omitted: as before.')
      .optional(),
    requests: noticeFields.requests
      .describe('The same when sign-ups wait for an answer. Omitted: as before.')
      .optional(),
  })
  .meta({ id: 'NoticesChange' })

export type NoticesChange = z.output<typeof noticesChange>

const organizationFile = z
  .string()
  .meta({ description: 'ZIP of CSV files (RFC 4180) in UTF-8.', examples: ['PK…'], format: 'binary' })

export const organizations = c.router({
  getLastActiveOrganization: endpoint('GET /api/last-active-organization', {
    access: 'account',
    summary: "List the user's organizations and the one used last",
    description: 'For a client that starts and has to choose an organization.',
    responses: {
      200: z.object({
        organizations: z.array(organization).describe('By name.'),
        last_active_organization: organization
          .describe('The organization used last. Null where there is none.')
          .nullable(),
        may_create_organizations: z
          .boolean()
          .describe('Whether this installation lets its users create organizations.'),
      }),
    },
  }),
  listMyOrganizations: endpoint('GET /api/my-organizations', {
    access: 'account',
    summary: "List the user's organizations",
    description: 'All organizations that the user is a member of, by name.',
    responses: { 200: z.array(organization) },
  }),
  setLastActiveOrganization: endpoint('POST /api/set-last-active-organization', {
    access: 'account',
    summary: 'Remember the organization used last',
    description: 'Read back by `GET /api/last-active-organization`.',
    refuses: ['organization_forbidden'],
    body: z.object({ organization_id: id.describe('The organization. Null forgets it.').nullable() }),
    responses: { 204: c.noBody() },
  }),
  createOrganization: endpoint('POST /api/organizations', {
    access: 'account',
    summary: 'Create an organization',
    description: 'Its creator owns it.',
    refuses: ['daily_cap_reached', 'organization_creation_closed'],
    headers: idempotencyHeaders,
    body: newOrganization,
    responses: { 201: z.object({ organization }) },
  }),
  updateOrganization: endpoint('PUT /admin/organization', {
    access: manages,
    log: ['organization.changed'],
    summary: 'Change the organization',
    description: 'The organization of the header `X-Organization-ID`. What is left out stays.',
    refuses: ['changed_elsewhere', 'second_factor_setup_required'],
    body: organizationChange,
    responses: { 200: organization },
  }),
  setLogo: endpoint('PUT /admin/organization/logo', {
    access: manages,
    log: ['organization.changed'],
    summary: 'Set the logo of the organization',
    description:
      'Stands above its name on its public pages. A PNG or WebP of at most 480 × 160 pixels and 64 KiB; what it is, is read from its bytes.',
    body_limit: 96 * 1024,
    body: z.object({ logo }).meta({ id: 'NewLogo' }),
    responses: { 200: organization },
  }),
  exportOrganization: endpoint('GET /admin/organization/export', {
    access: manages,
    proof: 'always',
    summary: 'Export everything of the organization',
    description:
      'For owners. A ZIP of CSV files, one for each kind of thing, as they are described in `docs/export.md`: settings, members, people, events, roles, shifts, assignments, waiting list, messages, broadcasts, saved texts, opt-outs, API keys and the log. Without passwords, links and keys. It is sent while it is read: an answer that ends early is not complete. At most four an hour.',
    responses: { 200: c.otherResponse({ contentType: 'application/zip', body: organizationFile }) },
  }),
  endOrganization: endpoint('POST /admin/organization/end', {
    access: manages,
    proof: 'always',
    log: ['organization.ended'],
    summary: 'End the organization',
    description:
      'The organization of the header `X-Organization-ID`, for owners. Its members lose it and its API keys stop within 5 s. Its coming shifts are cancelled and their people told within minutes; then everything is deleted. A repeated call is refused with `organization_forbidden`.',
    refuses: ['organization_name_differs'],
    body: z.object({
      name: line(1_000).meta({
        description: 'Its name, as a confirmation.',
        examples: about.organization_name.examples,
      }),
    }),
    responses: { 204: c.noBody() },
  }),
  getNotices: endpoint('GET /admin/user/notices', {
    access: plansInPerson,
    summary: 'Get which e-mails you get',
    description: 'Of the account in the organization of the header `X-Organization-ID`.',
    responses: { 200: notices },
  }),
  updateNotices: endpoint('PUT /admin/user/notices', {
    access: plansInPerson,
    log: 'none',
    summary: 'Choose which e-mails you get',
    description: 'Of the account in the organization of the header `X-Organization-ID`.',
    body: noticesChange,
    responses: { 200: notices },
  }),
})
