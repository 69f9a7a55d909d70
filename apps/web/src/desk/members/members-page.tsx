import { useQuery } from '@tanstack/react-query'
import { errorText } from '../../api/api-error.ts'
import { useMay } from '../../api/rights.ts'
import { RetryButton } from '../../ui/controls/retry-button.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'
import { SettingsPage } from '../../ui/page/settings-page.tsx'
import { useOrganization } from '../organizations/use-organization.ts'
import { enabledOwnersOf, membersQuery } from './api.ts'
import { InviteForm } from './invite-form.tsx'
import { MemberList } from './member-list.tsx'
import { OwnMembership } from './own-membership.tsx'
import { useText } from './texts.ts'

export default function MembersPage() {
  const t = useText()
  const mayManage = useMay('manage')
  const organization = useOrganization()
  const { data } = useQuery({ ...membersQuery(), enabled: mayManage })
  if (!organization) return null
  // The last owner stays: they are not offered to leave.
  const mayLeave = !mayManage || enabledOwnersOf(data?.members ?? []).length > 1
  return (
    <SettingsPage
      title={t('title')}
      intro={t(mayManage ? 'intro' : 'intro_own', { organization: organization.name })}
    >
      {mayManage && <InviteForm />}
      {mayManage && <Members />}
      {mayLeave && <OwnMembership organization={organization} />}
    </SettingsPage>
  )
}

function Members() {
  const t = useText()
  const { data, error, refetch } = useQuery(membersQuery())
  if (data) return <MemberList {...data} />
  if (error) {
    return (
      <ErrorPanel text={errorText(error, t('failed_to_fetch'))}>
        <RetryButton onRetry={() => void refetch()} />
      </ErrorPanel>
    )
  }
  return <SkeletonRows rows={4} />
}
