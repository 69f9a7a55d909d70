import type { Invitation } from '@muster/contract/personal-shift'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { publicPaths } from '../../public-paths.ts'
import { answer, refuse, stall } from '../../testing/answers.ts'
import { buildInvitation } from '../../testing/build-invitation.ts'
import { renderPublic } from '../../testing/render-public.tsx'
import { changeOwnPages } from '../events/own-pages.ts'
import { forgetVolunteer, rememberVolunteer } from '../events/remembered.ts'

const ID = '0198f2c4-aaaa-7bbb-8ccc-0123456789ab'
/** D17: a link begins with its assignment's id. */
const token = linkOf(ID)
const BASE = buildInvitation()
const tick = () => screen.findByRole<HTMLInputElement>('checkbox', { name: /^Keep this page on this device/ })
const notice = () => screen.findByText(/^No contact with the server\. As of \d\d:\d\d\./)

/** jsdom's `:disabled` knows no fieldsets. */
const isDisabled = (button: HTMLElement) => button.closest('fieldset')?.disabled

function linkOf(id: string): string {
  const bytes = (id.replaceAll('-', '').match(/../g) ?? []).map((hex) => Number.parseInt(hex, 16))
  const base64 = btoa(String.fromCharCode(...bytes, ...Array.from({ length: 16 }, () => 7)))
  return base64.replaceAll('+', '-').replaceAll('/', '_').replace('=', '')
}

function ahead(given: Partial<Invitation> = {}): Invitation {
  return { ...BASE, change: 'cancel', ...given }
}

async function open(given: Partial<Invitation> = {}, link = token) {
  answer('invitations', 'getAssignment', ahead(given))
  const user = await renderPublic(publicPaths.confirmation(link), 'en')
  return { user, keep: await tick() }
}

async function keepPage(given: Partial<Invitation> = {}) {
  const { user, keep } = await open(given)
  await user.click(keep)
  await waitFor(() => expect(localStorage.getItem('own-pages-1')).toContain(token))
  return user
}

async function openWithoutServer(path = publicPaths.confirmation(token)) {
  cleanup()
  refuse('invitations', 'getAssignment', { status: 503, code: 'busy', error: 'Many people are here.' })
  return renderPublic(path, 'en')
}

function rememberAs(assignment_id: string) {
  const person = {
    first_name: 'Björn',
    last_name: 'Ek',
    email: 'bjorn@example.org',
    countryCode: 'SE',
    phone: '',
  }
  act(() =>
    rememberVolunteer(person, { event_id: BASE.shift.role.event.id, assignment_ids: [assignment_id] }),
  )
}

afterEach(() => {
  act(forgetVolunteer)
  vi.useRealTimers()
})

it('is not kept unless that is chosen', async () => {
  const { keep } = await open()
  expect(keep.checked).toBe(false)
  expect(localStorage.getItem('own-pages-1')).toBeNull()
  await openWithoutServer()
  expect(await screen.findByText('Error: Many people are here.')).toBeDefined()
})

