import { atom } from 'nanostores'

const storageKey = 'current_org_id'

export const $organization = atom<string | null>(null)

export function currentOrganization(): string | null {
  return $organization.get()
}

/** D35: storage only seeds a new tab: a tab must not write into the organisation that another has chosen since. */
export function restoreOrganization(): void {
  const own = sessionStorage.getItem(storageKey)
  const seed = own ?? localStorage.getItem(storageKey)
  if (own === null && seed !== null) sessionStorage.setItem(storageKey, seed)
  $organization.set(seed)
}

/** D35, D38: for this tab only, because its address names it. */
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
