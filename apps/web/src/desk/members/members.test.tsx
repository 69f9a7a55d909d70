import type { Member, MemberInvitation } from '@muster/contract/members'
import { routes } from '@muster/contract/routes'
import type { MemberRole } from '@muster/contract/rules/member-role'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import { answer, hold, refuse, stall } from '../../testing/answers.ts'
import { buildEvent, buildId, buildOrganization, buildRole } from '../../testing/build-event.ts'
import { answerOrganization, renderApp } from '../../testing/render-app.tsx'
import { server } from '../../testing/server.ts'

const PAGE = '/organizations/members'

const buildMember = (given: Partial<Member> = {}): Member => ({
  user_id: buildId(),
  name: null,
  email: 'henrik@solsidan.example',
  role: 'viewer',
  leads: [],
  is_disabled: false,
  created_at: '2026-05-01T10:00:00.000Z',
  ...given,
})

const buildInvitation = (given: Partial<MemberInvitation> = {}): MemberInvitation => ({
  id: buildId(),
  email: 'bo@solsidan.example',
  role: 'viewer',
  leads: [],
  language: 'sv',
  state: 'invited',
  invited_by: 'maja@solsidan.example',
  sent_at: '2026-06-01T10:00:00.000Z',
  expires_at: '2026-06-08T10:00:00.000Z',
  ...given,
})

const maja = buildMember({ email: 'maja@solsidan.example', role: 'owner' })
const henrik = buildMember()

async function open({
  role = 'owner',
  members = [maja, henrik],
  invitations = [],
  language = 'en',
}: {
  role?: MemberRole
  members?: Member[]
  invitations?: MemberInvitation[]
  language?: 'en' | 'sv'
} = {}) {
  answerOrganization(buildOrganization({ name: 'Solsidan', role }))
  answer('members', 'listMembers', { members, invitations })
  answer('assignments', 'countOpenLinks', { links: 90 })
  answer('events', 'listEvents', { events: [] })
  return renderApp(PAGE, { language })
}

describe('a disabled account', () => {
  const disabled = buildMember({ email: 'eva@solsidan.example', role: 'owner', is_disabled: true })

  it.each([
    ['en', 'Disabled', 'the only owner who can sign in'],
    ['sv', 'Avstängd', 'enda ägaren som kan logga in'],
  ] as const)('is shown, and is no owner who can act (%s)', async (language, state, last) => {
    await open({ members: [maja, disabled], language })
    const row = (await screen.findByText('eva@solsidan.example')).closest('li')
    expect(row?.textContent).toContain(state)
    expect(screen.getByText('maja@solsidan.example').closest('li')?.textContent).toContain(last)
    expect(row?.textContent).not.toContain(last)
  })

  it('is no owner beside whom the other may leave', async () => {
    await open({ members: [maja, disabled] })
    await screen.findByText('maja@solsidan.example')
    expect(screen.queryByRole('button', { name: 'Leave Solsidan' })).toBeNull()
  })

  it('negative control: one of two owners who can sign in may leave', async () => {
    await open({ members: [maja, { ...disabled, is_disabled: false }] })
    expect(await screen.findByRole('button', { name: 'Leave Solsidan' })).toBeDefined()
  })
})

