import { LIMITS } from '@muster/contract/rules/text'
import { type KeyboardEvent, useContext, useState } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { AddChip } from '../../ui/controls/chip.tsx'
import { ReadOnly } from '../../ui/controls/read-only.ts'
import { TextField } from '../../ui/controls/text-field.tsx'
import { announce } from '../../ui/feedback/live-region.tsx'
import { useFocusNext } from '../../ui/hooks/use-focus-next.ts'
import { Icon } from '../../ui/page/icon.tsx'
import { useText } from './texts.ts'
import type { Plan } from './use-plan.ts'
import '../../styles/templates.css'

const ADD_ID = 'add-planned-role'
const leaveOutId = (key: string) => `leave-out-${key}`

/** The roles of a plan: a cross leaves one out, the last chip adds one. */
export function PlannedRoles({ plan: { roles, leaveOut, addRole } }: { plan: Plan }) {
  const t = useText()
  const isReadOnly = useContext(ReadOnly)
  const focusNext = useFocusNext()
  const [name, setName] = useState<string>()
  const close = () => {
    setName(undefined)
    focusNext(ADD_ID)
  }
  const add = () => {
    const typed = name?.trim()
    if (!typed) return
    addRole(typed)
    announce(t('role_added', { role: typed }))
    close()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      // It is part of the form of the event.
      event.preventDefault()
      add()
    } else if (event.key === 'Escape') close()
  }
  return (
    <>
      {roles.length === 0 && <p className="mb-3 text-ink-2">{t('no_roles')}</p>}
      <ul className="chips">
        {roles.map(({ key, name: role }, at) => (
          <li key={key} className="planned-role">
            {role}
            <button
              id={leaveOutId(key)}
              type="button"
              aria-label={t('leave_out', { role })}
              onClick={() => {
                if (isReadOnly) return
                leaveOut(key)
                announce(t('left_out', { role }))
                const next = roles[at + 1] ?? roles[at - 1]
                focusNext(next ? leaveOutId(next.key) : ADD_ID)
              }}
            >
              <Icon name="cross" size="small" />
            </button>
          </li>
        ))}
        {name === undefined && (
          <li>
            <AddChip id={ADD_ID} icon="plus" onClick={() => isReadOnly || setName('')}>
              {t('add_role')}
            </AddChip>
          </li>
        )}
      </ul>
      {name !== undefined && (
        <div className="mt-3 flex flex-wrap items-end gap-2">
          <TextField
            className="min-w-0 flex-1"
            label={t('role_name')}
            autoComplete="off"
            value={name}
            maxLength={LIMITS.name}
            ref={focus}
            onChange={({ target }) => setName(target.value)}
            onKeyDown={onKeyDown}
          />
          <Button kind="line" onClick={add}>
            {t('add')}
          </Button>
        </div>
      )}
    </>
  )
}

/** Stable, so that it focuses once. */
const focus = (field: HTMLElement | null) => field?.focus()
