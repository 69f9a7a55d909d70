import type { Member, MemberInvitation } from '@muster/contract/members'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { type Answer, call, type Given } from '../../api/call.ts'
import { once } from '../../api/once.ts'
import { organizationKey } from '../../api/organization-key.ts'

export type NewInvitation = NonNullable<Given<'members', 'inviteMember'>['body']>
export type RoleChange = NonNullable<Given<'members', 'changeMember'>['body']>
export type OpenInvitation = Answer<'members', 'getMemberInvitation'>

export const membersQuery = () =>
  queryOptions({
    queryKey: organizationKey('members'),
    queryFn: ({ signal }): Promise<Answer<'members', 'listMembers'>> =>
      call('members', 'listMembers', { signal }),
  })

/** M1: only these can act. */
export const enabledOwnersOf = (members: readonly Member[]): Member[] =>
  members.filter(({ role, is_disabled }) => role === 'owner' && !is_disabled)

export const refreshMembers = (client: QueryClient): Promise<void> => client.invalidateQueries(membersQuery())

export const inviteMember = (body: NewInvitation): Promise<MemberInvitation> =>
  once(['inviteMember', body], (headers) => call('members', 'inviteMember', { headers, body }))

export const changeMember = (userId: string, body: RoleChange, replaces_links = false): Promise<Member> =>
  call('members', 'changeMember', { params: { userId }, query: replacing(replaces_links), body })

export const removeMember = (userId: string, replaces_links: boolean): Promise<undefined> =>
  call('members', 'removeMember', { params: { userId }, query: replacing(replaces_links) })

export const leaveOrganization = (replaces_links: boolean): Promise<undefined> =>
  call('members', 'leaveOrganization', { query: replacing(replaces_links) })

/** D63: the personal links that somebody could read stop working. */
const replacing = (replaces_links: boolean) => (replaces_links ? { replace_links: 'true' as const } : {})

export const endOrganization = (name: string): Promise<undefined> =>
  call('organizations', 'endOrganization', { body: { name } })

export const changeInvitation = (id: string, body: RoleChange): Promise<MemberInvitation> =>
  call('members', 'changeMemberInvitation', { params: { id }, body })

export const sendAgain = (id: string): Promise<MemberInvitation> =>
  once(['resendMemberInvitation', id], (headers) =>
    call('members', 'resendMemberInvitation', { params: { id }, headers }),
  )

export const withdrawInvitation = (id: string): Promise<undefined> =>
  call('members', 'withdrawMemberInvitation', { params: { id } })

export const invitationQuery = (token: string) =>
  queryOptions({
    queryKey: ['member-invitation', token],
    queryFn: ({ signal }): Promise<OpenInvitation> =>
      call('members', 'getMemberInvitation', { params: { token }, signal }),
    retry: false,
  })
