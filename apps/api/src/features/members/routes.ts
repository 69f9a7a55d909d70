import { members } from '@muster/contract/members'
import type { Deps } from '../../deps.ts'
import { identityOf, organizationOf } from '../../http/access.ts'
import { attemptOf } from '../../http/idempotency.ts'
import { handlers } from '../../http/mount.ts'
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

    changeMember: async ({ request, params, body }) => ({
      status: 200,
      body: await changeMember(deps, organizationOf(request), {
        user_id: params.userId,
        changed_by: identityOf(request).user_id,
        ...body,
      }),
    }),

    removeMember: async ({ request, params }) => {
      const which = { user_id: params.userId, because: 'removed' } as const
      await removeMember(deps, organizationOf(request), which)
      return { status: 204, body: undefined }
    },

    leaveOrganization: async ({ request }) => {
      const which = { user_id: identityOf(request).user_id, because: 'left' } as const
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
