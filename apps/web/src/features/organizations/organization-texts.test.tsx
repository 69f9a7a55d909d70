import { screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { answer, refuse, stall } from '../../testing/answers.ts'
import { buildOrganization } from '../../testing/build-event.ts'
import { answerOrganization, renderApp } from '../../testing/render-app.tsx'

vi.mock('../../live/connection.ts', () => import('../../testing/live-channel.ts'))

const words = {
  en: { name: 'Name', create: 'Create Organization', save: 'Save settings' },
  sv: { name: 'Namn', create: 'Skapa organisation', save: 'Spara inställningarna' },
} as const
const languages = ['en', 'sv'] as const
const lund = buildOrganization({ name: 'Föreningen i Lund' })

async function create(language: 'en' | 'sv', name = 'Ny') {
  answerOrganization(lund)
  const user = await renderApp('/organizations/new', { language })
  await user.type(await screen.findByLabelText(words[language].name), name)
  await user.click(screen.getByRole('button', { name: words[language].create }))
}

describe.each(languages)('creating one (%s)', (language) => {
  it('says that it is busy', async () => {
    stall('organizations', 'createOrganization')
    await create(language)
    expect(await screen.findByText({ en: 'Creating...', sv: 'Skapar...' }[language])).toBeDefined()
  })

  const failed = { en: 'Failed to create organization', sv: 'Det gick inte att skapa organisationen' }

  it.each([
    ['without a sentence', {}, failed[language]],
    ['with one', { status: 429, error: 'Too many organisations.' }, 'Too many organisations.'],
  ])('says why it was refused %s', async (_how, refusal, text) => {
    refuse('organizations', 'createOrganization', refusal)
    await create(language)
    expect((await screen.findByRole('alert')).textContent).toBe(text)
  })

  it('takes an answer without the organisation for a failure', async () => {
    answer('organizations', 'createOrganization', Object.create(null))
    await create(language)
    expect((await screen.findByRole('alert')).textContent).toBe(failed[language])
  })

  it('asks for a name', async () => {
    await create(language, '  ')
    expect(
      await screen.findByText(
        { en: 'Organization name is required', sv: 'Organisationen behöver ett namn' }[language],
      ),
    ).toBeDefined()
  })

  it('says what it is, to whoever has none too', async () => {
    answerOrganization(lund)
    await renderApp('/organizations/new', { language })
    const intro = {
      en: 'A group with its own events, shifts and people.',
      sv: 'En grupp med egna evenemang, pass och personer.',
    }
    expect(await screen.findByText(intro[language])).toBeDefined()
    expect(
      screen.getByRole('link', { name: { en: 'Cancel', sv: 'Avbryt' }[language] }).getAttribute('href'),
    ).toBe('/')

    answer('organizations', 'getLastActiveOrganization', {
      organizations: [],
      last_active_organization: null,
    })
    await renderApp('/', { language })
    const first = {
      en: 'You do not belong to an organisation yet. Create one to begin.',
      sv: 'Du tillhör ingen organisation än. Skapa en för att börja.',
    }
    expect(await screen.findByText(first[language])).toBeDefined()
  })

  it('says when the organisations cannot be read', async () => {
    refuse('organizations', 'getLastActiveOrganization')
    refuse('organizations', 'listMyOrganizations')
    await renderApp('/people', { language })
    expect((await screen.findByRole('alert')).textContent).toContain(
      { en: 'Failed to fetch data', sv: 'Det gick inte att hämta uppgifterna' }[language],
    )
  })
})

describe.each(languages)('the settings (%s)', (language) => {
  const hints = {
    en: [
      'What holds for all events, people and messages of Föreningen i Lund.',
      'New events start in it. Events that exist keep theirs.',
      'Messages to people without a language of their own are written in it.',
      'Phone numbers without a country code are read as numbers of this country.',
      'At most 11 letters without accents, digits and spaces. Empty: taken from the name.',
      'SMS come from',
      'Nobody can answer a name. In some countries, such as the USA, a number is shown instead.',
    ],
    sv: [
      'Det som gäller för alla evenemang, personer och meddelanden i Föreningen i Lund.',
      'Nya evenemang börjar i den. Evenemang som finns behåller sin.',
      'Meddelanden till personer utan eget språk skrivs på det.',
      'Telefonnummer utan landsnummer läses som nummer i det landet.',
      'Högst 11 bokstäver utan accenter, siffror och mellanslag. Tomt: tas från namnet.',
      'Sms kommer från',
      'Det går inte att svara på sms från ett namn. I några länder, som USA, visas ett nummer i stället.',
    ],
  }

  it('say what each is for', async () => {
    answerOrganization(lund)
    await renderApp('/organizations/settings', { language })
    await screen.findByLabelText(words[language].name)
    for (const hint of hints[language]) expect(screen.getByText(hint, { exact: false })).toBeDefined()
  })

  it('say that numbers from a country without rules of ours need their code', async () => {
    answerOrganization({ ...lund, country: 'PL' })
    await renderApp('/organizations/settings', { language })
    expect(
      await screen.findByText(
        {
          en: 'Phone numbers of this country have to be written with their country code, +.',
          sv: 'Telefonnummer i det landet behöver skrivas med landsnummer, +.',
        }[language],
      ),
    ).toBeDefined()
  })

  it('say that somebody else was quicker', async () => {
    answerOrganization(lund)
    refuse('organizations', 'updateOrganization', { status: 409, code: 'changed_elsewhere' })
    const user = await renderApp('/organizations/settings', { language })
    await user.type(await screen.findByLabelText(words[language].name), '!')
    await user.click(screen.getByRole('button', { name: words[language].save }))
    const texts = {
      en: 'Somebody else has changed the settings in the meantime. What you typed is still here; the rest has been read again. Save once more to keep yours.',
      sv: 'Någon annan har ändrat inställningarna under tiden. Det du har skrivit finns kvar här, resten har lästs in på nytt. Spara en gång till för att behålla ditt.',
    }
    expect(await screen.findByText(texts[language])).toBeDefined()
  })

  it('say that they are being saved', async () => {
    answerOrganization(lund)
    stall('organizations', 'updateOrganization')
    const user = await renderApp('/organizations/settings', { language })
    await user.type(await screen.findByLabelText(words[language].name), '!')
    await user.click(screen.getByRole('button', { name: words[language].save }))
    expect(await screen.findByText({ en: 'Saving...', sv: 'Sparar...' }[language])).toBeDefined()
  })
})
