import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../paths.ts'
import { Menu } from '../../ui/controls/menu.tsx'
import { leavePage } from '../../ui/hooks/use-leave-guard.ts'
import { accountQuery } from './account-api.ts'
import { signOut } from './session-state.ts'
import { useText } from './texts.ts'

export default function AccountMenu({
  email,
  renderTrigger,
  startsOpen,
}: {
  email: string
  renderTrigger: (name: string) => ReactElement
  /** True if the button was pressed before the menu was loaded. */
  startsOpen: boolean
}) {
  const t = useText()
  const navigate = useNavigate()
  const { data: account, isPending } = useQuery(accountQuery())
  const goTo = (path: string) => () => leavePage(() => void navigate(path))
  return (
    <Menu
      trigger={renderTrigger(isPending ? '' : (account?.name ?? email))}
      startsOpen={startsOpen}
      head={
        // Two accounts may have one name: the address stands below it.
        <p className="px-3 py-2 text-meta text-ink-2">
          {account?.name && <b className="block text-ink">{account.name}</b>}
          {email}
        </p>
      }
      entries={[
        { label: t('account.title'), onSelect: goTo(paths.account) },
        'rule',
        { label: t('log_out'), onSelect: () => leavePage(() => void signOut()) },
      ]}
    />
  )
}
