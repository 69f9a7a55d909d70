import { initContract } from '@ts-rest/core'
import { z } from 'zod'
import {
  cleanedText,
  country,
  email,
  id,
  idempotencyHeaders,
  language,
  name,
  nameText,
  optionalPhone,
  timeZone,
  version,
} from './fields.ts'
import { because } from './issues.ts'
import { routes } from './routes.ts'

const c = initContract()

/** D41: how volunteers reach the organiser. The phone number is formatted for reading. */
export const organizerContact = z.object({ email: z.string().nullable(), phone: z.string().nullable() })

export type OrganizerContact = z.infer<typeof organizerContact>

export const organization = z.object({
  id,
  name: z.string(),
  time_zone: z.string(),
  language,
  /** D23: reads national phone numbers. Null until it is chosen. */
  country: country.nullable(),
  /** D41. Null only where no account belonged to the organisation when the field was introduced. */
  contact_email: z.string().nullable(),
  /** D41: E.164. */
  contact_phone: z.string().nullable(),
  /** D30: chosen alphanumeric SMS sender, at most 11 characters. Null: derived from the name. */
  sms_sender: z.string().nullable(),
  /** The approved sender. Differs from `sms_sender` while the operator's approval is pending. */
  approved_sms_sender: z.string().nullable(),
  /** Administrators are asked for the team of a person's child (`child_team`). */
  uses_child_team: z.boolean(),
  version,
})

export type Organization = z.infer<typeof organization>

const organizationName = z
  .string(because('organization_name'))
  .pipe(nameText.min(1, because('organization_name')))

/** Letters, digits and spaces, at least one letter: what mobile networks accept (D30). */
const smsSender = cleanedText(11)
  .regex(/^[A-Za-z0-9 ]*$/, because('sender_letters'))
  .refine((value) => value === '' || /[A-Za-z]/.test(value), because('sender_letter'))
  .nullable()
  .overwrite((value) => (value === '' ? null : value))

export const organizationChange = z.object({
  name: name.optional(),
  time_zone: timeZone.optional(),
  language: language.optional(),
  country: country.optional(),
  contact_email: email.optional(),
  contact_phone: optionalPhone.optional(),
  sms_sender: smsSender.optional(),
  uses_child_team: z.boolean().optional(),
  version: version.optional(),
})

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
    headers: idempotencyHeaders,
    /** D23, D25: the web sends the country that was chosen, and the zone and language of the browser. */
    body: z.object({
      name: organizationName,
      time_zone: timeZone.optional(),
      language: language.optional(),
      country: country.optional(),
      /** D41: the creator's when omitted. */
      contact_email: email.optional(),
    }),
    responses: { 201: z.object({ organization }) },
  },
  updateOrganization: {
    ...routes.organizations.updateOrganization,
    summary: 'Change the chosen organisation; what is left out stays',
    body: organizationChange,
    responses: { 200: organization },
  },
})
