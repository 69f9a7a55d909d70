import type { Event, Role } from '@muster/contract/events'
import { type HTMLAttributes, useId, useState } from 'react'
import { newestOf } from '../../api/newest-of.ts'
import { IconButton } from '../../ui/controls/button.tsx'
import { announce } from '../../ui/feedback/live-region.tsx'
import { useFocusNext } from '../../ui/hooks/use-focus-next.ts'
import DiscardQuestion from '../../ui/overlays/discard-question.tsx'
import { Icon } from '../../ui/page/icon.tsx'
import { DeleteRoleDialog } from './delete-role-dialog.tsx'
import { useEditorText } from './editor-texts.ts'
import { EditRole, NewRole } from './role-form.tsx'
import { moveUpId, useRoleOrder } from './use-role-order.ts'

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
  const order = useRoleOrder(event)
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
          {order.roles.map((role, place) => (
            <RoleRow
              key={role.id}
              role={role}
              order={order}
              isFirst={place === 0}
              isEdited={role.id === editing?.id}
              onEdit={() => (isUnsaved ? setNext(role) : setEditing(role))}
              onDelete={() => setDeleting(role)}
            />
          ))}
        </ul>
      )}
      {order.hasOrder && <p className="px-3 pt-2 text-hint text-ink-3">{t('roles.order_hint')}</p>}
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
  order,
  isFirst,
  isEdited,
  onEdit,
  onDelete,
}: {
  role: Role
  order: ReturnType<typeof useRoleOrder>
  isFirst: boolean
  isEdited: boolean
  onEdit: () => void
  onDelete: () => void
}) {
  const t = useEditorText()
  const onKeyDown = order.onKeyDown(role)
  return (
    <li
      className={`not-first:line-above-4 flex min-h-14 flex-wrap items-center tablet:flex-nowrap py-1.5 pr-1 ${order.hasOrder ? '' : 'pl-3'} ${isEdited || order.isDragged(role) ? 'rounded-small bg-primary-soft' : ''}`}
    >
      {order.hasOrder && <Grip handlers={order.gripOf(role)} />}
      <div className="min-w-0 flex-1 max-tablet:basis-3/4">
        <b className="block leading-snug wrap-anywhere">{role.name}</b>
        <p className="text-hint text-ink-3">{role.description ?? t('roles.no_description')}</p>
      </div>
      <div className="ml-auto flex flex-none">
        {order.hasOrder && (
          <IconButton
            id={moveUpId(role)}
            label={t('roles.move_up', { name: role.name })}
            aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
            className="off:opacity-40"
            aria-disabled={isFirst}
            onKeyDown={onKeyDown}
            onClick={() => order.moveUp(role)}
          >
            <Icon name="up" size="small" />
          </IconButton>
        )}
        <IconButton
          id={editButtonId(role)}
          label={t('roles.edit_named', { name: role.name })}
          aria-pressed={isEdited}
          onKeyDown={onKeyDown}
          onClick={onEdit}
        >
          <Icon name="pencil" size="small" />
        </IconButton>
        <IconButton
          label={t('roles.delete_named', { name: role.name })}
          onKeyDown={onKeyDown}
          onClick={onDelete}
        >
          <Icon name="cross" size="small" />
        </IconButton>
      </div>
    </li>
  )
}

/** For pointers; keys and screen readers have the button. */
function Grip({ handlers }: { handlers: HTMLAttributes<HTMLElement> }) {
  return (
    <span
      aria-hidden="true"
      className="grid min-h-11 w-9 flex-none cursor-grab touch-none place-items-center text-ink-3 active:cursor-grabbing"
      {...handlers}
    >
      <svg viewBox="0 0 10 16" width="10" height="16" fill="currentColor" aria-hidden="true">
        {[2, 8, 14].map((y) => (
          <path
            key={y}
            d={`M.5 ${y}a1.5 1.5 0 1 1 3 0a1.5 1.5 0 1 1-3 0M6.5 ${y}a1.5 1.5 0 1 1 3 0a1.5 1.5 0 1 1-3 0`}
          />
        ))}
      </svg>
    </span>
  )
}

function editButtonId({ id }: Role): string {
  return `edit-role-${id}`
}
