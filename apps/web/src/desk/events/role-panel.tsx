import type { Event, Role } from '@muster/contract/events'
import { useId, useState } from 'react'
import { newestOf } from '../../api/newest-of.ts'
import { IconButton } from '../../ui/controls/button.tsx'
import { announce } from '../../ui/feedback/live-region.tsx'
import { useFocusNext } from '../../ui/hooks/use-focus-next.ts'
import DiscardQuestion from '../../ui/overlays/discard-question.tsx'
import { Icon } from '../../ui/page/icon.tsx'
import { DeleteRoleDialog } from './delete-role-dialog.tsx'
import { useEditorText } from './editor-texts.ts'
import { EditRole, NewRole } from './role-form.tsx'

export function RolePanel({
  event,
  startHere,
  isUnsaved,
  onUnsaved,
}: {
  event: Event
  startHere: boolean
  isUnsaved: boolean
  onUnsaved: (isUnsaved: boolean) => void
}) {
  const t = useEditorText()
  const id = useId()
  const focusNext = useFocusNext()
  const [editing, setEditing] = useState<Role>()
  const [deleting, setDeleting] = useState<Role>()
  const [next, setNext] = useState<Role>()
  // A role removed elsewhere stays open, so that what was typed is not lost.
  const edited = editing && newestOf(event.roles, editing)
  const toDelete = deleting && newestOf(event.roles, deleting)

  const leaveEdit = (role: Role) => {
    setEditing(undefined)
    const isListed = event.roles.some((listed) => listed.id === role.id)
    focusNext(isListed ? editButtonId(role) : id)
  }

  return (
    <section className="rounded-control bg-sunken px-3 pt-4 pb-5" aria-labelledby={id}>
      <h3 id={id} className="mb-2 px-3" tabIndex={-1}>
        {t('roles.title')}
      </h3>
      {event.roles.length === 0 && <p className="px-3 text-meta text-ink-2">{t('roles.none')}</p>}
      {event.roles.length > 0 && (
        <ul className="rounded-control bg-surface py-1">
          {event.roles.map((role) => (
            <RoleRow
              key={role.id}
              role={role}
              isEdited={role.id === editing?.id}
              onEdit={() => (isUnsaved ? setNext(role) : setEditing(role))}
              onDelete={() => setDeleting(role)}
            />
          ))}
        </ul>
      )}
      <div className="px-3 pt-4">
        {edited ? (
          <EditRole key={edited.id} role={edited} onUnsaved={onUnsaved} onDone={() => leaveEdit(edited)} />
        ) : (
          <NewRole event_id={event.id} startHere={startHere} onUnsaved={onUnsaved} />
        )}
      </div>
      {toDelete && (
        <DeleteRoleDialog
          role={toDelete}
          onClose={() => setDeleting(undefined)}
          onDeleted={() => {
            announce(t('roles.deleted', { name: toDelete.name }))
            setDeleting(undefined)
            if (toDelete.id === editing?.id) setEditing(undefined)
            focusNext(id)
          }}
        />
      )}
      {next && (
        <DiscardQuestion
          onClose={() => setNext(undefined)}
          onDiscard={() => {
            setEditing(next)
            setNext(undefined)
          }}
        />
      )}
    </section>
  )
}

function RoleRow({
  role,
  isEdited,
  onEdit,
  onDelete,
}: {
  role: Role
  isEdited: boolean
  onEdit: () => void
  onDelete: () => void
}) {
  const t = useEditorText()
  return (
    <li
      className={`not-first:line-above-4 flex min-h-14 items-center py-1.5 pr-1 pl-3 ${isEdited ? 'rounded-small bg-primary-soft' : ''}`}
    >
      <div className="min-w-0 flex-1">
        <b className="block leading-snug wrap-anywhere">{role.name}</b>
        <p className="text-hint text-ink-3">{role.description ?? t('roles.no_description')}</p>
      </div>
      <IconButton
        id={editButtonId(role)}
        label={t('roles.edit_named', { name: role.name })}
        aria-pressed={isEdited}
        onClick={onEdit}
      >
        <Icon name="pencil" size="small" />
      </IconButton>
      <IconButton label={t('roles.delete_named', { name: role.name })} onClick={onDelete}>
        <Icon name="cross" size="small" />
      </IconButton>
    </li>
  )
}

function editButtonId({ id }: Role): string {
  return `edit-role-${id}`
}
