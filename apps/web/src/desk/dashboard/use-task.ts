import type { TimeWindow } from '@muster/contract/rules/time-conflict'
import type { Shift } from '@muster/contract/shifts'
import { useReducer } from 'react'
import type { StaffingDraft } from '../assignments/staffing-draft.ts'
import type { ShiftEdit } from '../shifts/edit-shift.tsx'

/** At most one of a new shift, an edit and a staffing draft. */
type State = {
  event_id: string
  /** `role_id`: of the group whose button was pressed; `times`: those of the timeline. `source`: the shift that the new one is a copy of. */
  adding:
    | { role_id?: string | undefined; times?: TimeWindow | undefined; source?: Shift; way?: 'one' | 'many' }
    | undefined
  edited: Shift | undefined
  edit: ShiftEdit | undefined
  staffing: StaffingDraft | undefined
}

type Action =
  | { type: 'add'; role_id: string | undefined; times?: TimeWindow; way?: 'one' | 'many' }
  | { type: 'end' }
  | { type: 'edit' | 'copy'; shift: Shift }
  | { type: 'type'; edit: ShiftEdit }
  | { type: 'staff'; draft: StaffingDraft }
  | { type: 'staffed' | 'removed'; shift_id: string }
  | { type: 'change_event'; event_id: string }

export type Task = ReturnType<typeof useTask>

export function useTask(event_id: string) {
  const [state, dispatch] = useReducer(reduce, event_id, idle)
  // Another event is shown when this one was removed elsewhere.
  if (state.event_id !== event_id) dispatch({ type: 'change_event', event_id })
  return { ...state, dispatch }
}

function reduce(state: State, action: Action): State {
  const others = idle(state.event_id)
  switch (action.type) {
    case 'add':
      return { ...others, adding: { role_id: action.role_id, times: action.times, way: action.way ?? 'one' } }
    case 'copy':
      return { ...others, adding: { source: action.shift } }
    case 'edit':
      return { ...others, edited: action.shift }
    case 'type':
      return { ...state, edit: action.edit }
    case 'staff':
      return { ...others, staffing: action.draft }
    case 'staffed':
      return state.staffing?.shift_id === action.shift_id ? { ...state, staffing: undefined } : state
    case 'removed':
      return without(state, action.shift_id)
    case 'change_event':
      return idle(action.event_id)
    default:
      return idle(state.event_id)
  }
}

/** Ends only the tasks of this shift. */
function without(state: State, shift_id: string): State {
  const { edited, staffing } = state
  return {
    ...state,
    ...(edited?.id === shift_id && { edited: undefined, edit: undefined }),
    staffing: staffing?.shift_id === shift_id ? undefined : staffing,
  }
}

function idle(event_id: string): State {
  return {
    event_id,
    adding: undefined,
    edited: undefined,
    edit: undefined,
    staffing: undefined,
  }
}
