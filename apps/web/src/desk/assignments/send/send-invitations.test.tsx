import type { Shift } from '@muster/contract/shifts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { answer, refuse } from '../../../testing/answers.ts'
import { buildAssignment, buildEventWithRole, buildShift } from '../../../testing/build-event.ts'
import { buildInvitationPreview } from '../../../testing/build-invitation-preview.ts'
import { answerOrganization, renderApp } from '../../../testing/render-app.tsx'
import { setWidth } from '../../../testing/set-width.ts'
import { showFailure } from '../../../ui/overlays/failure-dialog.tsx'
import { listRecipients } from './recipients.ts'

const event = buildEventWithRole({ name: 'Festival' })
const [entrance] = event.roles
const contact = { email: 'x@example.org', phone: '+46701740605' }
const bo = buildAssignment('INVITED', { first_name: 'Bo', last_name: 'Al', ...contact })
const siv = buildAssignment('INVITED', {
  first_name: 'Siv',
  last_name: 'Ek',
  ...contact,
  phone: '+46812345606',
})
const morning = buildShift(event, entrance, { required_qty: 3, assignment: [bo, siv] })
const evening = buildShift(event, entrance, {
  start_dt: '2199-06-21T16:00:00.000Z',
  end_dt: '2199-06-21T20:00:00.000Z',
  assignment: [{ ...bo, id: '01890000-0000-7000-8000-0000000000b1' }],
})
const BATCH = { 'undo-batch': '01890000-0000-7000-8000-0000000000bb' }

beforeEach(() => {
  answerOrganization()
  answer('events', 'listEvents', { events: [event] })
  answer('people', 'listPeople', [])
  setWidth(1280)
})

async function open(shifts: Shift[] = [morning, evening]) {
  answer('shifts', 'listShifts', { shifts })
  const previews = answer('assignments', 'previewInvitations', buildInvitationPreview())
  const user = await renderApp(`/?event=${event.id}`)
  await screen.findByRole('table')
  await user.click(
    within(screen.getByRole('region', { name: 'To do' })).getByRole('button', { name: /^Send/ }),
  )
  const dialog = within(await screen.findByRole('dialog', { name: 'Send 2 invitations' }))
  await dialog.findByText('Kan du hjälpa till? Svara: x')
  return { user, dialog, previews }
}

const pressSend = (on: Element, how: { repeat?: boolean } = {}) =>
  fireEvent.keyDown(on, { key: 'Enter', ctrlKey: true, ...how })

