import type { ApiKey } from '@muster/contract/api-keys'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { answer, lose, refuse, stall } from '../../testing/answers.ts'
import { buildEvent, buildId } from '../../testing/build-event.ts'
import { answerOrganization, renderApp } from '../../testing/render-app.tsx'

const PAGE = '/organizations/api-keys'
const SECRET = `mk_${'aB3_-'.repeat(9).slice(0, 43)}`

const old = buildEvent({ name: 'Past', event_date_start: '2020-06-01T06:00:00.000Z' })
const fair = buildEvent({ name: 'Midsommar i parken' })

const buildKey = (given: Partial<ApiKey> = {}): ApiKey => ({
  id: buildId(),
  name: 'Ticket office',
  start: 'mk_aB3_-aB',
  rights: ['read', 'plan'],
  event: null,
  created_by: 'asa@midsommar.example',
  created_by_name: 'Åsa Öberg',
  is_stopped: false,
  created_at: '2026-06-01T10:00:00.000Z',
  expires_at: '2199-08-30T10:00:00.000Z',
  last_used_at: null,
  ...given,
})

async function open(keys: ApiKey[], language: 'en' | 'sv' = 'en', from = PAGE) {
  answerOrganization()
  answer('members', 'listMembers', { members: [], invitations: [] })
  answer('apiKeys', 'listApiKeys', { api_keys: keys })
  answer('assignments', 'countOpenLinks', { links: 90 })
  answer('events', 'listEvents', { events: [old, fair] })
  const user = await renderApp(from, { language })
  if (from !== PAGE) await user.click(await screen.findByRole('link', { name: 'API keys' }))
  const section = within(
    await screen.findByRole('region', { name: language === 'en' ? 'API keys' : 'API-nycklar' }),
  )
  return { user, section }
}

it.each([
  ['en', 'Stopped: this account is disabled, or somebody else had used it'],
  ['sv', 'Stoppad: kontot är avstängt, eller någon annan hade använt det'],
] as const)('a key whose creator is disabled is shown as stopped (%s)', async (language, words) => {
  const { section } = await open([buildKey({ is_stopped: true }), buildKey({ name: 'Works' })], language)
  const [stopped, works] = await section.findAllByRole('listitem')
  expect(stopped?.textContent).toContain(words)
  expect(works?.textContent).not.toContain(words)
})

describe('the list of API keys', () => {
  it.each([
    [
      'en',
      'Read, Plan',
      'The whole organization',
      'Not yet',
      '30 August 2199',
      '1 June 2026 by Åsa Öbergasa@midsommar.example',
    ],
    [
      'sv',
      'Läsa, Planera',
      'Hela organisationen',
      'Inte än',
      '30 augusti 2199',
      '1 juni 2026 av Åsa Öbergasa@midsommar.example',
    ],
  ] as const)('shows what a key may do, and who created it (%s)', async (language, ...facts) => {
    const { section } = await open([buildKey()], language)
    const item = within(await section.findByRole('listitem'))
    expect(item.getByRole('heading', { name: 'Ticket office' })).toBeDefined()
    expect(item.getByText(/mk_aB3_-aB$/)).toBeDefined()
    expect(
      item.getAllByRole('definition').map(({ textContent }) => textContent?.replace(/\u00a0/g, ' ')),
    ).toEqual(facts)
  })

  it('shows the event of a key, its last use, and that it never expires', async () => {
    const { section } = await open([
      buildKey({
        event: { id: fair.id, name: fair.name },
        last_used_at: '2026-06-02T10:30:00.000Z',
        expires_at: null,
      }),
    ])
    const facts = (await section.findAllByRole('definition')).map(({ textContent }) => textContent)
    expect(facts.join('|').replace(/\u00a0/g, ' ')).toBe(
      'Read, Plan|Midsommar i parken|2 June 2026, 12:30|Never|1 June 2026 by Åsa Öbergasa@midsommar.example',
    )
  })

  it.each([
    ['en', 'Expired'],
    ['sv', 'Har gått ut'],
  ] as const)('marks a key that has expired (%s)', async (language, text) => {
    const { section } = await open([buildKey({ expires_at: '2026-01-01T00:00:00.000Z' })], language)
    expect(await section.findByText(text)).toBeDefined()
  })

  it.each([
    ['en', 'There are no API keys yet.'],
    ['sv', 'Det finns inga API-nycklar än.'],
  ] as const)('says that it is empty (%s)', async (language, text) => {
    const { section } = await open([], language)
    expect(await section.findByText(text)).toBeDefined()
  })

  it('says that it is loading', async () => {
    answerOrganization()
    stall('apiKeys', 'listApiKeys')
    await renderApp(PAGE)
    const section = within(await screen.findByRole('region', { name: 'API keys' }))
    expect(section.getByText('Loading')).toBeDefined()
  })
})

