import { act, render } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import { PublicPages } from '../app/public-pages.tsx'
import { chooseLanguage, type Language } from '../i18n/language.ts'

const pages = [
  () => import('../features/events/public/event-page.tsx'),
  () => import('../features/signup/signup-page.tsx'),
  () => import('../features/invitations/confirmation-page.tsx'),
  () => import('../features/terms/terms-page.tsx'),
  () => import('../features/terms/privacy-page.tsx'),
  () => import('../features/signup/contact-form.tsx'),
]

/** The volunteer's pages at an address, as a browser opens it. */
export async function renderPublic(path: string, language: Language = 'en'): Promise<UserEvent> {
  chooseLanguage(language)
  history.replaceState(null, '', path)
  const user = userEvent.setup()
  // They are loaded when they are first shown, which on a busy machine outlasts the patience of a query.
  await Promise.all(pages.map((load) => load()))
  await act(async () => {
    render(<PublicPages />)
  })
  return user
}
