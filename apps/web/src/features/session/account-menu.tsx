import type { ReactElement } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../paths.ts'
import { Menu } from '../../ui/controls/menu.tsx'
import { leavePage } from '../../ui/hooks/use-leave-guard.ts'
import { signOut } from './session-state.ts'
import { useText } from './texts.ts'

export default function AccountMenu({
  trigger,
  startsOpen,
}: {
  trigger: ReactElement
  /** The button was pressed before the menu was loaded. */
  startsOpen: boolean
}) {
  const t = useText()
  const navigate = useNavigate()
  const goTo = (path: string) => () => leavePage(() => void navigate(path))
  return (
    <Menu
      trigger={trigger}
      startsOpen={startsOpen}
      entries={[
        { label: t('account.title'), onSelect: goTo(paths.account) },
        'rule',
        { label: t('log_out'), onSelect: () => leavePage(() => void signOut()) },
      ]}
    />
  )
}
