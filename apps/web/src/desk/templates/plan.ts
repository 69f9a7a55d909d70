import { slotInstant } from '@muster/contract/rules/shift-slots'
import { type EventDay, type FittedShift, fitTemplate } from './fit-template.ts'
import { type TemplateName, type TemplateRole, templates } from './templates.ts'

export type PlannedShift = FittedShift & { key: string; day: string }
export type PlannedRole = { key: string; name: string; shifts: PlannedShift[] }

/** What was changed by hand. Keys contain the template, so that its changes return with it. */
export type PlanEdits = {
  roles: readonly { key: string; name: string }[]
  /** Keys of roles. */
  left_out: readonly string[]
  /** By key. Null: left out. */
  shifts: Readonly<Record<string, FittedShift | null>>
}

export const NO_EDITS: PlanEdits = { roles: [], left_out: [], shifts: {} }

type Given = {
  template: TemplateName | undefined
  days: readonly EventDay[]
  edits: PlanEdits
  nameOf: (role: TemplateRole) => string
}

/** Lists the roles that an event begins with, each with its shifts by day and start. */
export function planRoles({ template, days, edits, nameOf }: Given): PlannedRole[] {
  const fitted = days.map((day) => (template ? fitTemplate(templates[template], day) : []))
  const ofTemplate = (fitted[0] ?? []).map(({ role }) => ({
    key: `${template}/${role}`,
    name: nameOf(role),
    role,
  }))
  return [...ofTemplate, ...edits.roles]
    .filter(({ key }) => !edits.left_out.includes(key))
    .map((planned) => ({
      key: planned.key,
      name: planned.name,
      shifts: days.flatMap((day, at) => {
        const given =
          'role' in planned ? (fitted[at]?.find(({ role }) => role === planned.role)?.shifts ?? []) : []
        return shiftsOf(`${planned.key}/${at}`, { given, day, edits })
          .toSorted((a, b) => a.from - b.from)
          .map((shift) => ({ ...shift, day: day.day }))
      }),
    }))
}

type OfDay = { given: readonly FittedShift[]; day: EventDay; edits: PlanEdits }

/** What was changed by hand is lost when the day no longer has that time. */
function shiftsOf(prefix: string, { given, day, edits: { shifts } }: OfDay) {
  const isIn = ({ from, to }: FittedShift) => day.from <= from && to <= day.to
  const ofTemplate = given.flatMap((shift, n) => {
    const key = `${prefix}/${n}`
    const edit = shifts[key]
    return edit === null ? [] : { ...(edit && isIn(edit) ? edit : shift), key }
  })
  const added = Object.entries(shifts).flatMap(([key, edit]) =>
    key.startsWith(`${prefix}/+`) && edit && isIn(edit) ? { ...edit, key } : [],
  )
  return [...ofTemplate, ...added]
}

/** The part of the call that makes the event. A shift in a skipped hour is left out (D25). */
export function bodyOfPlan(roles: readonly PlannedRole[], time_zone: string) {
  return roles.map(({ name, shifts }) => ({
    name,
    shifts: shifts
      .map(({ day, from, to, required_qty }) => ({
        start_dt: slotInstant(day, from, time_zone),
        end_dt: slotInstant(day, to, time_zone),
        required_qty,
      }))
      .filter(({ start_dt, end_dt }) => start_dt < end_dt),
  }))
}

export function countPlan(roles: readonly PlannedRole[]) {
  const shifts = roles.flatMap((role) => role.shifts)
  return {
    roles: roles.length,
    shifts: shifts.length,
    places: shifts.reduce((sum, { required_qty }) => sum + required_qty, 0),
  }
}