describe('the members', () => {
  it.each([
    ['en', '2 members', 'Member since 1 June'],
    ['sv', '2 medlemmar', 'Medlem sedan 1 juni'],
  ] as const)('say since when (%s)', async (language, heading, since) => {
    const karin = buildMember({ email: 'karin@solsidan.example', created_at: '2026-06-01T10:00:00.000Z' })
    await open({ members: [henrik, karin], language })
    expect((await screen.findByRole('heading', { name: heading })).textContent).toBe(heading)
    expect(screen.getAllByText(since).length).toBeGreaterThan(0)
  })

  it('are called by their names, with the address beside', async () => {
    const named = buildMember({ name: 'Henrik Ek' })
    const user = await open({
      members: [maja, named],
      invitations: [buildInvitation({ invited_by: 'Maja Å' })],
    })
    const row = (await screen.findByText('Henrik Ek')).closest('li')
    expect(row?.textContent).toContain('henrik@solsidan.example')
    expect(screen.getByText(/by Maja Å$/)).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Actions for Henrik Ek' }))
    expect(await screen.findByRole('menuitem', { name: 'What has Henrik Ek done?' })).toBeDefined()
  })

  it.each([
    ['en', '2 members, 1 invited', 'Invited', 'Active', 'the only owner'],
    ['sv', '2 medlemmar, 1 inbjuden', 'Inbjuden', 'Aktiv', 'enda ägaren'],
  ] as const)('are listed with role and state (%s)', async (language, heading, invited, active, last) => {
    await open({ invitations: [buildInvitation()], language })
    expect(await screen.findByRole('heading', { name: heading })).toBeDefined()
    expect(screen.getByText(invited)).toBeDefined()
    expect(screen.getAllByText(active)).toHaveLength(2)
    // The last owner's role is not offered to be changed.
    expect(screen.getByText(last).textContent).toBe(last)
  })

  it('cannot lower themselves by a slip', async () => {
    // The same id as that of `buildToken`, which is signed in.
    const you = buildMember({ user_id: 'user-1', email: 'per@solsidan.example', role: 'owner' })
    await open({ members: [maja, you] })
    expect(await screen.findByRole('combobox', { name: `Role of ${maja.email}` })).toBeDefined()
    expect(screen.queryByRole('combobox', { name: `Role of ${you.email}` })).toBeNull()
    expect(screen.getByText('(you)').closest('li')?.textContent).toContain('Owner')
  })

  it('get another role by the select', async () => {
    const user = await open()
    const asked = answer('members', 'changeMember', { ...henrik, role: 'admin' })
    const role = await screen.findByRole('combobox', { name: `Role of ${henrik.email}` })
    await user.selectOptions(role, 'Admin')
    await waitFor(() => expect(asked).toHaveLength(1))
    expect(asked[0]).toMatchObject({ path: `/admin/members/${henrik.user_id}`, body: { role: 'admin' } })
  })

  describe.each([
    { language: 'en', of: 'Role of', ends: /API keys that eva@.* has created stop working for good\.$/ },
    { language: 'sv', of: 'Roll för', ends: /API-nycklar som eva@.* har skapat slutar fungera för gott\.$/ },
  ] as const)(
    'who are owners, and whose API keys end with that ($language, K1)',
    ({ language, of, ends }) => {
      const eva = buildMember({ email: 'eva@solsidan.example', role: 'owner' })

      it('get another role after a question', async () => {
        const user = await open({ members: [maja, eva], language })
        const asked = answer('members', 'changeMember', { ...eva, role: 'admin' })
        await user.selectOptions(await screen.findByRole('combobox', { name: `${of} ${eva.email}` }), 'admin')
        const dialog = within(await screen.findByRole('alertdialog'))
        expect(dialog.getByText(ends)).toBeDefined()
        expect(asked).toHaveLength(0)
        await user.click(dialog.getByRole('button', { name: /^(Change the role|Ändra rollen)$/ }))
        await waitFor(() => expect(asked[0]?.body).toEqual({ role: 'admin' }))
      })

      it('become leaders in a dialog that says so', async () => {
        const user = await open({ members: [maja, eva], language })
        await user.selectOptions(
          await screen.findByRole('combobox', { name: `${of} ${eva.email}` }),
          'leader',
        )
        expect(within(await screen.findByRole('dialog')).getByText(ends)).toBeDefined()
      })

      it('are removed after a question that says so', async () => {
        const user = await open({ members: [maja, eva], language })
        await user.click(await screen.findByRole('button', { name: new RegExp(`${eva.email}$`) }))
        await user.click(
          await screen.findByRole('menuitem', { name: /^(Remove from|Ta bort från) Solsidan$/ }),
        )
        expect(within(await screen.findByRole('alertdialog')).getByText(ends)).toBeDefined()
      })
    },
  )

  describe.each([
    {
      language: 'en',
      tick: /^Also replace the 90 personal links to coming shifts/,
      of: 'Role of',
      confirm: /^Change the role$/,
      remove: /^Remove from Solsidan$/,
    },
    {
      language: 'sv',
      tick: /^Ersätt också de 90 personliga länkarna till kommande pass/,
      of: 'Roll för',
      confirm: /^Ändra rollen$/,
      remove: /^Ta bort från Solsidan$/,
    },
  ] as const)(
    'who could read the personal links ($language, D63)',
    ({ language, tick, of, confirm, remove }) => {
      const eva = buildMember({ email: 'eva@solsidan.example', role: 'admin' })

      it.each([false, true])(
        'are lowered after a question, the links replaced if it is ticked: %s',
        async (ticks) => {
          const user = await open({ members: [maja, eva], language })
          const asked = answer('members', 'changeMember', { ...eva, role: 'viewer' })
          await user.selectOptions(
            await screen.findByRole('combobox', { name: `${of} ${eva.email}` }),
            'viewer',
          )
          const dialog = within(await screen.findByRole('alertdialog'))
          const box = await dialog.findByRole('checkbox', { name: tick })
          expect(box).toHaveProperty('checked', false)
          if (ticks) await user.click(box)
          await user.click(dialog.getByRole('button', { name: confirm }))
          await waitFor(() => expect(asked).toHaveLength(1))
          expect(asked[0]).toMatchObject({
            path: `/admin/members/${eva.user_id}`,
            query: ticks ? '?replace_links=true' : '',
          })
        },
      )

      it('are removed, and the links replaced', async () => {
        const user = await open({ members: [maja, eva], language })
        const asked = answer('members', 'removeMember', undefined)
        await user.click(await screen.findByRole('button', { name: new RegExp(`${eva.email}$`) }))
        await user.click(await screen.findByRole('menuitem', { name: remove }))
        const dialog = within(await screen.findByRole('alertdialog'))
        await user.click(await dialog.findByRole('checkbox', { name: tick }))
        await user.click(dialog.getByRole('button', { name: remove }))
        await waitFor(() => expect(asked).toHaveLength(1))
        expect(asked[0]).toMatchObject({
          path: `/admin/members/${eva.user_id}`,
          query: '?replace_links=true',
        })
      })
    },
  )

  it('offers nothing where there are no links', async () => {
    const eva = buildMember({ email: 'eva@solsidan.example', role: 'admin' })
    const user = await open({ members: [maja, eva] })
    const remove = async () => {
      await user.click(await screen.findByRole('button', { name: new RegExp(`${eva.email}$`) }))
      await user.click(await screen.findByRole('menuitem', { name: 'Remove from Solsidan' }))
      return within(await screen.findByRole('alertdialog'))
    }
    const counted = answer('assignments', 'countOpenLinks', { links: 0 })
    const none = await remove()
    await waitFor(() => expect(counted).toHaveLength(1))
    expect(none.queryByRole('checkbox')).toBeNull()
  })

  it('show the new role also when the answer is lost', async () => {
    const user = await open()
    server.use(
      http.put(`*${routes.members.changeMember.path}`, () => {
        answer('members', 'listMembers', { members: [maja, { ...henrik, role: 'owner' }], invitations: [] })
        return HttpResponse.error()
      }),
    )
    const role = await screen.findByRole('combobox', { name: `Role of ${henrik.email}` })
    await user.selectOptions(role, 'Owner')
    await screen.findByRole('dialog', { name: 'That did not work' })
    await waitFor(() => expect(role).toHaveProperty('value', 'owner'))
  })

  it('become leaders of chosen roles, at least one', async () => {
    const role_id = buildId()
    const event = buildEvent({ name: 'Festival', roles: [buildRole({ id: role_id, name: 'Kafé' })] })
    const user = await open()
    answer('events', 'listEvents', { events: [event] })
    const asked = answer('members', 'changeMember', { ...henrik, role: 'leader' })
    const role = await screen.findByRole('combobox', { name: `Role of ${henrik.email}` })
    await user.selectOptions(role, 'Leader')
    const dialog = within(await screen.findByRole('dialog', { name: `Roles that ${henrik.email} leads` }))
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(dialog.getByText('Choose at least one role.')).toBeDefined()
    const [first] = await dialog.findAllByRole('checkbox')
    if (first) await user.click(first)
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(asked[0]?.body).toEqual({ role: 'leader', lead_role_ids: [role_id] }))
  })

  it('have the focus on their menu again when its question is cancelled', async () => {
    const user = await open()
    const actions = await screen.findByRole('button', { name: `Actions for ${henrik.email}` })
    await user.click(actions)
    await user.click(await screen.findByRole('menuitem', { name: 'Remove from Solsidan' }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(document.activeElement).toBe(actions))
  })

  it('are offered the roles of the latest event first', async () => {
    const user = await open()
    answer('events', 'listEvents', {
      events: ['Last year', 'This year'].map((name) =>
        buildEvent({ name, roles: [buildRole({ name: 'Kafé' }), buildRole({ name: 'Kök' })] }),
      ),
    })
    const role = await screen.findByRole('combobox', { name: `Role of ${henrik.email}` })
    await user.selectOptions(role, 'Leader')
    const dialog = within(await screen.findByRole('dialog', { name: `Roles that ${henrik.email} leads` }))
    const boxes = await dialog.findAllByRole<HTMLInputElement>('checkbox')
    expect(boxes.map(({ labels }) => labels?.[0]?.textContent)).toEqual([
      'Kafé · This year',
      'Kök · This year',
      'Kafé · Last year',
      'Kök · Last year',
    ])
  })

  it.each([
    ['en', 'Leader', 'Failed to fetch the roles', 'Try again'],
    ['sv', 'Passledare', 'Det gick inte att hämta rollerna', 'Försök igen'],
  ] as const)('cannot be given roles that are not fetched (%s)', async (language, leader, text, again) => {
    const user = await open({ language })
    refuse('events', 'listEvents', {})
    const [role] = await screen.findAllByRole('combobox', { name: new RegExp(henrik.email) })
    if (role) await user.selectOptions(role, leader)
    const dialog = within(await screen.findByRole('dialog'))
    await dialog.findByText(text)
    expect(dialog.queryByText(/^(There are no roles yet|Det finns inga roller än)/)).toBeNull()
    answer('events', 'listEvents', { events: [buildEvent({ roles: [buildRole({ name: 'Kafé' })] })] })
    await user.click(dialog.getByRole('button', { name: again }))
    expect(await dialog.findByRole('checkbox')).toBeDefined()
  })

  it('are given no roles while these are loaded', async () => {
    const user = await open()
    stall('events', 'listEvents')
    const role = await screen.findByRole('combobox', { name: `Role of ${henrik.email}` })
    await user.selectOptions(role, 'Leader')
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText('Loading')).toBeDefined()
    expect(dialog.queryByText(/^There are no roles yet/)).toBeNull()
  })

  it.each([
    [
      'en',
      `Actions for ${henrik.email}`,
      'Remove from Solsidan',
      `Remove ${henrik.email}?`,
      / within five seconds\. Nothing changes in other organizations\.$/,
    ],
    [
      'sv',
      `Åtgärder för ${henrik.email}`,
      'Ta bort från Solsidan',
      `Vill du ta bort ${henrik.email}?`,
      / senast om fem sekunder\. Inget ändras i andra organisationer\.$/,
    ],
  ] as const)('are removed after a question (%s)', async (language, menu, remove, question, text) => {
    const user = await open({ language })
    const asked = answer('members', 'removeMember', undefined)
    await user.click(await screen.findByRole('button', { name: menu }))
    await user.click(await screen.findByRole('menuitem', { name: remove }))
    const dialog = within(await screen.findByRole('alertdialog', { name: question }))
    expect(dialog.getByText(text)).toBeDefined()
    expect(asked).toHaveLength(0)
    answer('members', 'listMembers', { members: [maja], invitations: [] })
    await user.click(dialog.getByRole('button', { name: remove }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(asked[0]?.path).toBe(`/admin/members/${henrik.user_id}`)
    const list = await screen.findByRole('heading', { name: /^1 (member|medlem)$/ })
    expect(document.activeElement).toBe(list)
  })

  it('says why the last owner cannot be changed by two at once', async () => {
    const user = await open()
    refuse('members', 'changeMember', { status: 409, error: 'An organization needs an owner.' })
    const role = await screen.findByRole('combobox', { name: `Role of ${henrik.email}` })
    await user.selectOptions(role, 'Admin')
    expect(await screen.findByText('An organization needs an owner.')).toBeDefined()
  })

  it('lead to what they have done', async () => {
    const user = await open()
    answer('log', 'listLog', [])
    await user.click(await screen.findByRole('button', { name: `Actions for ${henrik.email}` }))
    await user.click(await screen.findByRole('menuitem', { name: `What has ${henrik.email} done?` }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Log' })).toBeDefined()
    expect(new URLSearchParams(location.search).get('actor')).toBe(henrik.user_id)
    expect(screen.getByRole('combobox', { name: 'Who' })).toHaveProperty('value', henrik.user_id)
  })
})

describe('an invitation', () => {
  it.each([
    ['en', 'E-mail', 'Send invite', 'Invitation sent to bo@solsidan.example'],
    ['sv', 'E-post', 'Skicka inbjudan', 'Inbjudan är skickad till bo@solsidan.example'],
  ] as const)('is sent (%s)', async (language, email, submit, sent) => {
    const user = await open({ language })
    const asked = answer('members', 'inviteMember', buildInvitation())
    await user.type(await screen.findByLabelText(email), 'bo@solsidan.example')
    await user.click(screen.getByRole('button', { name: submit }))
    expect(await screen.findByText(sent)).toBeDefined()
    expect(asked[0]?.body).toEqual({
      email: 'bo@solsidan.example',
      role: 'admin',
      language: 'sv',
      lead_role_ids: [],
    })
  })

  it('keeps its field as it is while it is sent, with the focus', async () => {
    const user = await open()
    const letGo = hold('members', 'inviteMember', buildInvitation())
    const field = await screen.findByLabelText('E-mail')
    await user.type(field, 'bo@solsidan.example{Enter}')
    await screen.findByText('Sending...')
    await user.keyboard('eva@solsidan.example')
    expect(field).toHaveProperty('value', 'bo@solsidan.example')
    letGo()
    await screen.findByText('Invitation sent to bo@solsidan.example')
    await waitFor(() => expect(screen.queryByText('Sending...')).toBeNull())
    expect(document.activeElement).toBe(field)
    await user.keyboard('eva@solsidan.example')
    expect(field).toHaveProperty('value', 'eva@solsidan.example')
  })

  it('needs a complete address', async () => {
    const user = await open()
    await user.type(await screen.findByLabelText('E-mail'), 'bo')
    await user.click(screen.getByRole('button', { name: 'Send invite' }))
    expect(await screen.findByText(/^The address is not complete/)).toBeDefined()
  })

  it('says why it was not sent', async () => {
    const user = await open()
    refuse('members', 'inviteMember', { status: 409, error: 'This address already belongs to a member.' })
    await user.type(await screen.findByLabelText('E-mail'), 'bo@solsidan.example')
    await user.click(screen.getByRole('button', { name: 'Send invite' }))
    expect((await screen.findByRole('alert')).textContent).toBe('This address already belongs to a member.')
  })

  it.each([
    ['en', 'invited', 'The link in the e-mail stops working at once.'],
    ['en', 'expired', 'The link in the e-mail has already stopped working.'],
    ['sv', 'invited', 'Länken i mejlet slutar fungera direkt.'],
    ['sv', 'expired', 'Länken i mejlet har redan slutat fungera.'],
  ] as const)(
    'says what becomes of its link when it is withdrawn (%s, %s)',
    async (language, state, text) => {
      const bo = buildInvitation({ state })
      const user = await open({ language, invitations: [bo] })
      await user.click(
        await screen.findByRole('button', { name: new RegExp(`^(Actions for|Åtgärder för) ${bo.email}$`) }),
      )
      await user.click(await screen.findByRole('menuitem', { name: /^(Withdraw|Dra tillbaka)/ }))
      expect(within(await screen.findByRole('alertdialog')).getByText(text)).toBeDefined()
    },
  )

  it('is sent again, and withdrawn', async () => {
    const bo = buildInvitation({ state: 'expired' })
    const user = await open({ invitations: [bo] })
    expect(await screen.findByText('Expired')).toBeDefined()
    const again = answer('members', 'resendMemberInvitation', bo)
    await user.click(screen.getByRole('button', { name: `Actions for ${bo.email}` }))
    await user.click(await screen.findByRole('menuitem', { name: 'Send again' }))
    await waitFor(() => expect(again[0]?.path).toBe(`/admin/member-invitations/${bo.id}/send`))
    await screen.findByText(`A new link was sent to ${bo.email}`)
    const sent = { ...bo, state: 'invited' as const }
    answer('members', 'listMembers', { members: [maja, henrik], invitations: [sent] })
    await user.click(screen.getByRole('button', { name: `Send again to ${bo.email}` }))
    await waitFor(() => expect(document.activeElement?.textContent).toContain(bo.email))
    expect(again).toHaveLength(2)
    expect(screen.queryByText('Expired')).toBeNull()
    const withdrawn = answer('members', 'withdrawMemberInvitation', undefined)
    await user.click(screen.getByRole('button', { name: `Actions for ${bo.email}` }))
    await user.click(await screen.findByRole('menuitem', { name: 'Withdraw the invitation' }))
    answer('members', 'listMembers', { members: [maja, henrik], invitations: [] })
    await user.click(await screen.findByRole('button', { name: 'Withdraw the invitation' }))
    await waitFor(() => expect(withdrawn).toHaveLength(1))
    const list = await screen.findByRole('heading', { name: '2 members' })
    expect(document.activeElement).toBe(list)
  })
})

describe('who is no owner', () => {
  it.each([
    [
      'en',
      'What you may do in Solsidan.',
      'You are Viewer in Solsidan. Owners see and change the members.',
      'Leave Solsidan',
      'Leave',
      'You have left Solsidan',
    ],
    [
      'sv',
      'Det här får du göra i Solsidan.',
      'Din roll i Solsidan är ”Läsare”. Ägare ser medlemmarna och ändrar deras roller.',
      'Lämna Solsidan',
      'Lämna',
      'Du har lämnat Solsidan',
    ],
  ] as const)(
    'sees their own role only, and may leave (%s)',
    async (language, intro, text, leave, confirm, left) => {
      const user = await open({ role: 'viewer', language })
      expect(await screen.findByText(intro)).toBeDefined()
      expect(await screen.findByText(text)).toBeDefined()
      expect(screen.queryByRole('button', { name: /invite|inbjudan/ })).toBeNull()
      const list = screen.getByRole('navigation', { name: language === 'en' ? 'Settings' : 'Inställningar' })
      expect(within(list).queryByRole('link', { name: /API/ })).toBeNull()
      const asked = answer('members', 'leaveOrganization', undefined)
      // A long name must not widen the page.
      expect(screen.getByRole('button', { name: leave }).className).toContain('wrap-anywhere')
      await user.click(screen.getByRole('button', { name: leave }))
      answer('organizations', 'getLastActiveOrganization', {
        organizations: [],
        last_active_organization: null,
        may_create_organizations: true,
      })
      const dialog = within(await screen.findByRole('alertdialog'))
      await user.click(dialog.getByRole('button', { name: confirm }))
      await waitFor(() => expect(location.pathname).toBe('/organizations/new'))
      expect(await screen.findByText(left)).toBeDefined()
      expect(asked).toHaveLength(1)
    },
  )

  it.each([
    '/organizations/settings',
    '/organizations/api-keys',
    '/organizations/log',
    '/events/x/broadcast',
  ])('is told plainly at %s', async (address) => {
    answerOrganization(buildOrganization({ name: 'Solsidan', role: 'viewer' }))
    await renderApp(address)
    expect(await screen.findByRole('heading', { level: 1, name: 'Not for your role' })).toBeDefined()
    expect(screen.getByText(/^Your role in Solsidan does not allow this/)).toBeDefined()
  })

  it.each([
    ['/people', 'People', /Add person|Actions for/],
    ['/events', 'Events', /Add event|Edit|More about/],
  ])('finds nothing to change at %s', async (address, title, buttons) => {
    answerOrganization(buildOrganization({ role: 'viewer' }))
    answer('events', 'listEvents', { events: [buildEvent({ name: 'Festival' })] })
    answer('people', 'listPeople', [
      {
        id: buildId(),
        first_name: 'Åsa',
        last_name: 'Öberg',
        email: '',
        phone: null,
        child_team: null,
        notes: null,
        language: null,
        tags: [],
        version: 1,
      },
    ])
    await renderApp(address)
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeDefined()
    expect(await screen.findByText(/Åsa Öberg|Festival/)).toBeDefined()
    expect(screen.queryByRole('button', { name: buttons })).toBeNull()
    expect(screen.queryByRole('link', { name: '' })).toBeNull()
  })
})
