import type { Invitation } from '@muster/contract/personal-shift'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { publicPaths } from '../../public-paths.ts'
import { answer, refuse } from '../../testing/answers.ts'
import { buildInvitation } from '../../testing/build-invitation.ts'
import { renderPublic } from '../../testing/render-public.tsx'

const token = 'a'.repeat(43)
const cancel_until = '2199-06-20T06:00:00.000Z'
const moved_from = { start_dt: '2199-06-20T06:00:00.000Z', end_dt: '2199-06-20T10:00:00.000Z' }
const kept = { status: 'CONFIRMED', change: 'cancel', cancel_until } as const
const moved = { ...kept, moved_from }
const other = {
  ...moved,
  confirm_by: null,
  freed_unanswered: false,
  offer_ended: null,
  gave_up: false,
  swap: null,
  handed_over: false,
  token: 'kitchen',
  answer_by: cancel_until,
  start_dt: '2199-06-22T10:00:00.000Z',
  end_dt: '2199-06-22T14:00:00.000Z',
  meeting_point: null,
  note: null,
  role: { name: 'Kitchen', description: null },
}

async function openPage(given: Partial<Invitation> = moved, language: 'en' | 'sv' = 'en') {
  answer('invitations', 'getAssignment', buildInvitation(given))
  const user = await renderPublic(publicPaths.confirmation(token), language)
  await screen.findByRole('heading', { name: language === 'en' ? 'Hello Björn' : 'Hej Björn' })
  return user
}

const button = (name: RegExp) => screen.getByRole('button', { name })
const thanks = 'Thank you, you keep your place at the new time.'
const ticket = () => within(screen.getByRole('article'))

