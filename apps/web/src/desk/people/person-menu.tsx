import type { Person } from '@muster/contract/people'
import { useMay } from '../../api/rights.ts'
import { fullName } from '../../format/names.ts'
import { IconButton } from '../../ui/controls/button.tsx'
import { makeSharedMenu } from '../../ui/controls/menu.tsx'
import { Icon } from '../../ui/page/icon.tsx'
import { useText } from './texts.ts'

const menu = makeSharedMenu<Person>()

export type PersonMenusProps = {
  onEdit: (person: Person) => void
  onWrite: (person: Person) => void
  onExport: (person: Person) => void
  onDelete: (person: Person) => void
}

export function PersonMenus({ onEdit, onWrite, onExport, onDelete }: PersonMenusProps) {
  const t = useText()
  return (
    <menu.Popup
      entriesOf={(person) => [
        { label: t('edit'), onSelect: () => onEdit(person) },
        { label: t('send_message'), onSelect: () => onWrite(person) },
        { label: t('export'), onSelect: () => onExport(person) },
        { label: t('delete'), danger: true, onSelect: () => onDelete(person) },
      ]}
    />
  )
}

export function PersonMenuButton({ person }: { person: Person }) {
  const t = useText()
  if (!useMay('plan')) return null
  return (
    <menu.Trigger
      subject={person}
      trigger={
        <IconButton
          id={personMenuId(person)}
          label={t('actions_for', { name: fullName(person) })}
          className="print:hidden"
        >
          <Icon name="more" />
        </IconButton>
      }
    />
  )
}

export function personMenuId({ id }: { id: string }): string {
  return `actions-for-${id}`
}
