import type { Language } from '@muster/contract/language'
import { act, render } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import { startCredentials } from '../api/credentials.ts'
import { queryClient } from '../api/query-client.ts'
import { App } from '../app/app.tsx'
import { startSession } from '../desk/session/session-state.ts'
import { chooseLanguage } from '../i18n/language.ts'
import { answer } from './answers.ts'
import { buildOrganization } from './build-event.ts'
import { buildToken, inSeconds } from './build-token.ts'

/** Loading these chunks on a busy machine takes longer than a query waits. */
const chunks: readonly [RegExp, ...(() => Promise<unknown>)[]][] = [
  [
    /^\/(\?|$)/,
    () => import('../desk/dashboard/dashboard-page.tsx'),
    () => import('../desk/dashboard/timeline.tsx'),
    () => import('../desk/assignments/shift-panel.tsx'),
    () => import('../desk/shifts/new-shift.tsx'),
    () => import('../desk/shifts/edit-shift.tsx'),
  ],
  [/^\/people/, () => import('../desk/people/people-page.tsx')],
  [
    /^\/events(\?|$)/,
    () => import('../desk/events/events-page.tsx'),
    () => import('../desk/events/event-editor.tsx'),
    () => import('../desk/event-page/event-page.tsx'),
    () => import('../desk/event-page/start/new-event-page.tsx'),
    () => import('../desk/event-page/overview/event-overview.tsx'),
  ],
  [
    /^\/events\/.+/,
    () => import('../desk/event-page/event-page.tsx'),
    () => import('../desk/event-page/overview/event-overview.tsx'),
    () => import('../desk/event-page/event-messages.tsx'),
    () => import('../desk/event-page/settings/event-settings.tsx'),
    () => import('../desk/event-page/share/share-sheet.tsx'),
    () => import('../desk/event-page/start/new-event-page.tsx'),
    () => import('../desk/dashboard/dashboard-page.tsx'),
    () => import('../desk/shifts/new-shift.tsx'),
  ],
  [/^\/events\/.+\/broadcast/, () => import('../desk/broadcasts/broadcast-page.tsx')],
]

export async function renderApp(
  path: string,
  { language = 'en', signedIn = true }: { language?: Language; signedIn?: boolean } = {},
): Promise<UserEvent> {
  queryClient.clear()
  chooseLanguage(language)
  if (signedIn) localStorage.setItem('auth_token', buildToken(inSeconds(600)))
  history.replaceState(null, '', path)
  startCredentials()
  const user = userEvent.setup()
  // Who signs in may be led to any page.
  const leadsOn = path.startsWith('/login')
  const loads = chunks.flatMap(([address, ...found]) => (leadsOn || address.test(path) ? found : []))
  await Promise.all(loads.map((load) => load()))
  await act(async () => {
    await startSession()
    render(<App />)
  })
  return user
}

export function answerOrganization(organization = buildOrganization()) {
  answer('events', 'getLastEvent', { last_event_id: null })
  answer('apiKeys', 'listApiKeys', { api_keys: [] })
  answer('duplicates', 'listDuplicates', [])
  answer('tags', 'listTags', [])
  answer('organizations', 'getLastActiveOrganization', {
    organizations: [organization],
    last_active_organization: organization,
    may_create_organizations: true,
  })
  return organization
}
