import { render, screen } from '@testing-library/react'
import { Component, lazy, type ReactNode, Suspense } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { setLanguage } from '../i18n/language.ts'
import { PageBoundary } from './page-boundary.tsx'

let said: ReturnType<typeof vi.spyOn>
beforeEach(() => {
  // React reports every error that a boundary catches.
  said = vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  expect(said).toHaveBeenCalled()
  said.mockClear()
})

class Outer extends Component<{ children: ReactNode }, { message?: string }> {
  override state: { message?: string } = {}
  static getDerivedStateFromError({ message }: Error) {
    return { message }
  }
  override render() {
    return this.state.message ? <p>Outer: {this.state.message}</p> : this.props.children
  }
}

const app = (pathname: string, page: ReactNode) => (
  <Outer>
    <nav>Menu</nav>
    <PageBoundary pathname={pathname}>
      <Suspense>{page}</Suspense>
    </PageBoundary>
  </Outer>
)

function show(error: Error) {
  history.replaceState(null, '', '/people?org=1')
  const Page = lazy<() => ReactNode>(() => Promise.reject(error))
  const { rerender } = render(app('/people', <Page />))
  return { goTo: (pathname: string) => rerender(app(pathname, <h1>{pathname}</h1>)) }
}

const notLoaded = new TypeError('Failed to fetch dynamically imported module: http://localhost/page.js')

describe('a page whose file cannot be loaded', () => {
  it.each([
    { language: 'en', isOnline: false, text: /^You are offline\./, again: 'Try again' },
    { language: 'sv', isOnline: true, text: 'Sidan gick inte att öppna.', again: 'Försök igen' },
  ] as const)('$language: leaves the menu, and offers its address', async (given) => {
    setLanguage(given.language)
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(given.isOnline)
    const { goTo } = show(notLoaded)
    expect((await screen.findByRole('alert')).textContent).toMatch(given.text)
    expect(screen.getByRole('link', { name: given.again }).getAttribute('href')).toBe('/people?org=1')
    expect(screen.getByText('Menu')).toBeDefined()

    goTo('/events')
    expect(await screen.findByRole('heading', { name: '/events' })).toBeDefined()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('leaves other errors to the screen for them', async () => {
    show(new TypeError('undefined is not a function'))
    expect(await screen.findByText('Outer: undefined is not a function')).toBeDefined()
  })
})
