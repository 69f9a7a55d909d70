import { atom } from 'nanostores'

const storageKey = 'current_org_id'

/** The organisation of this tab. */
export const $organization = atom<string | null>(null)

export function currentOrganization(): string | null {
  return $organization.get()
}

/**
 * The stored organisation only seeds a new tab: a tab must never write into the organisation that another tab has chosen
 * since (D35).
 */
export function restoreOrganization(): void {
  const own = sessionStorage.getItem(storageKey)
  const seed = own ?? localStorage.getItem(storageKey)
  if (own === null && seed !== null) sessionStorage.setItem(storageKey, seed)
  $organization.set(seed)
}

/** D35, D38: of this tab only, because its address names it. */
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
