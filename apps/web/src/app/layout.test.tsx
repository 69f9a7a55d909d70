import { topics } from '@muster/contract/live'
import type { Organization } from '@muster/contract/organizations'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { startLanguage } from '../i18n/language.ts'
import { answer, refuse } from '../testing/answers.ts'
import { buildEvent } from '../testing/build-event.ts'
import { breakLive, failAttempts, reconnect, refuseLive, rejoinLive } from '../testing/live-channel.ts'
import { answerOrganization, renderApp } from '../testing/render-app.tsx'
import { renderPublic } from '../testing/render-public.tsx'
import { setWidth } from '../testing/set-width.ts'

let organization: Organization
beforeEach(() => {
  organization = answerOrganization()
  answer('events', 'listEvents', { events: [] })
  answer('people', 'listPeople', [])
})

const topic = () => topics.organization(organization.id)

const links = (area: HTMLElement) =>
  within(area)
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')])

describe('the organiser’s live updates', () => {
  const BROKEN = 'Connection error. Unable to receive live updates.'

  it('are said to have stopped, until they are back', async () => {
    await renderApp('/events')
    await screen.findByRole('heading', { level: 1 })
    expect(screen.queryByText(BROKEN)).toBeNull()
    await breakLive(topic())
    expect(screen.getByText(BROKEN).closest('output')).not.toBeNull()
    await rejoinLive(topic())
    expect(screen.queryByText(BROKEN)).toBeNull()
  })

  it('are tried by hand after five attempts', async () => {
    await renderApp('/events')
    await screen.findByRole('heading', { level: 1 })
    await breakLive(topic())
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
    await failAttempts(5)
    expect(screen.getByText('Unable to establish real-time connection after 5 attempts')).toBeDefined()
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(reconnect).toHaveBeenCalledOnce())
    await failAttempts(0)
  })

  it('are not mentioned on a page that has none', async () => {
    await renderApp('/events')
    await screen.findByRole('heading', { level: 1 })
    await refuseLive(topic(), 'forbidden')
    expect(screen.getByText('Failed to connect to realtime service. Please refresh the page')).toBeDefined()
    fireEvent.click(screen.getByRole('link', { name: 'People' }))
    await screen.findByRole('heading', { level: 1, name: 'People' })
    expect(screen.queryByText('Failed to connect to realtime service. Please refresh the page')).toBeNull()
  })
})

describe('the frame of the organiser’s screens', () => {
  it.each([
    {
      language: 'en',
      main: 'Main',
      names: ['Shifts', 'People', 'Events', 'Reports'],
      skip: 'Skip to content',
    },
    {
      language: 'sv',
      main: 'Huvudmeny',
      names: ['Pass', 'Personer', 'Evenemang', 'Rapporter'],
      skip: 'Hoppa till innehållet',
    },
  ] as const)('$language: leads to its four screens', async ({ language, main, names, skip }) => {
    await renderApp('/people', { language })
    await screen.findByRole('heading', { level: 1 })
    // Another tab that opens one of these links stays in this organisation (D38).
    const addresses = ['/', '/people', '/events', '/reports'].map((path) => `${path}?org=${organization.id}`)
    expect(links(await screen.findByRole('navigation', { name: main }))).toEqual(
      addresses.map((address, index) => [names[index], address]),
    )
    expect(screen.getByRole('link', { name: skip }).getAttribute('href')).toBe('#main')
  })

  it.each([
    { address: '/', title: 'Shifts' },
    { address: '/people', title: 'People' },
    { address: '/events', title: 'Events' },
    { address: '/reports', title: 'Reports' },
    { address: '/organizations/new', title: 'Create organization' },
  ])('$address opens on $title', async ({ address, title }) => {
    await renderApp(address)
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeDefined()
    await waitFor(() => expect(document.title).toBe(`${title} · Muster`))
  })

  it.each([
    { language: 'en', menu: 'More', main: 'Main', people: 'People' },
    { language: 'sv', menu: 'Mer', main: 'Huvudmeny', people: 'Personer' },
  ] as const)(
    '$language: has them behind a menu on a phone, which closes behind a choice',
    async ({ language, menu, main, people }) => {
      setWidth(390)
      const user = await renderApp('/events', { language })
      await user.click(await screen.findByRole('button', { name: menu }))
      const drawer = within(await screen.findByRole('dialog', { name: menu }))
      expect(links(drawer.getByRole('navigation', { name: main }))).toHaveLength(4)
      await user.click(drawer.getByRole('link', { name: people }))
      expect(await screen.findByRole('heading', { level: 1, name: people })).toBeDefined()
      expect(screen.queryByRole('dialog')).toBeNull()
    },
  )

  it.each([
    { language: 'en', create: 'Create new organization', title: 'Create organization' },
    { language: 'sv', create: 'Skapa ny organisation', title: 'Skapa organisation' },
  ] as const)('$language: offers to create an organisation', async ({ language, create, title }) => {
    const user = await renderApp('/people', { language })
    await user.click(await screen.findByRole('button', { name: /^Organi[sz]ation: Midsommarföreningen/ }))
    await user.click(await screen.findByRole('menuitem', { name: create }))
    expect(await screen.findByRole('heading', { name: title })).toBeDefined()
    expect(location.pathname).toBe('/organizations/new')
  })
})