describe('a shift that has moved', () => {
  it.each([
    {
      language: 'en',
      question: 'This shift has moved. Does the new time work?',
      before: /^Before: Thu\s20\sJune, 08:00–12:00$/,
      yes: /^Yes Entrance, Fri\s21\sJune/,
      thanks,
      after: 'Can’t make it?',
    },
    {
      language: 'sv',
      question: 'Passet har flyttats. Passar den nya tiden?',
      before: /^Tidigare: tors\s20\sjuni, 08:00–12:00$/,
      yes: /^Ja Entrance, fre\s21\sjuni/,
      thanks: 'Tack, du har kvar din plats på den nya tiden.',
      after: 'Jag får förhinder',
    },
  ] as const)('$language: asks in its ticket, and a yes keeps the place', async ({ language, ...texts }) => {
    const user = await openPage(moved, language)
    ticket().getByText(texts.question)
    ticket().getByText(texts.before)
    expect(screen.queryByRole('button', { name: texts.after })).toBeNull()
    const asked = answer('invitations', 'changeAnswer', buildInvitation(kept))
    await user.dblClick(button(texts.yes))
    await waitFor(() => expect(document.activeElement?.textContent).toBe(texts.thanks))
    ticket().getByText(texts.thanks)
    ticket().getByRole('button', { name: texts.after })
    const { start_dt, end_dt } = buildInvitation().shift
    expect(asked).toMatchObject([
      { path: `/assignment/${token}/change`, body: { status: 'CONFIRMED', agreed_to: { start_dt, end_dt } } },
    ])
    expect(screen.queryByText(texts.question)).toBeNull()
  })

  it.each([
    ['en', /^Please answer by Wed\s19\sJune at 10:00\. Without an answer by then, your place is free/],
    ['sv', /^Svara senast ons\s19\sjuni kl\. 10:00\. Har du inte svarat då blir din plats ledig/],
  ] as const)('%s: says by when to answer where the place is freed', async (language, until) => {
    await openPage({ ...moved, confirm_by: '2199-06-19T08:00:00.000Z' }, language)
    ticket().getByText(until)
  })

  it('says that a place was freed, in the ticket of its link, and how to take it again', async () => {
    const freed = { status: 'DECLINED', change: 'take', freed_unanswered: true } as const
    const sooner = { ...other, ...kept, moved_from: null, ...moved_from }
    const user = await openPage({ ...freed, other_shifts: [sooner] })
    ticket().getByRole('heading', { name: 'Entrance' })
    ticket().getByText('place given up')
    expect(ticket().queryByText('declined')).toBeNull()
    ticket().getByText(/^This shift moved, and we had no answer from you about the new time\./)
    answer('invitations', 'changeAnswer', buildInvitation({ ...kept, other_shifts: [sooner] }))
    await user.click(ticket().getByRole('button', { name: 'Take the place' }))
    await waitFor(() => expect(screen.queryByText(/^This shift moved/)).toBeNull())
  })

  it('says in the row of another shift that its place was freed', async () => {
    const freed = { status: 'DECLINED', change: 'take', freed_unanswered: true } as const
    await openPage({ ...kept, other_shifts: [{ ...other, ...freed, moved_from: null }] })
    within(screen.getByRole('list')).getByText(/^This shift moved/)
  })

  it('opens the question about giving the place up with a no', async () => {
    const user = await openPage()
    await user.click(button(/^No Entrance/))
    const asked = answer(
      'invitations',
      'changeAnswer',
      buildInvitation({ status: 'DECLINED', change: 'take' }),
    )
    await user.click(button(/^Give up my place$/))
    await screen.findByRole('button', { name: 'Take the place' })
    expect(asked).toMatchObject([{ body: { status: 'DECLINED' } }])
  })

  it('reads the page again when it has moved once more', async () => {
    const user = await openPage()
    const error = 'The shift has moved again. Please look at its new time.'
    refuse('invitations', 'changeAnswer', { status: 409, code: 'shift_moved', error })
    const read = answer('invitations', 'getAssignment', buildInvitation(moved))
    await user.click(button(/^Yes Entrance/))
    expect((await screen.findByRole('alert')).textContent).toBe(`Error: ${error}`)
    await waitFor(() => expect(read).toHaveLength(1))
  })

  it('asks in the row of another shift, answered by its own link', async () => {
    const user = await openPage({ ...kept, other_shifts: [other] })
    const asked = answer('invitations', 'changeAnswer', buildInvitation(kept))
    await user.click(button(/^Yes Kitchen/))
    await screen.findByRole('button', { name: /^Can’t make it\? Kitchen/ })
    expect(asked).toMatchObject([{ path: '/assignment/kitchen/change' }])
    expect(ticket().queryByText(thanks)).toBeNull()
    await waitFor(() => expect(document.activeElement?.textContent).toBe(thanks))
  })

  it('thanks for a yes until the next change', async () => {
    const user = await openPage()
    answer('invitations', 'changeAnswer', buildInvitation(kept))
    await user.click(button(/^Yes Entrance/))
    await screen.findByText(thanks)
    answer('invitations', 'changeAnswer', buildInvitation({ status: 'DECLINED', change: 'take' }))
    await user.click(button(/^Can’t make it/))
    await user.click(button(/^Give up my place$/))
    await screen.findByRole('button', { name: 'Take the place' })
    answer('invitations', 'changeAnswer', buildInvitation(kept))
    await user.click(button(/^Take the place$/))
    await screen.findByRole('button', { name: /^Can’t make it/ })
    expect(screen.queryByText(thanks)).toBeNull()
  })

  it('is the ticket when its own link was opened, also after the yes', async () => {
    const sooner = {
      ...other,
      ...kept,
      moved_from: null,
      start_dt: moved_from.start_dt,
      end_dt: moved_from.end_dt,
    }
    const user = await openPage({ ...moved, other_shifts: [sooner] })
    ticket().getByRole('heading', { name: 'Entrance' })
    answer('invitations', 'changeAnswer', buildInvitation({ ...kept, other_shifts: [sooner] }))
    await user.click(button(/^Yes Entrance/))
    await ticket().findByText(thanks)
    ticket().getByRole('heading', { name: 'Entrance' })
  })
})
