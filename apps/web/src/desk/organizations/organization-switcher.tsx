import { useStore } from '@nanostores/react'
import { useQuery } from '@tanstack/react-query'
import { cva } from 'class-variance-authority'
import { type ComponentProps, Suspense, useState } from 'react'
import { $organization } from '../../api/current-organization.ts'
import { Icon } from '../../ui/page/icon.tsx'
import { lazyPart } from '../../ui/page/lazy-part.tsx'
import { organizationsQuery } from './api.ts'
import { useText } from './texts.ts'

/** Loaded later: the menu library is a sixth of the scripts. */
const OrganizationMenu = lazyPart(() => import('./organization-menu.tsx'))

const switcherClass = cva('inline-flex min-w-0 items-center gap-1.5 text-ink-2 hover:text-ink', {
  variants: {
    place: { bar: 'min-h-11 text-compact', drawer: 'min-h-13 w-full justify-between' },
  },
})

export function OrganizationSwitcher({
  place = 'bar',
  onChoose,
}: {
  place?: 'bar' | 'drawer'
  onChoose?: () => void
}) {
  const t = useText()
  const current = useStore($organization)
  const [isAsked, setIsAsked] = useState(false)
  const { data } = useQuery(organizationsQuery)
  if (!data) return null

  const name = data.organizations.find(({ id }) => id === current)?.name ?? t('organization')
  const look = { className: switcherClass({ place }), 'aria-label': t('switch_to', { name }) }
  return (
    <Suspense
      fallback={
        <SwitcherButton {...look} aria-haspopup="menu" onClick={() => setIsAsked(true)} name={name} />
      }
    >
      <OrganizationMenu
        organizations={data.organizations}
        mayCreate={data.may_create_organizations}
        startsOpen={isAsked}
        trigger={<SwitcherButton {...look} name={name} />}
        {...(onChoose && { onChoose })}
      />
    </Suspense>
  )
}

function SwitcherButton({ name, ...button }: Omit<ComponentProps<'button'>, 'type'> & { name: string }) {
  return (
    <button {...button} type="button">
      <span className="truncate">{name}</span>
      <Icon name="up-down" size="small" className="text-ink-3" />
    </button>
  )
}