describe('sending invitations (D61)', () => {
  it('asks all in one call, each once about all their shifts, and offers to undo it', async () => {
    const { user, dialog } = await open()
    expect(dialog.getAllByRole('listitem')).toHaveLength(2)
    expect(dialog.getAllByText(/^Entrance, /)).toHaveLength(3)
    expect(await dialog.findByText(/is a landline, so no SMS/)).toBeDefined()
    expect(await dialog.findByText('2 people: 2 e-mails, 1 SMS in 2 parts. 10 s to undo.')).toBeDefined()
    const sent = answer('assignments', 'sendInvitations', { failed: [] }, BATCH)
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Send to Bo Al by' }), 'SMS')
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Message language' }), 'sv')
    await user.type(dialog.getByRole('textbox', { name: /^Your own line/ }), 'Kom! ')
    await user.click(dialog.getByRole('button', { name: 'Send 2 invitations' }))
    expect(await screen.findByText('2 invitations go out in 10 s')).toBeDefined()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(sent).toHaveLength(1)
    expect(sent[0]?.headers.get('idempotency-key')).toBeTruthy()
    expect(sent[0]?.body).toMatchObject({
      invites: [
        { person_id: bo.person.id, method: 'SMS', assignment_ids: [bo.id, expect.stringMatching(/b1$/)] },
        { person_id: siv.person.id, method: 'EMAIL', assignment_ids: [siv.id] },
      ],
      own_line: 'Kom!',
      language: 'sv',
      answer_by: expect.stringMatching(/Z$/),
    })
  })

  it('shows the messages of whom is chosen, with the own line, once typing rests', async () => {
    const { user, dialog, previews } = await open()
    expect(dialog.getByText('SMS · 184 characters, 2 SMS')).toBeDefined()
    expect(dialog.getByText('E-mail · Kan du hjälpa till?')).toBeDefined()
    await user.selectOptions(dialog.getByRole('combobox', { name: 'As whom' }), 'as Siv Ek gets it')
    await user.type(dialog.getByRole('textbox', { name: /^Your own line/ }), 'Kom!')
    await waitFor(() =>
      expect(previews.at(-1)?.body).toMatchObject({ as_person_id: siv.person.id, own_line: 'Kom!' }),
    )
    const before = previews.length
    expect(before).toBeLessThanOrEqual(4)
    await user.click(dialog.getByRole('checkbox', { name: /^Siv Ek/ }))
    await waitFor(() => expect(previews.at(-1)?.body).toMatchObject({ as_person_id: bo.person.id }))
    await user.click(dialog.getByRole('checkbox', { name: /^Bo Al/ }))
    expect(dialog.getAllByText('Nobody is ticked.')).not.toHaveLength(0)
    expect(dialog.getByRole('button', { name: 'Send 0 invitations' })).toHaveProperty('disabled', true)
  })

  it('keeps who was not asked, with the reason, and offers to undo the rest', async () => {
    const { user, dialog } = await open()
    answer(
      'assignments',
      'sendInvitations',
      { failed: [{ person_id: siv.person.id, code: 'already_asked' }] },
      BATCH,
    )
    const undone = answer('batches', 'undoBatch', { kept: [] })
    await user.keyboard('{Control>}{Enter}{/Control}')
    expect(await dialog.findByText('Has been asked already')).toBeDefined()
    expect(dialog.getByText('1 person could not be asked. The others have been.')).toBeDefined()
    expect(dialog.getAllByRole('listitem')).toHaveLength(1)
    expect(dialog.getByRole('checkbox', { name: /^Siv Ek/ })).toHaveProperty('checked', false)
    await user.click(dialog.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(undone).toHaveLength(1)
  })

  it('does not send by a key that is held since it opened the dialog, or pressed in a dialog above', async () => {
    const { dialog } = await open()
    const sent = answer('assignments', 'sendInvitations', { failed: [] }, BATCH)
    const field = dialog.getByRole('textbox', { name: /^Your own line/ })
    pressSend(field, { repeat: true })
    showFailure('Failed to refresh')
    pressSend(await screen.findByText('Failed to refresh'))
    expect(sent).toHaveLength(0)
    pressSend(field)
    await waitFor(() => expect(sent).toHaveLength(1))
  })

  it('says why all are refused, and keeps them', async () => {
    const { user, dialog } = await open()
    refuse('assignments', 'sendInvitations', {
      status: 429,
      code: 'daily_cap_reached',
      error: 'Enough today.',
    })
    await user.click(dialog.getByRole('button', { name: 'Send 2 invitations' }))
    expect(await dialog.findByText('Enough today.')).toBeDefined()
    expect(dialog.getAllByRole('listitem')).toHaveLength(2)
    answer('assignments', 'sendInvitations', {
      failed: [bo, siv].map(({ person }) => ({ person_id: person.id, code: 'opted_out' as const })),
    })
    await user.click(dialog.getByRole('button', { name: 'Send 2 invitations' }))
    expect(await dialog.findByText('2 people could not be asked.')).toBeDefined()
    expect(dialog.queryByRole('button', { name: 'Undo' })).toBeNull()
  })

  it('names before whom nothing reaches', async () => {
    answer('shifts', 'listShifts', { shifts: [morning] })
    answer(
      'assignments',
      'previewInvitations',
      buildInvitationPreview({ unreachable: [{ person_id: siv.person.id, code: 'address_bounced' }] }),
    )
    const user = await renderApp(`/?event=${event.id}`)
    await screen.findByRole('table')
    await user.click(
      within(screen.getByRole('region', { name: 'To do' })).getByRole('button', { name: /^Send/ }),
    )
    expect(await screen.findByText('The address or number does not exist')).toBeDefined()
  })

  it('folds the preview on a phone', async () => {
    setWidth(390)
    answer('shifts', 'listShifts', { shifts: [morning] })
    answer('assignments', 'previewInvitations', buildInvitationPreview())
    const user = await renderApp(`/?event=${event.id}`)
    await user.click(await screen.findByRole('button', { name: /^Send 2/ }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Send 2 invitations' }))
    const summary = await dialog.findByText('Preview')
    expect(summary.closest('details')?.open).toBe(false)
  })
})

it('lists as many people as one call takes, and counts the others', () => {
  const assignment = Array.from({ length: 1_002 }, (_, n) =>
    buildAssignment('INVITED', { first_name: `Nr ${String(n).padStart(4, '0')}`, last_name: 'Ek' }),
  )
  const shift = buildShift(event, entrance, { assignment })
  const { recipients, left } = listRecipients([shift], {
    kind: 'not_asked',
    person_ids: undefined,
    language: 'en',
  })
  expect([recipients.length, left]).toEqual([1_000, 2])
  expect(recipients.at(-1)?.person.first_name).toBe('Nr 0999')
})
