import { atom } from 'nanostores'
import { tabStorage } from '../../../storage.ts'

const KEY = 'looks_around'

/** Id of the organisation whose first event was put off, in this tab. */
export const $looksAround = atom<string | null>(tabStorage.getItem(KEY))

export function lookAround(organization_id: string | null): void {
  if (organization_id === null) tabStorage.removeItem(KEY)
  else tabStorage.setItem(KEY, organization_id)
  $looksAround.set(organization_id)
}
