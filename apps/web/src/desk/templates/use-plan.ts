import { useState } from 'react'
import type { EventDay, FittedShift } from './fit-template.ts'
import { NO_EDITS, type PlannedRole, planRoles } from './plan.ts'
import type { TemplateName } from './templates.ts'
import { useText } from './texts.ts'

export type Plan = {
  roles: PlannedRole[]
  days: readonly EventDay[]
  isEdited: boolean
  leaveOut: (role_key: string) => void
  addRole: (name: string) => void
  /** Null leaves it out. */
  changeShift: (key: string, shift: FittedShift | null) => void
  /** `at`: the number of the day. */
  addShift: (role_key: string, at: number, shift: FittedShift) => void
}

/** The roles and shifts that an event begins with: those of a template, as they were changed by hand. */
export function usePlan(template: TemplateName | undefined, days: readonly EventDay[]): Plan {
  const t = useText()
  const [edits, setEdits] = useState(NO_EDITS)
  const [made, setMade] = useState(0)
  const changeShift = (key: string, shift: FittedShift | null) =>
    setEdits((before) => ({ ...before, shifts: { ...before.shifts, [key]: shift } }))
  return {
    roles: planRoles({ template, days, edits, nameOf: (role) => t(`role.${role}`) }),
    days,
    isEdited: edits !== NO_EDITS,
    leaveOut: (key) => setEdits((before) => ({ ...before, left_out: [...before.left_out, key] })),
    addRole: (name) => {
      setEdits((before) => ({ ...before, roles: [...before.roles, { key: `+${made}`, name }] }))
      setMade(made + 1)
    },
    changeShift,
    addShift: (role_key, at, shift) => {
      changeShift(`${role_key}/${at}/+${made}`, shift)
      setMade(made + 1)
    },
  }
}
