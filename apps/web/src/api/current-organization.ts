import { atom } from 'nanostores'
import { deviceStorage, tabStorage } from '../storage.ts'

const storageKey = 'current_org_id'

export const $organization = atom<string | null>(null)

export function currentOrganization(): string | null {
  return $organization.get()
}

/** Reads the shared choice only in a new tab: a tab must not write into what another tab has chosen since (D35). */
export function restoreOrganization(): void {
  const own = tabStorage.getItem(storageKey)
  const seed = own ?? deviceStorage.getItem(storageKey)
  if (own === null && seed !== null) tabStorage.setItem(storageKey, seed)
  $organization.set(seed)
}

/** Sets the organisation for this tab only, because this tab's address names it (D35, D38). */
export function adoptOrganization(id: string): void {
  tabStorage.setItem(storageKey, id)
  $organization.set(id)
}

export function chooseOrganization(id: string | null): void {
  for (const storage of [tabStorage, deviceStorage]) {
    if (id === null) storage.removeItem(storageKey)
    else storage.setItem(storageKey, id)
  }
  $organization.set(id)
}
