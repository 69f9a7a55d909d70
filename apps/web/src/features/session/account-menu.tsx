import { useStore } from '@nanostores/react'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../paths.ts'
import { Menu } from '../../ui/controls/menu.tsx'
import { leavePage } from '../../ui/hooks/use-leave-guard.ts'
import { accountQuery } from './account-api.ts'
import { $session, signOut } from './session-state.ts'
import { useText } from './texts.ts'

export default function AccountMenu({
  trigger,
  startsOpen,
}: {
  trigger: ReactElement
  /** True if the button was pressed before the menu was loaded. */
  startsOpen: boolean
}) {
  const t = useText()
  const navigate = useNavigate()
  const goTo = (path: string) => () => leavePage(() => void navigate(path))
  return (
    <Menu
      trigger={trigger}
      startsOpen={startsOpen}
      head={<AccountName />}
      entries={[
        { label: t('account.title'), onSelect: goTo(paths.account) },
        'rule',
        { label: t('log_out'), onSelect: () => leavePage(() => void signOut()) },
      ]}
    />
  )
}

/** Two accounts may have one name: the address stands below it. */
function AccountName() {
  const { data } = useQuery(accountQuery())
  const session = useStore($session)
  const email = 'user' in session ? session.user.email : undefined
  return (
    <p className="px-3 py-2 text-meta text-ink-2">
      {data?.name && <b className="block text-ink">{data.name}</b>}
      {email}
    </p>
  )
}
