import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'

export type RememberedPerson = {
  first_name: string
  last_name: string
  email: string
  countryCode: string
  phone: string
}

/** `assignments`: ids of the volunteer's own, by event. */
type Remembered = { person: RememberedPerson; assignments: Readonly<Record<string, readonly string[]>> }

const KEPT_AS = 'volunteer'
const NONE: readonly string[] = []

const $remembered = atom<Remembered | undefined>(readRemembered())

/** D45: only after the visitor ticked it, on this device. */
export function useRememberedPerson(): RememberedPerson | undefined {
  return useStore($remembered)?.person
}

export function rememberedPerson(): RememberedPerson | undefined {
  return $remembered.get()?.person
}

export function useOwnAssignments(event_id: string): readonly string[] {
  return useStore($remembered)?.assignments[event_id] ?? NONE
}

export function rememberVolunteer(
  person: RememberedPerson,
  { event_id, assignment_ids }: { event_id: string; assignment_ids: readonly string[] },
): void {
  const before = $remembered.get()
  // Of another person they would mark shifts that are not the visitor's.
  const known = before?.person.email === person.email ? before.assignments : {}
  const ids = [...new Set([...(known[event_id] ?? []), ...assignment_ids])]
  keep({ person, assignments: { ...known, [event_id]: ids } })
}

export function forgetVolunteer(): void {
  keep(undefined)
}

function keep(remembered: Remembered | undefined): void {
  $remembered.set(remembered)
  try {
    if (remembered) localStorage.setItem(KEPT_AS, JSON.stringify(remembered))
    else localStorage.removeItem(KEPT_AS)
  } catch {
    // Storage may be blocked: then nothing outlives the page.
  }
}

function readRemembered(): Remembered | undefined {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEPT_AS) ?? 'null')
    return isRemembered(kept) ? kept : undefined
  } catch {
    // The server has no storage; a browser's may be blocked, or hold invalid JSON.
    return undefined
  }
}

function isRemembered(kept: unknown): kept is Remembered {
  if (typeof kept !== 'object' || kept === null || !('person' in kept) || !('assignments' in kept))
    return false
  const { person, assignments } = kept
  return (
    typeof person === 'object' &&
    person !== null &&
    Object.values(person).every((value) => typeof value === 'string') &&
    typeof assignments === 'object' &&
    assignments !== null &&
    Object.values(assignments).every(Array.isArray)
  )
}