describe('a page that was kept', () => {
  it('opens as it was when the server does not answer, and sends nothing', async () => {
    await keepPage()
    const user = await openWithoutServer()
    await notice()
    screen.getByRole('heading', { name: 'Hello Björn' })
    const sent = answer('invitations', 'changeAnswer', ahead())
    const giveUp = screen.getByRole('button', { name: 'Can’t make it?' })
    expect(isDisabled(giveUp)).toBe(true)
    await user.click(giveUp)
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(sent).toEqual([])
    for (const name of ['Show and change', /^Stop messages/, 'Subscribe'])
      expect(screen.queryByRole('button', { name })).toBeNull()
    expect(screen.queryByRole('checkbox', { name: /^Remind me/ })).toBeNull()
  })

  it('becomes the page of now when the server answers again', async () => {
    await keepPage()
    const user = await openWithoutServer()
    await notice()
    answer('invitations', 'getAssignment', ahead({ status: 'DECLINED', change: 'take' }))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    const take = await screen.findByRole('button', { name: 'Take the place' })
    expect(isDisabled(take)).toBe(false)
    expect(screen.queryByText(/^No contact/)).toBeNull()
    // The pressed button is gone.
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
    await waitFor(() => expect(localStorage.getItem('own-pages-1')).toContain('DECLINED'))
  })

  it('becomes the page of now by itself, also where the browser does not notice its network', async () => {
    await keepPage()
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
    await openWithoutServer()
    await notice()
    await act(() => vi.advanceTimersByTimeAsync(12_000))
    await notice()
    answer('invitations', 'getAssignment', ahead())
    await act(() => vi.advanceTimersByTimeAsync(12_000))
    await waitFor(() => expect(screen.queryByText(/^No contact/)).toBeNull())
  })

  it('does not ask again before the server wants to be asked', async () => {
    await keepPage()
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
    await openWithoutServer()
    await notice()
    const asked = refuse('invitations', 'getAssignment', {
      status: 503,
      code: 'maintenance',
      retry_after: 60,
    })
    await act(() => vi.advanceTimersByTimeAsync(12_000))
    expect(asked).toHaveLength(1)
    await act(() => vi.advanceTimersByTimeAsync(59_000))
    expect(asked).toHaveLength(1)
    await act(() => vi.advanceTimersByTimeAsync(31_000))
    expect(asked).toHaveLength(2)
  })

  it('opens with each link of the person', async () => {
    const other = linkOf('0198f2c4-aaaa-7bbb-8ccc-0123456789ac')
    const { role, start_dt, end_dt } = ahead().shift
    const shift: Invitation['other_shifts'][number] = {
      token: other,
      status: 'DECLINED',
      answer_by: start_dt,
      change: 'take',
      cancel_until: null,
      moved_from: null,
      confirm_by: null,
      freed_unanswered: false,
      offer_ended: null,
      gave_up: false,
      swap: null,
      handed_over: false,
      start_dt,
      end_dt,
      meeting_point: null,
      note: null,
      role: { name: `${role.name} 2`, description: null },
    }
    await keepPage({ other_shifts: [shift] })
    await openWithoutServer(publicPaths.confirmation(other))
    await notice()
  })

  it('does not send the answer of a link that answers by itself', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setInterval', 'clearInterval'] })
    await keepPage({ status: 'INVITED', change: null })
    await openWithoutServer(`${publicPaths.confirmation(token)}?confirm=yes`)
    await notice()
    const sent = answer('invitations', 'answerInvitation', ahead())
    fireEvent.pointerDown(document.body)
    act(() => void vi.advanceTimersByTime(10_000))
    expect(sent).toEqual([])
    expect(isDisabled(screen.getByRole('button', { name: /^I’ll be there/ }))).toBe(true)
  })

  it('is shown after five seconds without an answer', async () => {
    await keepPage()
    cleanup()
    stall('invitations', 'getAssignment')
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
    await renderPublic(publicPaths.confirmation(token), 'en')
    expect(screen.queryByText(/^No contact/)).toBeNull()
    await act(() => vi.advanceTimersByTimeAsync(5_000))
    await notice()
  })

  it('is shown after what is left of five seconds when the document was late', async () => {
    await keepPage()
    cleanup()
    stall('invitations', 'getAssignment')
    const document_late = Object.assign(performance.mark('document'), { responseStart: 3_000 })
    vi.spyOn(performance, 'getEntriesByType').mockReturnValue([document_late])
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
    await renderPublic(publicPaths.confirmation(token), 'en')
    await act(() => vi.advanceTimersByTimeAsync(900))
    expect(screen.queryByText(/^No contact/)).toBeNull()
    await act(() => vi.advanceTimersByTimeAsync(1_200))
    await notice()
  })

  it.each([
    { status: 403, code: 'link_expired' },
    { status: 404, code: 'link_invalid' },
  ])('is deleted when the link is answered $code', async (refusal) => {
    await keepPage()
    cleanup()
    refuse('invitations', 'getAssignment', refusal)
    refuse('invitations', 'getOrganizer', { status: 404 })
    await renderPublic(publicPaths.confirmation(token), 'en')
    await screen.findByRole('heading', { name: /^(Your link has expired|This link can’t be opened)$/ })
    await waitFor(() => expect(localStorage.getItem('own-pages-1')).toBeNull())
  })

  it.each([403, 404])('stays when a proxy answers %i for the server', async (status) => {
    await keepPage()
    cleanup()
    refuse('invitations', 'getAssignment', { status, code: 'unknown' })
    refuse('invitations', 'getOrganizer', { status, code: 'unknown' })
    await renderPublic(publicPaths.confirmation(token), 'en')
    await notice()
    expect(localStorage.getItem('own-pages-1')).toContain(token)
  })

  it('goes on opening by its other links when one has expired', async () => {
    await keepPage()
    changeOwnPages((pages) => pages.map((page) => ({ ...page, tokens: [...page.tokens, 'another'] })))
    cleanup()
    refuse('invitations', 'getAssignment', { status: 403, code: 'link_expired' })
    refuse('invitations', 'getOrganizer', { status: 404 })
    await renderPublic(publicPaths.confirmation(token), 'en')
    await screen.findByRole('heading', { name: 'Your link has expired' })
    await waitFor(() => expect(localStorage.getItem('own-pages-1')).not.toContain(token))
    expect(localStorage.getItem('own-pages-1')).toContain('another')
  })

  it('is not kept again by a tab that was open when another one forgot it', async () => {
    await keepPage()
    localStorage.removeItem('own-pages-1')
    act(() => void dispatchEvent(new StorageEvent('storage', { key: 'own-pages-1' })))
    expect((await tick()).checked).toBe(false)
    act(() => void dispatchEvent(new Event('online')))
    await tick()
    expect(localStorage.getItem('own-pages-1')).toBeNull()
  })

  it('is deleted when it is no longer wanted, also without the server', async () => {
    await keepPage()
    const user = await openWithoutServer()
    await user.click(await tick())
    expect(localStorage.getItem('own-pages-1')).not.toMatch(new RegExp(`${token}|Björn`))
    await screen.findByRole('checkbox', { name: /It is no longer on this device\./ })
    await notice()
    await openWithoutServer()
    await screen.findByText('Error: Many people are here.')
  })

  it('without the server, ticked again it is kept with its time of before', async () => {
    await keepPage()
    const before = localStorage.getItem('own-pages-1')
    const user = await openWithoutServer()
    await user.click(await tick())
    await user.click(await tick())
    expect(localStorage.getItem('own-pages-1')).toBe(before)
    expect(screen.queryByRole('checkbox', { name: /It is no longer/ })).toBeNull()
  })

  it.each(['with', 'without'])('%s the server, the focus stays on the control', async (server) => {
    const user = await keepPage()
    if (server === 'without') await openWithoutServer()
    const keep = await tick()
    keep.focus()
    for (const checked of [false, true]) {
      await user.keyboard(' ')
      expect((await tick()).checked).toBe(checked)
      expect(document.activeElement).toBe(keep)
    }
  })

  it('is deleted with the details that the browser remembers', async () => {
    await keepPage()
    act(forgetVolunteer)
    expect(localStorage.getItem('own-pages-1')).toBeNull()
  })
})

