import type { Language } from '@muster/contract/language'
import { publicPages } from '@muster/contract/pages'
import { act, cleanup, render } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import { loadPage, PublicPages } from '../app/public-pages.tsx'
import { chooseLanguage } from '../i18n/language.ts'
import { startNavigation } from '../ui/hooks/navigation.ts'

export async function renderPublic(path: string, language: Language = 'en'): Promise<UserEvent> {
  chooseLanguage(language)
  history.replaceState(null, '', path)
  return reloadPublic()
}

/** The same address in a new document, with what the browser keeps for the tab. */
export async function reloadPublic(): Promise<UserEvent> {
  cleanup()
  startNavigation(loadPage)
  const user = userEvent.setup()
  await Promise.all(publicPages.map(({ path: each }) => loadPage(each)))
  await act(async () => {
    render(<PublicPages />)
  })
  return user
}
