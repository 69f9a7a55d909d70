import type { Member } from '@muster/contract/members'
import { isLastOwner, mayReadLinks } from '@muster/contract/rules/member-role'
import { useStore } from '@nanostores/react'
import { useNavigate } from 'react-router'
import { useDateFormat } from '../../format/dates.ts'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/feedback/badge.tsx'
import { useOrganization } from '../organizations/use-organization.ts'
import { $session } from '../session/session-state.ts'
import { changeMember, enabledOwnersOf, removeMember } from './api.ts'
import type { Question } from './confirm-dialog.tsx'
import { actionsId, type Row } from './member-row.tsx'
import { useText } from './texts.ts'

export function useMemberRows(members: readonly Member[], onAsk: (question: Question) => void): Row[] {
  const t = useText()
  const navigate = useNavigate()
  const session = useStore($session)
  const organization = useOrganization()
  const format = useDateFormat(organization?.time_zone ?? 'UTC')
  const organizationName = organization?.name ?? ''
  const removeLabel = t('remove', { organization: organizationName })
  const owners = members.filter(({ role }) => role === 'owner')
  const enabled_owners = enabledOwnersOf(members)

  const askToRemove = ({ user_id, role }: Member, name: string) =>
    onAsk({
      title: t('remove_question', { name }),
      text: [
        t('remove_text', { name, organization: organizationName }),
        ...(role === 'owner' ? [t('keys_end', { name })] : []),
      ].join(' '),
      confirm: removeLabel,
      done: t('removed', { name }),
      run: (replaces_links) => removeMember(user_id, replaces_links),
      offersLinks: mayReadLinks(role),
      opener: actionsId({ key: user_id }),
    })

  return members.map((member) => {
    const { user_id, name: own_name, email, role, leads, created_at, is_disabled } = member
    const name = own_name ?? email
    const isYou = session.status === 'signed-in' && session.user.id === user_id
    const isLast = [owners, enabled_owners].some((each) => isLastOwner(idsOf(each), user_id))
    return {
      key: user_id,
      name,
      ...(own_name !== null && { note: email }),
      role,
      leads,
      isMember: true,
      isYou,
      ...(isLast && { lastOwner: t(owners.length > 1 ? 'list.last_enabled_owner' : 'list.last_owner') }),
      state: (
        <Badge tone={is_disabled ? 'miss' : 'ok'}>{t(is_disabled ? 'state.disabled' : 'state.active')}</Badge>
      ),
      seen: t('list.since', { date: format.shortDate(created_at) }),
      change: (body, replaces_links) => changeMember(user_id, body, replaces_links),
      entries: [
        { label: t('see_log', { name }), onSelect: () => void navigate(paths.logOf(user_id)) },
        ...(isYou || isLast
          ? []
          : [
              'rule' as const,
              { label: removeLabel, danger: true, onSelect: () => askToRemove(member, name) },
            ]),
      ],
    }
  })
}

const idsOf = (members: readonly Member[]) => members.map(({ user_id }) => user_id)
