import { initContract } from '@ts-rest/core'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { about, email, id, idempotencyHeaders, language, replaceLinksQuery, timestamp } from './fields.ts'
import { because } from './issues.ts'
import { publicOrganization } from './organizations.ts'
import { memberRoles } from './rules/member-role.ts'
import { manages, ownView } from './rules/route-access.ts'

const c = initContract()

export const memberRole = z.enum(memberRoles).meta({
  id: 'MemberRole',
  description:
    '`owner`: everything. `admin`: events, shifts, people and messages. `viewer`: sees events, shifts and names. `leader`: sees the shifts of chosen roles, with names and phone numbers, and marks who came.',
})

const ledRole = z
  .object({
    id,
    name: z.string().meta(about.role_name),
    event: z.object({ id, name: z.string().meta(about.event_name) }).describe('The event of the role.'),
  })
  .meta({ id: 'LedRole', description: 'A role whose shifts a leader sees.' })

export type LedRole = z.infer<typeof ledRole>

const leads = z.array(ledRole).describe('Of a leader: the roles. Empty for the others.')

export const member = z
  .object({
    user_id: id.describe('The account.'),
    name: z.string().meta(about.account_name).nullable(),
    email: z.string().meta(about.email),
    role: memberRole,
    leads,
    is_disabled: z
      .boolean()
      .describe(
        'Whether the operator has disabled the account: it cannot sign in, and its API keys have stopped.',
      ),
    created_at: timestamp.describe('When the account became a member.'),
  })
  .meta({ id: 'Member', description: 'An account that belongs to the organization.' })

export type Member = z.infer<typeof member>

export const memberInvitation = z
  .object({
    id,
    email: z.string().meta(about.email),
    role: memberRole,
    leads,
    language,
    state: z.enum(['invited', 'expired']).describe('`expired`: the link no longer works.'),
    invited_by: z
      .string()
      .meta({
        description:
          'Name of who invited, or the e-mail address of an account without one. Null: that account is gone.',
        examples: about.email.examples,
      })
      .nullable(),
    sent_at: timestamp.describe('When the link was last sent.'),
    expires_at: timestamp.describe('Until when the link works.'),
  })
  .meta({ id: 'MemberInvitation', description: 'An invitation that has not been accepted.' })

export type MemberInvitation = z.infer<typeof memberInvitation>

const roleFields = {
  role: memberRole,
  lead_role_ids: z
    .array(id)
    .max(100, because('too_many'))
    .meta({ description: 'Of a leader: the roles to lead. Ignored for the others.', examples: [[]] })
    .optional(),
}

const roleChange = z.object(roleFields).meta({ id: 'MemberRoleChange' })
const byInvitation = z.object({ id: id.describe('The invitation.') })
const byAccount = z.object({ userId: id.describe('The account.') })
const byToken = z.object({
  token: z
    .string()
    .max(200)
    .meta({
      description: 'The token of the link in the e-mail.',
      examples: ['AZsvbkwafSCfPlprfI2eDwbV1bY0l1mZ8mC2nq0uQyE'],
    }),
})

/** Refusals of a link whose invitation cannot be accepted (D2). */
const linkRefusals = [
  'member_link_invalid',
  'member_link_expired',
  'member_link_used',
  'member_link_withdrawn',
] as const

