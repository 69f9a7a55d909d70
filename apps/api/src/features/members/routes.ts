import { members } from '@muster/contract/members'
import { identityOf, mayPlan, organizationOf } from '../../access/access.ts'
import { attemptOf } from '../../access/idempotency.ts'
import type { Deps } from '../../deps.ts'
import { handlers } from '../../edge/mount.ts'
import { changeMember, removeMember } from './change-members.ts'
import { changeInvitation, inviteMember, resendInvitation, withdrawInvitation } from './invite-member.ts'
import { joinWithAccount, joinWithNewAccount, openInvitation } from './join.ts'
import { listMembers } from './list-members.ts'

export const memberRoutes = (deps: Deps) =>
  handlers(members, {
    listMembers: async ({ request }) => ({
      status: 200,
      body: await listMembers(deps, organizationOf(request)),
    }),

    changeMember: async ({ request, params, query, body }) => ({
      status: 200,
      body: await changeMember(deps, organizationOf(request), {
        user_id: params.userId,
        changed_by: identityOf(request).user_id,
        ...body,
        replaces_links: query.replace_links === 'true',
      }),
    }),

    removeMember: async ({ request, params, query }) => {
      const replaces_links = query.replace_links === 'true'
      const which = { user_id: params.userId, because: 'removed', replaces_links } as const
      await removeMember(deps, organizationOf(request), which)
      return { status: 204, body: undefined }
    },

    leaveOrganization: async ({ request, query }) => {
      const { user_id } = identityOf(request)
      // Only members who can read links may have them replaced (M1).
      const replaces_links = query.replace_links === 'true' && mayPlan(request)
      const which = { user_id, because: 'left', replaces_links } as const
      await removeMember(deps, organizationOf(request), which)
      return { status: 204, body: undefined }
    },

    inviteMember: async ({ request, body }) => {
      const invitation = { ...body, inviter: identityOf(request) }
      const attempt = attemptOf(request, { body })
      return { status: 201, body: await inviteMember(deps, organizationOf(request), invitation, attempt) }
    },

    changeMemberInvitation: async ({ request, params, body }) => ({
      status: 200,
      body: await changeInvitation(deps, organizationOf(request), {
        id: params.id,
        inviter: identityOf(request),
        ...body,
      }),
    }),

    resendMemberInvitation: async ({ request, params }) => {
      const which = { id: params.id, inviter: identityOf(request) }
      const attempt = attemptOf(request, { params })
      return { status: 200, body: await resendInvitation(deps, organizationOf(request), which, attempt) }
    },

    withdrawMemberInvitation: async ({ request, params }) => {
      await withdrawInvitation(deps, organizationOf(request), params.id)
      return { status: 204, body: undefined }
    },

    getMemberInvitation: async ({ request, reply, params: { token } }) => {
      reply.header('cache-control', 'no-store')
      return { status: 200, body: await openInvitation(deps, { token, ip: request.ip }) }
    },

    joinWithNewAccount: async ({ request, params: { token }, body: { password } }) => {
      await joinWithNewAccount(deps, { token, password, ip: request.ip })
      return { status: 204, body: undefined }
    },

    joinWithAccount: async ({ request, body: { token } }) => ({
      status: 200,
      body: { organization_id: await joinWithAccount(deps, identityOf(request), { token, ip: request.ip }) },
    }),
  })
