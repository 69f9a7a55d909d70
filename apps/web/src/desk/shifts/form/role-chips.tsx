import type { Event, Role } from '@muster/contract/events'
import { LIMITS } from '@muster/contract/rules/text'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, type Ref, useContext, useId, useState } from 'react'
import { errorText } from '../../../api/api-error.ts'
import { refreshOrganization } from '../../../api/organization-key.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { AddChip, Chip } from '../../../ui/controls/chip.tsx'
import { Combobox } from '../../../ui/controls/combobox.tsx'
import { labelClass } from '../../../ui/controls/field.tsx'
import { ReadOnly } from '../../../ui/controls/read-only.ts'
import { TextField } from '../../../ui/controls/text-field.tsx'
import { ErrorText } from '../../../ui/feedback/error-text.tsx'
import { announce } from '../../../ui/feedback/live-region.tsx'
import { createRole } from '../../events/api.ts'
import { useText } from './texts.ts'

/** With more roles the chips of those that are not chosen give way to a list with a search. */
const MOST_CHIPS = 12

export function RoleChips({
  ref,
  event,
  legend,
  chosen,
  error,
  onToggle,
}: {
  /** The first chip. */
  ref?: Ref<HTMLButtonElement>
  event: Event
  legend: string
  chosen: readonly string[]
  error?: string | undefined
  onToggle: (role_id: string) => void
}) {
  const t = useText()
  const id = useId()
  const { roles } = event
  const isLong = roles.length > MOST_CHIPS
  const shown = isLong ? roles.filter((role) => chosen.includes(role.id)) : roles
  return (
    <fieldset aria-describedby={error ? id : undefined}>
      <legend className={labelClass}>{legend}</legend>
      <div className="chips">
        {shown.map((role, at) => (
          <Chip
            key={role.id}
            ref={at === 0 ? ref : undefined}
            isOn={chosen.includes(role.id)}
            onClick={() => onToggle(role.id)}
          >
            {role.name}
          </Chip>
        ))}
        {isLong && (
          <Combobox
            label={t('find_role')}
            hideLabel
            items={roles}
            value={null}
            onChange={(role) => chosen.includes(role.id) || onToggle(role.id)}
            keyOf={(role) => role.id}
            textOf={(role) => role.name}
          />
        )}
        <NewRole event={event} onAdded={({ id: role_id }) => onToggle(role_id)} />
      </div>
      <ErrorText id={id} text={error} />
    </fieldset>
  )
}

/** Adds a role in place: a chip that becomes a field. */
function NewRole({ event, onAdded }: { event: Event; onAdded: (role: Role) => void }) {
  const t = useText()
  const client = useQueryClient()
  const isReadOnly = useContext(ReadOnly)
  const [name, setName] = useState<string>()
  const creation = useMutation({
    mutationFn: (given: string) => createRole(event.id, { name: given }),
    onSuccess: async (role) => {
      await refreshOrganization(client)
      setName(undefined)
      onAdded(role)
      announce(t('role_added', { name: role.name }))
    },
  })
  if (name === undefined) {
    return (
      <AddChip icon="plus" aria-disabled={isReadOnly} onClick={() => isReadOnly || setName('')}>
        {t('new_role')}
      </AddChip>
    )
  }
  const save = () => {
    if (name.trim() !== '' && !creation.isPending) creation.mutate(name)
  }
  const onKeyDown = (event_: KeyboardEvent) => {
    if (event_.key === 'Enter') {
      // It is part of another form.
      event_.preventDefault()
      event_.stopPropagation()
      save()
    } else if (event_.key === 'Escape') {
      event_.stopPropagation()
      setName(undefined)
    }
  }
  return (
    <div className="flex w-full flex-wrap items-end gap-2">
      <TextField
        className="min-w-0 flex-1"
        label={t('role_name')}
        value={name}
        maxLength={LIMITS.name}
        ref={focus}
        error={creation.error ? errorText(creation.error, t('role_failed')) : undefined}
        onChange={({ target }) => setName(target.value)}
        onKeyDown={onKeyDown}
      />
      <Button kind="line" busy={creation.isPending && t('saving')} onClick={save}>
        {t('add_role')}
      </Button>
      <Button kind="quiet" onClick={() => setName(undefined)}>
        {t('cancel')}
      </Button>
    </div>
  )
}

/** Stable, so that it focuses once. */
const focus = (field: HTMLElement | null) => field?.focus()