describe('the language', () => {
  it('is changed here, and kept for the next visit', async () => {
    const user = await renderApp('/people')
    await user.click(await screen.findByRole('button', { name: 'SV, Svenska' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Personer' })).toBeDefined()
    expect(localStorage.getItem('language')).toBe('sv')
    expect(screen.getByRole('button', { name: 'EN, English' }).getAttribute('aria-pressed')).toBe('false')
  })

  it.each([
    { stored: 'sv', browser: 'en-US', spoken: 'sv' },
    { stored: 'en', browser: 'sv-SE', spoken: 'en' },
    { stored: null, browser: 'sv-FI', spoken: 'sv' },
    { stored: null, browser: 'en-GB', spoken: 'en' },
    { stored: null, browser: 'de-DE', spoken: 'en' },
    { stored: 'klingon', browser: 'sv', spoken: 'sv' },
  ])('stored $stored in a browser of $browser: $spoken', ({ stored, browser, spoken }) => {
    vi.spyOn(navigator, 'language', 'get').mockReturnValue(browser)
    localStorage.clear()
    if (stored !== null) localStorage.setItem('language', stored)
    startLanguage()
    expect(document.documentElement.lang).toBe(spoken)
  })
})

describe('leaving', () => {
  it.each([
    { language: 'en', account: /^Account: /, log_out: 'Sign out', title: 'Sign in to your account' },
    { language: 'sv', account: /^Konto: /, log_out: 'Logga ut', title: 'Logga in på ditt konto' },
  ] as const)(
    '$language: ends the session and leads to the login',
    async ({ language, account, log_out, title }) => {
      const asked = answer('session', 'logout', undefined)
      const user = await renderApp('/people', { language })
      await user.click(await screen.findByRole('button', { name: account }))
      await user.click(await screen.findByRole('menuitem', { name: log_out }))
      expect(await screen.findByRole('heading', { name: title })).toBeDefined()
      expect(location.pathname).toBe('/login')
      expect(localStorage.getItem('auth_token')).toBeNull()
      expect(asked).toHaveLength(1)
    },
  )

  it('signs this browser out, whatever the server says to it', async () => {
    refuse('session', 'logout')
    const user = await renderApp('/people')
    await user.click(await screen.findByRole('button', { name: /^Account: / }))
    await user.click(await screen.findByRole('menuitem', { name: 'Sign out' }))
    expect(await screen.findByRole('heading', { name: 'Sign in to your account' })).toBeDefined()
    expect(localStorage.getItem('auth_token')).toBeNull()
  })
})

describe('what has no page', () => {
  it('an address of nothing', async () => {
    await renderApp('/nowhere')
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeDefined()
    expect(screen.getByRole('navigation', { name: 'Main' })).toBeDefined()
    expect(screen.getByRole('link', { name: 'Go to shifts' })).toBeDefined()
    expect(document.title).toBe('Page not found · Muster')
  })

  it('an address of nothing, for who is signed out', async () => {
    refuse('session', 'refresh', { status: 401 })
    const user = await renderApp('/nowhere', { language: 'sv', signedIn: false })
    expect(await screen.findByRole('heading', { name: 'Sidan finns inte' })).toBeDefined()
    expect(screen.queryByRole('navigation')).toBeNull()
    await user.click(screen.getByRole('link', { name: 'Logga in' }))
    expect(await screen.findByRole('heading', { name: 'Logga in på ditt konto' })).toBeDefined()
  })

  it('an address of nothing beside the volunteer’s', async () => {
    await renderPublic('/e/one/two')
    expect(await screen.findByRole('heading', { name: 'Unexpected Application Error!' })).toBeDefined()
  })

  it('a page that breaks', async () => {
    const said = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    // By the contract no server of ours can answer an unknown zone.
    answer('events', 'listEvents', { events: [buildEvent({ time_zone: 'Europe/Nowhere' })] })
    await renderApp('/events')
    expect(await screen.findByRole('heading', { name: 'Unexpected Application Error!' })).toBeDefined()
    expect(screen.getByRole('link', { name: 'Reload' }).getAttribute('href')).toBe('/events')
    expect(said).toHaveBeenCalled()
    said.mockClear()
  })
})
