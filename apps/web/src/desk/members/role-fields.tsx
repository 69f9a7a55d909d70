import { type MemberRole, memberRoles } from '@muster/contract/rules/member-role'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { errorText } from '../../api/api-error.ts'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { labelClass } from '../../ui/controls/field.tsx'
import { RetryButton } from '../../ui/controls/retry-button.tsx'
import { ErrorText } from '../../ui/feedback/error-text.tsx'
import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx'
import { eventsQuery } from '../events/api.ts'
import { listChoices } from '../events/order.ts'
import { useText } from './texts.ts'

export function RoleOptions() {
  const t = useText()
  return memberRoles.map((role) => (
    <option key={role} value={role}>
      {t(`role.${role}`)}
    </option>
  ))
}

export function RoleExplanations() {
  const t = useText()
  return (
    <dl className="grid gap-x-6 gap-y-4 tablet:grid-cols-2 wide:grid-cols-4">
      {memberRoles.map((role: MemberRole) => (
        <div key={role}>
          <dt className="text-meta font-semibold">{t(`role.${role}`)}</dt>
          <dd className="text-meta text-ink-2">{t(`about_role.${role}`)}</dd>
        </div>
      ))}
    </dl>
  )
}

type LedRolesProps = {
  chosen: readonly string[]
  error: string | undefined
  onChange: (role_ids: string[]) => void
}

export function LedRoles({ chosen, error, onChange }: LedRolesProps) {
  const t = useText()
  const id = useId()
  return (
    <fieldset aria-describedby={error ? id : undefined}>
      <legend className={labelClass}>{t('leads.title')}</legend>
      <RoleChecks chosen={chosen} onChange={onChange} />
      <ErrorText id={id} text={error} />
    </fieldset>
  )
}

function RoleChecks({ chosen, onChange }: Pick<LedRolesProps, 'chosen' | 'onChange'>) {
  const t = useText()
  const { data: events, error, refetch } = useQuery(eventsQuery())
  if (!events && error) {
    return (
      <div className="grid justify-items-start gap-3">
        <ErrorText role="alert" text={errorText(error, t('leads.failed'))} />
        <RetryButton onRetry={() => void refetch()} />
      </div>
    )
  }
  if (!events) {
    return (
      <Loading>
        <Skeleton className="h-11" />
      </Loading>
    )
  }
  const roles = listChoices(events).flatMap((event) =>
    event.roles.map((role) => ({ ...role, event_name: event.name })),
  )
  if (roles.length === 0) return <p className="text-ink-2">{t('leads.none')}</p>
  return (
    <div className="grid gap-x-6 tablet:grid-cols-2">
      {roles.map((role) => (
        <Checkbox
          key={role.id}
          className="py-1"
          label={`${role.name} · ${role.event_name}`}
          checked={chosen.includes(role.id)}
          onChange={({ target: { checked } }) =>
            onChange(checked ? [...chosen, role.id] : chosen.filter((each) => each !== role.id))
          }
        />
      ))}
    </div>
  )
}
