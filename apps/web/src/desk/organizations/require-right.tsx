import type { Right } from '@muster/contract/rules/member-role'
import { Link, Outlet } from 'react-router'
import { useMay } from '../../api/rights.ts'
import { paths } from '../../paths.ts'
import { buttonClass } from '../../ui/controls/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { PageHead } from '../../ui/page/page-head.tsx'
import { useText } from './texts.ts'
import { useOrganization } from './use-organization.ts'

/** M1: replaces a page for which the member's role lacks the right. */
export function RequireRight({ right }: { right: Right }) {
  return useMay(right) ? <Outlet /> : <NoRight />
}

export function NoRight() {
  const t = useText()
  const organization = useOrganization()
  return (
    <div className="desktop:col-start-2 desktop:row-start-2">
      <PageHead title={t('no_right.title')} />
      <EmptyState text={t('no_right.text', { organization: organization?.name ?? '' })}>
        <Link className={buttonClass()} to={paths.shifts}>
          {t('no_right.to_shifts')}
        </Link>
      </EmptyState>
    </div>
  )
}
