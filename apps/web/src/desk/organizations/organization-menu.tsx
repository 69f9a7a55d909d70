import type { Organization } from '@muster/contract/organizations'
import { rightsOfRole } from '@muster/contract/rules/member-role'
import { useStore } from '@nanostores/react'
import type { ReactElement } from 'react'
import { useNavigate } from 'react-router'
import { $organization } from '../../api/current-organization.ts'
import { compareTexts } from '../../format/names.ts'
import { useLanguage } from '../../i18n/language.ts'
import { paths } from '../../paths.ts'
import { Menu, type MenuEntry } from '../../ui/controls/menu.tsx'
import { leavePage } from '../../ui/hooks/use-leave-guard.ts'
import { Icon } from '../../ui/page/icon.tsx'
import { useText } from './texts.ts'
import { useOrganizationSwitch } from './use-organization-switch.ts'

export default function OrganizationMenu({
  organizations,
  mayCreate,
  trigger,
  startsOpen,
  onChoose,
}: {
  organizations: readonly Organization[]
  mayCreate: boolean
  trigger: ReactElement
  /** True if the button was pressed before the menu was loaded. */
  startsOpen: boolean
  onChoose?: () => void
}) {
  const t = useText()
  const navigate = useNavigate()
  const current = useStore($organization)
  const switchTo = useOrganizationSwitch()
  const compare = compareTexts(useLanguage())

  const choices: MenuEntry[] = organizations
    .toSorted((a, b) => compare(a.name, b.name))
    .map(({ id, name }) => ({
      label: name,
      sign: id === current && <Icon name="check" className="text-primary" />,
      onSelect: () => {
        onChoose?.()
        if (id !== current) switchTo(id)
      },
    }))
  const goTo = (path: string) => () => {
    onChoose?.()
    leavePage(() => void navigate(path))
  }
  const role = organizations.find(({ id }) => id === current)?.role
  const isOwner = role !== undefined && rightsOfRole[role].includes('manage')
  const settings: MenuEntry = {
    label: t('settings.title'),
    onSelect: goTo(isOwner ? paths.organizationSettings : paths.members),
  }
  const create: MenuEntry[] = mayCreate ? [{ label: t('create'), onSelect: goTo(paths.newOrganization) }] : []

  return (
    <Menu
      trigger={trigger}
      startsOpen={startsOpen}
      entries={choices.length > 0 ? [...choices, 'rule', settings, ...create] : create}
    />
  )
}
