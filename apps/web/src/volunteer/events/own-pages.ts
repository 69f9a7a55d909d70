import type { Invitation } from '@muster/contract/personal-shift'
import { atom } from 'nanostores'
import { now } from '../../clock.ts'
import { deviceStorage, readJson } from '../../storage.ts'

/** The personal page of one person at one event (docs/decisions/0028). */
export type OwnPage = {
  event_id: string
  /** Ids of the assignments that the page shows. */
  assignments: readonly string[]
  /** Links that open it, the last opened first. */
  tokens: readonly string[]
  /** Time at which the page was read (ISO, UTC). */
  as_of: string
  /** End of the last shift (ISO, UTC). */
  until: string
  /** Null if the visitor does not want the page kept. */
  shown: Invitation | null
}

/** Key in local storage, with the version of the stored shape. */
const KEPT_AS = 'own-pages-1'

export const $ownPages = atom<readonly OwnPage[]>(readOwnPages())

/** Follows changes in other tabs, where the person may have been forgotten. */
if (typeof window !== 'undefined') {
  addEventListener('storage', ({ key }) => {
    if (key === KEPT_AS || key === null) $ownPages.set(readOwnPages())
  })
}

/** Reads the storage first: another tab may have changed it. */
export function changeOwnPages(change: (pages: readonly OwnPage[]) => readonly OwnPage[]): void {
  const pages = change(readOwnPages())
  $ownPages.set(pages)
  if (pages.length > 0) deviceStorage.setItem(KEPT_AS, JSON.stringify(pages))
  else deviceStorage.removeItem(KEPT_AS)
}

/** Removes expired pages from the storage too. */
function readOwnPages(): OwnPage[] {
  const stored = readJson(deviceStorage, KEPT_AS)
  const pages = Array.isArray(stored) ? stored : []
  const current = pages.filter(isOwnPage).filter(({ until }) => Date.parse(until) > now().getTime())
  if (current.length < pages.length) deviceStorage.setItem(KEPT_AS, JSON.stringify(current))
  return current
}

function isOwnPage(page: OwnPage | null): page is OwnPage {
  return Array.isArray(page?.tokens) && Array.isArray(page.assignments)
}
