import type { Event, Role } from '@muster/contract/events'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { refreshOrganization } from '../../api/organization-key.ts'
import { announce } from '../../ui/feedback/live-region.tsx'
import { useFocusNext } from '../../ui/hooks/use-focus-next.ts'
import { showFailure } from '../../ui/overlays/failure-dialog.tsx'
import { orderRoles } from './api.ts'
import { useEditorText } from './editor-texts.ts'

type Ids = readonly string[]

/** The roles in their order, which a drag of a grip, a button and Alt with an arrow change at once. */
export function useRoleOrder({ id: event_id, roles }: Event) {
  const t = useEditorText()
  const client = useQueryClient()
  const focusNext = useFocusNext()
  /** Until the server's is the same. */
  const [order, setOrder] = useState<Ids>()
  const dragged = useRef<{ id: string; before: Ids; next: Ids }>(undefined)
  const change = useMutation({
    // One after the other, so that the last one stays.
    scope: { id: `role-order-${event_id}` },
    mutationFn: (role_ids: Ids) => orderRoles(event_id, role_ids),
    onError: (error) => showFailure(errorText(error, t('errors.order_roles'))),
    onSettled: async (_data, _error, sent) => {
      await refreshOrganization(client)
      setOrder((now) => (now === sent ? undefined : now))
    },
  })
  const shown = order ? sortBy(roles, order) : roles
  const shownIds = shown.map(({ id }) => id)

  const save = (next: Ids) => {
    setOrder(next)
    change.mutate(next)
  }
  const move = (role: Role, step: 1 | -1) => {
    const to = shownIds.indexOf(role.id) + step
    if (to < 0 || to >= shown.length) return
    save(moveTo(shownIds, role.id, to))
    announce(t('roles.moved', { name: role.name, place: to + 1, count: shown.length }))
    focusNext(moveUpId(role))
  }
  const cancel = () => {
    if (dragged.current) setOrder(undefined)
    dragged.current = undefined
  }
  return {
    roles: shown,
    isDragged: ({ id }: Role) => order !== undefined && dragged.current?.id === id,
    moveUp: (role: Role) => move(role, -1),
    onKeyDown: (role: Role) => (event: KeyboardEvent) => {
      const step = event.altKey ? ({ ArrowUp: -1, ArrowDown: 1 } as const)[event.key] : undefined
      if (!step) return
      event.preventDefault()
      move(role, step)
    },
    gripOf: ({ id }: Role) => ({
      onPointerDown: ({ button, currentTarget, pointerId }: PointerEvent<HTMLElement>) => {
        if (button !== 0) return
        currentTarget.setPointerCapture(pointerId)
        dragged.current = { id, before: shownIds, next: shownIds }
      },
      onPointerMove: ({ clientY, currentTarget }: PointerEvent<HTMLElement>) => {
        if (!dragged.current) return
        const rows = [...(currentTarget.closest('ul')?.children ?? [])]
        const above = rows.filter((row) => !row.contains(currentTarget) && middleOf(row) < clientY)
        dragged.current.next = moveTo(shownIds, id, above.length)
        setOrder(dragged.current.next)
      },
      onPointerUp: () => {
        if (!dragged.current) return
        const { before, next } = dragged.current
        if (next.join() === before.join()) return cancel()
        dragged.current = undefined
        save(next)
      },
      onPointerCancel: cancel,
    }),
    hasOrder: roles.length > 1,
  }
}

export const moveUpId = ({ id }: Role) => `move-up-${id}`

/** A role that is not in the order was just added, and comes last. */
function sortBy(roles: readonly Role[], order: Ids): Role[] {
  const placeOf = ({ id }: Role) => {
    const place = order.indexOf(id)
    return place === -1 ? order.length : place
  }
  return roles.toSorted((a, b) => placeOf(a) - placeOf(b))
}

function moveTo(ids: Ids, id: string, to: number): Ids {
  const others = ids.filter((each) => each !== id)
  return [...others.slice(0, to), id, ...others.slice(to)]
}

function middleOf(row: Element): number {
  const { top, height } = row.getBoundingClientRect()
  return top + height / 2
}
