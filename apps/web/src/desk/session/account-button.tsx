import { useStore } from '@nanostores/react'
import { type ComponentProps, Suspense, useState } from 'react'
import { Avatar } from '../../ui/page/avatar.tsx'
import { Icon } from '../../ui/page/icon.tsx'
import { lazyPart } from '../../ui/page/lazy-part.tsx'
import { textLinkClass } from '../../ui/page/text-link.ts'
import { $session } from './session-state.ts'
import { useText } from './texts.ts'

/** Loaded later, like the menu of the organisations. */
const AccountMenu = lazyPart(() => import('./account-menu.tsx'))

export function AccountButton() {
  const t = useText()
  const session = useStore($session)
  const [isAsked, setIsAsked] = useState(false)
  if (session.status !== 'signed-in') return null
  const { email } = session.user
  const label = t('account_menu', { email })
  return (
    // Without letters until the name is read, so that they do not change.
    <Suspense
      fallback={<Trigger name="" aria-label={label} aria-haspopup="menu" onClick={() => setIsAsked(true)} />}
    >
      <AccountMenu
        email={email}
        startsOpen={isAsked}
        renderTrigger={(name) => <Trigger name={name} aria-label={label} />}
      />
    </Suspense>
  )
}

function Trigger({ name, ...button }: Omit<ComponentProps<'button'>, 'type'> & { name: string }) {
  return (
    <button {...button} type="button" className={`${textLinkClass} gap-1.5 text-ink-2 hover:text-ink`}>
      <Avatar name={name} size="small" />
      <Icon name="down" size="small" className="text-ink-3" />
    </button>
  )
}
