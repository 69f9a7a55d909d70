import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import { useMemo } from 'react'
import { publicPaths } from '../../public-paths.ts'
import { deviceStorage, readJson } from '../../storage.ts'
import { $ownPages, changeOwnPages, type OwnPage } from './own-pages.ts'

export type RememberedPerson = {
  first_name: string
  last_name: string
  email: string
  countryCode: string
  phone: string
}

/** `assignments` has the ids of the volunteer's assignments by event. */
type Remembered = { person: RememberedPerson; assignments: Readonly<Record<string, readonly string[]>> }

const KEPT_AS = 'volunteer'
const NONE: readonly string[] = []

export const $remembered = atom<Remembered | undefined>(readRemembered())
if (typeof window !== 'undefined') {
  addEventListener('storage', ({ key }) => {
    if (key === KEPT_AS || key === null) $remembered.set(readRemembered())
  })
}

/** D45: returns the person only if the visitor chose to be remembered on this device. */
export function useRememberedPerson(): RememberedPerson | undefined {
  return useStore($remembered)?.person
}

export function rememberedPerson(): RememberedPerson | undefined {
  return $remembered.get()?.person
}

export function useOwnAssignments(event_id: string): readonly string[] {
  const remembered = useRememberedAssignments(event_id)
  const pages = useStore($ownPages)
  return useMemo(
    () => [...remembered, ...pages.flatMap(({ shown, assignments }) => (shown ? assignments : NONE))],
    [remembered, pages],
  )
}

export function useRememberedAssignments(event_id: string): readonly string[] {
  return useStore($remembered)?.assignments[event_id] ?? NONE
}

/**
 * Returns the link to the remembered person's page, else to the only page kept on this device, which several people may
 * use. `ids` limits it to a page that shows one of these assignments.
 */
export function useOwnPageLink(event_id: string, ids?: readonly string[]): string | undefined {
  const remembered = useRememberedAssignments(event_id)
  const pages = useStore($ownPages).filter(
    (page) =>
      page.event_id === event_id &&
      page.shown &&
      (!ids || hasAny(page, ids)) &&
      (remembered.length === 0 || hasAny(page, remembered)),
  )
  const token = pages.length === 1 ? pages[0]?.tokens[0] : undefined
  return token && publicPaths.confirmation(token)
}

export function hasAny({ assignments }: OwnPage, ids: readonly string[]): boolean {
  return assignments.some((id) => ids.includes(id))
}

export function rememberVolunteer(
  person: RememberedPerson,
  { event_id, assignment_ids }: { event_id: string; assignment_ids: readonly string[] },
): void {
  const before = $remembered.get()
  // Another person's assignments would mark shifts that are not the visitor's.
  const known = before?.person.email === person.email ? before.assignments : {}
  if (before && before.person.email !== person.email) changeOwnPages(() => [])
  const ids = [...new Set([...(known[event_id] ?? []), ...assignment_ids])]
  keepRemembered({ person, assignments: { ...known, [event_id]: ids } })
}

export function forgetVolunteer(): void {
  keepRemembered(undefined)
  changeOwnPages(() => [])
}

export function keepRemembered(remembered: Remembered | undefined): void {
  $remembered.set(remembered)
  if (remembered) deviceStorage.setItem(KEPT_AS, JSON.stringify(remembered))
  else deviceStorage.removeItem(KEPT_AS)
}

function readRemembered(): Remembered | undefined {
  const kept = readJson(deviceStorage, KEPT_AS)
  return isRemembered(kept) ? kept : undefined
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
