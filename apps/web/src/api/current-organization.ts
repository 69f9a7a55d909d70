import { atom } from 'nanostores'

const storageKey = 'current_org_id'

export const $organization = atom<string | null>(null)

export function currentOrganization(): string | null {
  return $organization.get()
}

/** Reads the shared choice only in a new tab: a tab must not write into what another tab has chosen since (D35). */
export function restoreOrganization(): void {
  const own = sessionStorage.getItem(storageKey)
  const seed = own ?? localStorage.getItem(storageKey)
  if (own === null && seed !== null) sessionStorage.setItem(storageKey, seed)
  $organization.set(seed)
}

/** Sets the organisation for this tab only, because this tab's address names it (D35, D38). */
export function adoptOrganization(id: string): void {
  sessionStorage.setItem(storageKey, id)
  $organization.set(id)
}

export function chooseOrganization(id: string | null): void {
  for (const storage of [sessionStorage, localStorage]) {
    if (id === null) storage.removeItem(storageKey)
    else storage.setItem(storageKey, id)
  }
  $organization.set(id)
}