export const members = c.router({
  listMembers: endpoint('GET /admin/members', {
    access: manages,
    summary: 'List members and open invitations',
    description: 'For owners. Members by e-mail address; invitations that were not accepted, newest first.',
    responses: {
      200: z.object({
        members: z.array(member).describe('By e-mail address.'),
        invitations: z.array(memberInvitation).describe('Newest first.'),
      }),
    },
  }),
  changeMember: endpoint('PUT /admin/members/:userId', {
    access: manages,
    proof: 'owner',
    log: ['member.changed'],
    summary: "Change a member's role",
    description: 'In force within 5 seconds. The last owner stays owner.',
    refuses: ['member_not_found', 'last_owner', 'role_not_found'],
    pathParams: byAccount,
    query: replaceLinksQuery,
    body: roleChange,
    responses: { 200: member },
  }),
  removeMember: endpoint('DELETE /admin/members/:userId', {
    access: manages,
    log: ['member.removed'],
    summary: 'Remove a member',
    description:
      'Takes the access to this organization within 5 seconds. Sessions go on, for other organizations. The last owner stays.',
    refuses: ['member_not_found', 'last_owner'],
    pathParams: byAccount,
    query: replaceLinksQuery,
    body: c.noBody(),
    responses: { 204: c.noBody() },
  }),
  leaveOrganization: endpoint('POST /admin/members/leave', {
    access: ownView,
    log: ['member.left'],
    summary: 'Leave the organization',
    description: 'For every member. The last owner stays.',
    refuses: ['last_owner'],
    query: replaceLinksQuery,
    body: c.noBody(),
    responses: { 204: c.noBody() },
  }),
  inviteMember: endpoint('POST /admin/member-invitations', {
    access: manages,
    proof: 'owner',
    log: ['member_invitation.sent'],
    summary: 'Invite a member by e-mail',
    description:
      'The link works for 7 days, once, and for that address only. An open invitation to the address is replaced, and its link is void. At most ten e-mails a day are sent to one address, by all organizations together: the answer is the same above that.',
    refuses: ['already_member', 'role_not_found', 'member_invitation_not_found', 'daily_cap_reached'],
    headers: idempotencyHeaders,
    body: z.object({ email, language, ...roleFields }).meta({ id: 'NewMemberInvitation' }),
    responses: { 201: memberInvitation },
  }),
  changeMemberInvitation: endpoint('PUT /admin/member-invitations/:id', {
    access: manages,
    proof: 'owner',
    log: ['member_invitation.changed'],
    summary: 'Change the role of an invitation',
    description: 'The link that was sent goes on working.',
    refuses: ['member_invitation_not_found', 'role_not_found'],
    pathParams: byInvitation,
    body: roleChange,
    responses: { 200: memberInvitation },
  }),
  resendMemberInvitation: endpoint('POST /admin/member-invitations/:id/send', {
    access: manages,
    log: ['member_invitation.sent_again'],
    summary: 'Send an invitation again',
    description: 'With a new link for 7 days. The link before is void.',
    refuses: ['member_invitation_not_found', 'daily_cap_reached'],
    pathParams: byInvitation,
    headers: idempotencyHeaders,
    body: c.noBody(),
    responses: { 200: memberInvitation },
  }),
  withdrawMemberInvitation: endpoint('DELETE /admin/member-invitations/:id', {
    access: manages,
    log: ['member_invitation.withdrawn'],
    summary: 'Withdraw an invitation',
    description: 'Its link is void at once.',
    refuses: ['member_invitation_not_found'],
    pathParams: byInvitation,
    body: c.noBody(),
    responses: { 204: c.noBody() },
  }),
  getMemberInvitation: endpoint('GET /member-invitations/:token', {
    access: 'open',
    summary: 'Open the link of an invitation',
    description: 'For the page that accepts it.',
    refuses: [...linkRefusals],
    pathParams: byToken,
    responses: {
      200: z
        .object({
          organization: publicOrganization.pick({ name: true }).describe('Who invites.'),
          email: z.string().meta(about.email),
          role: memberRole,
          has_account: z
            .boolean()
            .describe('Whether the address has an account, which then signs in to accept.'),
        })
        .meta({ id: 'OpenMemberInvitation' }),
    },
  }),
  joinWithNewAccount: endpoint('POST /member-invitations/:token/account', {
    access: 'open',
    summary: 'Accept an invitation with a new account',
    description: 'Makes the account of the invited address. It signs in with `POST /auth/login`.',
    refuses: [...linkRefusals, 'account_exists', 'password_too_long', 'password_weak'],
    pathParams: byToken,
    body: z.object({
      password: z
        .string()
        .max(1_000)
        .meta({ description: '12 to 200 characters, not a common one.', examples: ['three blue bikes'] }),
    }),
    responses: { 204: c.noBody() },
  }),
  joinWithAccount: endpoint('POST /api/memberships', {
    access: 'account',
    summary: 'Accept an invitation with the account that is signed in',
    description: 'The account must have the invited address.',
    refuses: [...linkRefusals, 'member_link_not_yours'],
    body: byToken,
    responses: {
      200: z.object({ organization_id: id.describe('The organization that was joined.') }),
    },
  }),
})
