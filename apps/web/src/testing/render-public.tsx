import type { Language } from '@muster/contract/language'
import { publicPages } from '@muster/contract/pages'
import { act, cleanup, render } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import { loadPage, PublicPages } from '../app/public-pages.tsx'
import { chooseLanguage } from '../i18n/language.ts'
import { startNavigation } from '../ui/hooks/navigation.ts'
import { CorrectEmail } from '../volunteer/signup/correction/correctable.ts'
import {
  JoinedWaitingList,
  PeopleFields,
  RefusedShifts,
  Requested,
  SignedUp,
  SignupRefused,
} from '../volunteer/signup/later-parts.ts'

/** Parts that pages load ahead. A busy machine takes seconds for it, during which a test's own clock would run on. */
const parts = [
  SignupRefused,
  RefusedShifts,
  CorrectEmail,
  SignedUp,
  PeopleFields,
  Requested,
  JoinedWaitingList,
]

export async function renderPublic(path: string, language: Language = 'en'): Promise<UserEvent> {
  chooseLanguage(language)
  history.replaceState(null, '', path)
  return reloadPublic()
}

/** Opens the same address in a new document. What the browser keeps for the tab remains. */
export async function reloadPublic(): Promise<UserEvent> {
  cleanup()
  startNavigation(loadPage)
  const user = userEvent.setup()
  await Promise.all([
    ...publicPages.map(({ path: each }) => loadPage(each)),
    ...parts.map(({ load }) => load()),
  ])
  await act(async () => {
    render(<PublicPages />)
  })
  return user
}
