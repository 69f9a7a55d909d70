import type { Person } from '@muster/contract/people'
import { fullName } from '../../format/names.ts'
import { IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Menu } from '../../ui/menu.tsx'
import type { PeopleListProps } from './people-list.tsx'
import { useText } from './texts.ts'

/** What can be done with a person, behind one button at the end of their row. */
export function PersonMenu({
  person,
  onEdit,
  onWrite,
  onDelete,
}: Pick<PeopleListProps, 'onEdit' | 'onWrite' | 'onDelete'> & { person: Person }) {
  const t = useText()
  return (
    <Menu
      trigger={
        <IconButton id={personMenuId(person)} label={t('actions_for', { name: fullName(person) })}>
          <Icon name="more" />
        </IconButton>
      }
      entries={[
        { label: t('edit'), onSelect: () => onEdit(person) },
        { label: t('send_message'), onSelect: () => onWrite(person) },
        { label: t('delete'), danger: true, onSelect: () => onDelete(person) },
      ]}
    />
  )
}

/** Where the focus goes back to when a sheet or a dialog about the person closes. */
export function personMenuId({ id }: { id: string }): string {
  return `actions-for-${id}`
}
