import type { Invitation } from '@muster/contract/personal-shift'
import { useStore } from '@nanostores/react'
import { $ownPages, changeOwnPages, type OwnPage } from '../events/own-pages.ts'

/** Each link of a person opens the same page (D39). */
export type KeptPage = OwnPage & { shown: Invitation }

export function useKeptPage(token: string): KeptPage | undefined {
  return useStore($ownPages).find(
    (page): page is KeptPage => page.shown !== null && page.tokens.includes(token),
  )
}

/** Removes a link. A page that has other links still opens by them. */
export function dropLink(token: string): void {
  changeOwnPages((pages) =>
    pages
      .map((page) => ({ ...page, tokens: page.tokens.filter((other) => other !== token) }))
      .filter(({ tokens, shown }) => tokens.length > 0 || !shown),
  )
}

export function dropKeptPage(token: string): void {
  changeOwnPages((pages) => pages.filter(({ tokens }) => !tokens.includes(token)))
}