describe('a new API key', () => {
  const created = { ...buildKey({ name: 'Kassan', rights: ['plan'] }), secret: SECRET }

  async function create(language: 'en' | 'sv' = 'en', from = PAGE) {
    const { user, section } = await open([buildKey()], language, from)
    const asked = answer('apiKeys', 'createApiKey', created)
    const name = language === 'en' ? 'Create API key' : 'Skapa API-nyckel'
    await user.click(screen.getByRole('button', { name }))
    const form = within(await screen.findByRole('dialog', { name }))
    await user.type(form.getByLabelText(language === 'en' ? 'Name' : 'Namn'), 'Kassan')
    return { user, section, form, asked, submit: () => user.click(form.getByRole('button', { name })) }
  }

  it('is created with the rights, the event and the expiry that were chosen', async () => {
    const { user, form, asked, submit } = await create()
    expect(form.getByRole('checkbox', { name: /^Read/ })).toHaveProperty('checked', true)
    await user.click(form.getByRole('checkbox', { name: /^Read/ }))
    await user.click(form.getByRole('checkbox', { name: /^Plan/ }))
    await form.findByRole('option', { name: fair.name })
    await user.selectOptions(form.getByRole('combobox', { name: 'Reaches' }), fair.name)
    await user.selectOptions(form.getByRole('combobox', { name: 'Expires' }), 'In 365 days')
    await submit()
    await screen.findByRole('dialog', { name: '“Kassan” is created' })
    expect(asked[0]?.body).toEqual({
      name: 'Kassan',
      rights: ['plan'],
      event_id: fair.id,
      expires_in_days: 365,
    })
  })

  it('is offered the latest event first', async () => {
    const { form } = await create()
    await form.findByRole('option', { name: fair.name })
    const reaches = within(form.getByRole('combobox', { name: 'Reaches' }))
    expect(reaches.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'The whole organization',
      fair.name,
      old.name,
    ])
  })

  it.each([
    [
      'en',
      /^A key of one event sees only .* It cannot read messages or the list of people, nor add events\.$/,
    ],
    [
      'sv',
      /^En nyckel för ett evenemang ser bara .* inte läsa meddelanden eller listan över personer, och inte lägga till evenemang\.$/,
    ],
  ] as const)('says what one of one event cannot do (%s)', async (language, hint) => {
    const { form } = await create(language)
    expect(form.getByText(hint)).toBeDefined()
  })

  it('may read all of the organization for 90 days unless said otherwise, or for ever', async () => {
    const { user, form, asked, submit } = await create()
    expect(form.getByRole('combobox', { name: 'Expires' })).toHaveProperty('value', '90')
    await user.selectOptions(form.getByRole('combobox', { name: 'Expires' }), 'Never')
    await submit()
    await screen.findByRole('dialog', { name: '“Kassan” is created' })
    expect(asked[0]?.body).toEqual({
      name: 'Kassan',
      rights: ['read'],
      event_id: null,
      expires_in_days: null,
    })
  })

  it.each([
    [
      'en',
      '“Kassan” is created',
      'Copy the secret now. It is not shown again.',
      'Secret',
      'Copy secret',
      'Copied',
      'Done',
    ],
    [
      'sv',
      '”Kassan” är skapad',
      'Kopiera hemligheten nu. Den visas inte igen.',
      'Hemlighet',
      'Kopiera hemligheten',
      'Kopierad',
      'Klart',
    ],
  ] as const)(
    'shows its secret once, to be copied (%s)',
    async (language, title, once, label, copy, copied, done) => {
      const { user, section, submit } = await create(language)
      const { secret: _, ...listed } = created
      answer('apiKeys', 'listApiKeys', { api_keys: [listed, buildKey()] })
      await submit()
      const dialog = within(await screen.findByRole('dialog', { name: title }))
      expect(dialog.getByText(once)).toBeDefined()
      expect(dialog.getByLabelText(label)).toHaveProperty('value', SECRET)
      const button = dialog.getByRole('button', { name: copy })
      expect(document.activeElement).toBe(button)
      await user.click(button)
      expect(await dialog.findByRole('button', { name: copied })).toBeDefined()
      expect(await navigator.clipboard.readText()).toBe(SECRET)
      await user.click(dialog.getByRole('button', { name: done }))
      expect(screen.queryByRole('dialog')).toBeNull()
      const names = await section.findAllByRole('heading', { level: 2 })
      expect(names.map(({ textContent }) => textContent)).toEqual(['Kassan', 'Ticket office'])
      expect(document.body.innerHTML).not.toContain(SECRET)
    },
  )

  it.each([
    ['en', 'Done', 'Close without copying the secret?', 'Cancel', 'Close anyway'],
    ['sv', 'Klart', 'Stänga utan att kopiera hemligheten?', 'Avbryt', 'Stäng ändå'],
  ] as const)('is not closed by mistake (%s)', async (language, done, question, back, confirm) => {
    const { user, submit } = await create(language)
    await submit()
    await user.click(await screen.findByRole('button', { name: done }))
    const asked = within(await screen.findByRole('alertdialog', { name: question }))
    await user.click(asked.getByRole('button', { name: back }))
    expect(screen.getByDisplayValue(SECRET)).toBeDefined()
    await user.click(screen.getByRole('button', { name: done }))
    await user.click(await screen.findByRole('button', { name: confirm }))
    expect(screen.queryByDisplayValue(SECRET)).toBeNull()
  })

  it('is not left uncopied with the tab, nor by going back, without a question', async () => {
    const { user, submit } = await create('en', '/organizations/members')
    await submit()
    await screen.findByDisplayValue(SECRET)
    const leaving = new Event('beforeunload', { cancelable: true })
    window.dispatchEvent(leaving)
    expect(leaving.defaultPrevented).toBe(true)

    history.back()
    const question = within(
      await screen.findByRole('alertdialog', { name: 'Close without copying the secret?' }),
    )
    await user.click(question.getByRole('button', { name: 'Cancel' }))
    expect(location.pathname).toBe(PAGE)
    expect(screen.getByDisplayValue(SECRET)).toBeDefined()

    await user.click(screen.getByRole('button', { name: 'Copy secret' }))
    await screen.findByRole('button', { name: 'Copied' })
    const copied = new Event('beforeunload', { cancelable: true })
    window.dispatchEvent(copied)
    expect(copied.defaultPrevented).toBe(false)
  })

  it('can be copied by hand where the browser does not allow copying', async () => {
    const { user, submit } = await create()
    await submit()
    const button = await screen.findByRole('button', { name: 'Copy secret' })
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(
      new DOMException('no', 'NotAllowedError'),
    )
    await user.click(button)
    expect((await screen.findByRole('alert')).textContent).toBe(
      'The browser did not allow copying. Select the secret and copy it.',
    )
    const secret = screen.getByLabelText('Secret')
    await user.click(secret)
    await user.copy()
    await user.click(screen.getByRole('button', { name: 'Done' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('is created once, however fast the button is pressed again', async () => {
    const { form, asked } = await create()
    const button = form.getByRole('button', { name: 'Create API key' })
    // `user` is not used, because it lets the page render between the presses.
    act(() => {
      button.click()
      button.click()
    })
    await screen.findByRole('dialog', { name: '“Kassan” is created' })
    expect(asked).toHaveLength(1)
  })

  it('is listed when its answer was lost, so that it can be revoked', async () => {
    const { section, form, submit } = await create()
    const lost = lose('apiKeys', 'createApiKey')
    const { secret: _, ...listed } = created
    answer('apiKeys', 'listApiKeys', { api_keys: [listed, buildKey()] })
    await submit()
    expect((await form.findByRole('alert')).textContent).toMatch(/^Failed to create the API key\. /)
    expect(lost).toHaveLength(1)
    expect(await section.findByText('Kassan')).toBeDefined()
  })

  it('shows what is sent until it is answered', async () => {
    const { user, form, submit } = await create()
    stall('apiKeys', 'createApiKey')
    await submit()
    await form.findByText('Creating...')
    await user.type(form.getByLabelText('Name'), '!')
    expect(form.getByLabelText('Name')).toHaveProperty('value', 'Kassan')
  })

  it('needs a name and a right', async () => {
    const { user, form, asked, submit } = await create()
    await user.clear(form.getByLabelText('Name'))
    await user.click(form.getByRole('checkbox', { name: /^Read/ }))
    await submit()
    expect(await form.findByText('Give the key a name.')).toBeDefined()
    expect(form.getByText('Choose at least one.')).toBeDefined()
    expect(asked).toEqual([])
  })

  it.each([
    ['en', {}, 'Failed to create the API key'],
    ['sv', {}, 'Det gick inte att skapa API-nyckeln'],
    [
      'en',
      { error: 'This event does not exist, or has been removed.' },
      'This event does not exist, or has been removed.',
    ],
  ] as const)('says in the form why it was refused (%s)', async (language, refusal, text) => {
    const { form, submit } = await create(language)
    refuse('apiKeys', 'createApiKey', refusal)
    await submit()
    expect((await form.findByRole('alert')).textContent).toBe(text)
    expect(form.getByDisplayValue('Kassan')).toBeDefined()
  })
})

describe('revoking', () => {
  const texts = {
    en: { button: 'Revoke Ticket office', question: 'Revoke “Ticket office”?', confirm: 'Revoke API key' },
    sv: {
      button: 'Återkalla Ticket office',
      question: 'Återkalla ”Ticket office”?',
      confirm: 'Återkalla API-nyckeln',
    },
  }

  it.each([
    ['en', /^Also replace the 90 personal links to coming shifts/],
    ['sv', /^Ersätt också de 90 personliga länkarna till kommande pass/],
  ] as const)(
    'replaces the personal links that the key could read, if it is ticked (%s)',
    async (language, tick) => {
      const key = buildKey({ rights: ['read', 'plan'], event: null })
      const { user, section } = await open([key], language)
      const asked = answer('apiKeys', 'revokeApiKey', undefined)
      await user.click(await section.findByRole('button', { name: texts[language].button }))
      const dialog = within(await screen.findByRole('alertdialog'))
      const box = await dialog.findByRole('checkbox', { name: tick })
      expect(box).toHaveProperty('checked', false)
      await user.click(box)
      await user.click(dialog.getByRole('button', { name: texts[language].confirm }))
      await waitFor(() => expect(asked).toHaveLength(1))
      expect(asked[0]).toMatchObject({ path: `/admin/api-keys/${key.id}`, query: '?replace_links=true' })
    },
  )

  it.each([
    { rights: ['read', 'send'], event: null },
    { rights: ['read', 'plan'], event: { id: buildId(), name: 'Festival' } },
  ] satisfies Partial<ApiKey>[])('offers nothing for a key that could read no links: %j', async (given) => {
    const { user, section } = await open([buildKey(given)], 'en')
    await user.click(await section.findByRole('button', { name: texts.en.button }))
    const dialog = within(await screen.findByRole('alertdialog'))
    expect(dialog.queryByRole('checkbox')).toBeNull()
  })

  it.each([
    ['en', '“Ticket office” is revoked'],
    ['sv', '”Ticket office” är återkallad'],
  ] as const)('is asked for first, and takes the key off the list (%s)', async (language, done) => {
    const key = buildKey()
    const { user, section } = await open([key, buildKey({ name: 'Website' })], language)
    const asked = answer('apiKeys', 'revokeApiKey', undefined)
    const { button, question, confirm } = texts[language]
    await section.findByRole('button', { name: button })
    answer('apiKeys', 'listApiKeys', { api_keys: [buildKey({ name: 'Website' })] })
    await user.click(await section.findByRole('button', { name: button }))
    const dialog = within(await screen.findByRole('alertdialog', { name: question }))
    expect(asked).toEqual([])
    await user.click(dialog.getByRole('button', { name: confirm }))
    expect(await screen.findByText(done)).toBeDefined()
    expect(asked.map(({ path }) => path)).toEqual([`/admin/api-keys/${key.id}`])
    expect(section.getAllByRole('listitem')).toHaveLength(1)
    expect(screen.queryByRole('alertdialog')).toBeNull()
    const create = { en: 'Create API key', sv: 'Skapa API-nyckel' }[language]
    expect(document.activeElement).toBe(screen.getByRole('button', { name: create }))
  })

  it('is done when it was done before, and the answer was lost', async () => {
    const { user, section } = await open([buildKey()])
    lose('apiKeys', 'revokeApiKey')
    const { button, question, confirm } = texts.en
    await user.click(await section.findByRole('button', { name: button }))
    answer('apiKeys', 'listApiKeys', { api_keys: [] })
    const dialog = within(await screen.findByRole('alertdialog', { name: question }))
    await user.click(dialog.getByRole('button', { name: confirm }))
    await dialog.findByRole('alert')
    expect(await section.findByText('There are no API keys yet.')).toBeDefined()
    refuse('apiKeys', 'revokeApiKey', { status: 404, code: 'api_key_not_found', error: 'Not here.' })
    await user.click(dialog.getByRole('button', { name: confirm }))
    expect(await screen.findByText('“Ticket office” is revoked')).toBeDefined()
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })

  const past = '2026-01-01T00:00:00.000Z'
  it.each([
    ['en', 'works', {}, 'Whatever uses the key loses its access within five seconds. This cannot be undone.'],
    [
      'sv',
      'works',
      {},
      'Det som använder nyckeln förlorar sin åtkomst inom fem sekunder. Det går inte att ångra.',
    ],
    [
      'en',
      'has expired',
      { expires_at: past, is_stopped: true },
      'The key has already expired. This removes it from the list.',
    ],
    [
      'sv',
      'has expired',
      { expires_at: past, is_stopped: true },
      'Nyckeln har redan gått ut. Nu försvinner den ur listan.',
    ],
    ['en', 'is stopped', { is_stopped: true }, 'The key does not work now. After this it never works again.'],
    [
      'sv',
      'is stopped',
      { is_stopped: true },
      'Nyckeln fungerar inte nu. Efter det här fungerar den aldrig igen.',
    ],
  ] as const)('says what it does to a key that (%s) %s', async (language, _state, given, text) => {
    const { user, section } = await open([buildKey(given)], language)
    const { button, question } = texts[language]
    await user.click(await section.findByRole('button', { name: button }))
    expect(within(await screen.findByRole('alertdialog', { name: question })).getByText(text)).toBeDefined()
  })

  it.each([
    ['en', 'Failed to revoke the API key'],
    ['sv', 'Det gick inte att återkalla API-nyckeln'],
  ] as const)('says that it failed, and keeps the key (%s)', async (language, text) => {
    const { user, section } = await open([buildKey()], language)
    refuse('apiKeys', 'revokeApiKey')
    const { button, confirm } = texts[language]
    await user.click(await section.findByRole('button', { name: button }))
    await user.click(await screen.findByRole('button', { name: confirm }))
    expect((await screen.findByRole('alert')).textContent).toBe(text)
    expect(section.getAllByRole('listitem')).toHaveLength(1)
  })
})
