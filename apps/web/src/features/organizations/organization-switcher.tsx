import { useStore } from '@nanostores/react'
import { useQuery } from '@tanstack/react-query'
import { cva } from 'class-variance-authority'
import { useNavigate } from 'react-router'
import { $organization } from '../../api/current-organization.ts'
import { compareTexts } from '../../format/names.ts'
import { useLanguage } from '../../i18n/language.ts'
import { paths } from '../../paths.ts'
import { Menu, type MenuEntry } from '../../ui/controls/menu.tsx'
import { leavePage } from '../../ui/hooks/use-leave-guard.ts'
import { Icon } from '../../ui/page/icon.tsx'
import { organizationsQuery } from './api.ts'
import { useText } from './texts.ts'
import { useOrganizationSwitch } from './use-organization-switch.ts'

const switcherClass = cva('inline-flex min-w-0 items-center gap-1.5 text-ink-2 hover:text-ink', {
  variants: {
    place: { bar: 'min-h-11 max-w-62.5 text-compact', drawer: 'min-h-13 w-full justify-between' },
  },
})

/** The organisation of this tab, and behind it the others. `onChoose`: something was chosen, a drawer can close. */
export function OrganizationSwitcher({
  place = 'bar',
  onChoose,
}: {
  place?: 'bar' | 'drawer'
  onChoose?: () => void
}) {
  const t = useText()
  const navigate = useNavigate()
  const language = useLanguage()
  const current = useStore($organization)
  const switchTo = useOrganizationSwitch()
  const { data } = useQuery(organizationsQuery)
  if (!data) return null

  const compare = compareTexts(language)
  const organizations = data.organizations.toSorted((a, b) => compare(a.name, b.name))
  const name = organizations.find(({ id }) => id === current)?.name ?? t('organization')
  const choices: MenuEntry[] = organizations.map((organization) => ({
    label: organization.name,
    sign: organization.id === current && <Icon name="check" className="text-primary" />,
    onSelect: () => {
      onChoose?.()
      if (organization.id !== current) switchTo(organization.id)
    },
  }))
  const goTo = (path: string) => () => {
    onChoose?.()
    leavePage(() => void navigate(path))
  }
  const settings: MenuEntry = { label: t('settings.title'), onSelect: goTo(paths.organizationSettings) }
  const create: MenuEntry = { label: t('create'), onSelect: goTo(paths.newOrganization) }
  const account: MenuEntry = { label: t('account'), onSelect: goTo(paths.account) }

  return (
    <Menu
      trigger={
        <button type="button" className={switcherClass({ place })} aria-label={t('switch_to', { name })}>
          <span className="truncate">{name}</span>
          <Icon name="up-down" size="small" className="text-ink-3" />
        </button>
      }
      entries={
        choices.length > 0 ? [...choices, 'rule', settings, create, 'rule', account] : [create, account]
      }
    />
  )
}
