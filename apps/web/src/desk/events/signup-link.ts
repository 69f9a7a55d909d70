import { atom } from 'nanostores'
import { publicPaths } from '../../public-paths.ts'
import { deviceStorage, readJson } from '../../storage.ts'
import { copyLink } from '../../ui/overlays/copy-by-hand.tsx'

const KEY = 'copied_links'
const MOST = 50

/** Ids of the events whose signup link was copied in this browser, the last first. */
export const $copiedLinks = atom<readonly string[]>(readCopied())

export function signupLink({ id }: { id: string }): string {
  return `${location.origin}${publicPaths.publicEvent(id)}`
}

/** Copies the signup link of an event, or a text with it. Returns false if the browser refuses. */
export async function copySignupLink(event: { id: string }, text = signupLink(event)): Promise<boolean> {
  const isCopied = await copyLink(text)
  if (isCopied) {
    const copied = [event.id, ...readCopied().filter((id) => id !== event.id)].slice(0, MOST)
    deviceStorage.setItem(KEY, JSON.stringify(copied))
    $copiedLinks.set(copied)
  }
  return isCopied
}

function readCopied(): string[] {
  const kept = readJson(deviceStorage, KEY)
  return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : []
}