describe('where the browser remembers the volunteer', () => {
  it('the page is kept, until that is taken back', async () => {
    rememberAs(ID)
    const { user, keep } = await open()
    expect(keep.checked).toBe(true)
    await waitFor(() => expect(localStorage.getItem('own-pages-1')).toContain(token))
    await user.click(keep)
    cleanup()
    expect((await open()).keep.checked).toBe(false)
    expect(localStorage.getItem('own-pages-1')).not.toContain(token)
  })

  it('the page of somebody else is not', async () => {
    rememberAs('0198f2c4-aaaa-7bbb-8ccc-0123456789ac')
    expect((await open()).keep.checked).toBe(false)
    expect(localStorage.getItem('own-pages-1')).toBeNull()
  })
})

it('a page whose shifts are over is not offered to be kept', async () => {
  const shift = { ...BASE.shift, start_dt: '2020-06-20T10:00:00.000Z', end_dt: '2020-06-20T14:00:00.000Z' }
  rememberAs(ID)
  answer('invitations', 'getAssignment', { ...BASE, shift })
  await renderPublic(publicPaths.confirmation(token), 'en')
  await screen.findByRole('button', { name: 'Show and change' })
  screen.getByText('The shift is over')
  expect(screen.queryByRole('checkbox', { name: /^Remind me/ })).toBeNull()
  expect(screen.queryByRole('checkbox', { name: /^Keep this page/ })).toBeNull()
  expect(localStorage.getItem('own-pages-1')).toBeNull()
})
