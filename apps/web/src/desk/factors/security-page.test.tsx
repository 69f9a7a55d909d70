import { routes } from '@muster/contract/routes'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { readToken } from '../../api/credentials.ts'
import { queryClient } from '../../api/query-client.ts'
import { answer, refuse, stall } from '../../testing/answers.ts'
import { buildOrganization } from '../../testing/build-event.ts'
import { answerFactors, answerSecurity, buildFactor, buildPasskey } from '../../testing/build-factors.ts'
import { buildIssued } from '../../testing/build-token.ts'
import { answerOrganization, renderApp } from '../../testing/render-app.tsx'
import { server } from '../../testing/server.ts'
import { startRegistration } from '../../testing/webauthn.ts'

const PAGE = '/account/security'
const codes = Array.from({ length: 10 }, (_, index) => `k3m9-x7qd-p2wf-h5tn-c8rv-j4yb-6${index}`)
const challenge_id = '0197b0a0-0000-7000-8000-0000000000aa'
const secret = 'JBSWY3DPEHPK3PXP'
const totp = { qr_code: '<svg/>', secret, uri: `otpauth://totp/Muster:a?secret=${secret}&issuer=Muster` }

const region = async (name: string) => within(await screen.findByRole('region', { name }))

beforeEach(() => {
  answerOrganization()
  answerSecurity()
})

describe('that other devices have to sign in again', () => {
  const note = {
    en: 'On other devices you need to sign in again.',
    sv: 'På andra enheter behöver du logga in igen.',
  }
  const titles = {
    en: { app: 'Authenticator app', sms: 'Text messages', passkey: 'Passkeys' },
    sv: { app: 'Autentiseringsapp', sms: 'Sms', passkey: 'Inloggningsnycklar (passkeys)' },
  }

  async function begin(kind: 'app' | 'sms' | 'passkey', language: 'en' | 'sv' = 'en') {
    vi.stubGlobal('PublicKeyCredential', () => undefined)
    answer('factors', 'enrolFactor', { id: buildFactor().id, type: 'totp', friendly_name: '', totp })
    answer('factors', 'challengeSecondFactor', {
      challenge_id,
      expires_at: '2199-01-01T00:00:00.000Z',
      options: null,
    })
    const user = await renderApp(PAGE, { language })
    const section = await region(titles[language][kind])
    await user.click(await section.findByRole('button', { name: /^(Turn on|Slå på|Add|Lägg till)/ }))
    if (kind === 'sms') await user.type(section.getByRole('textbox'), '+46 70 123 45 67{Enter}')
    await screen.findByRole('textbox', { name: /^(Code|Kod|Name|Namn)/ })
  }

  it.each([
    ['en', 'app'],
    ['sv', 'app'],
    ['en', 'sms'],
    ['sv', 'sms'],
    ['en', 'passkey'],
    ['sv', 'passkey'],
  ] as const)('is said before the first second step (%s, %s)', async (language, kind) => {
    answerFactors({ is_phone_available: true })
    await begin(kind, language)
    expect(screen.getByText(note[language])).toBeDefined()
    // The steps are what to do.
    if (kind === 'app') expect(screen.getByText('2').closest('ol')?.children).toHaveLength(2)
  })

  it.each<['app' | 'sms' | 'passkey', Parameters<typeof answerFactors>[0]]>([
    ['app', { passkeys: [buildPasskey()] }],
    ['sms', { factors: [buildFactor()] }],
    ['passkey', { factors: [buildFactor()] }],
  ])('is not said before another (%s)', async (kind, given) => {
    answerFactors({ is_phone_available: true, ...given })
    await begin(kind)
    expect(screen.queryByText(note.en)).toBeNull()
  })
})

describe('the authenticator app', () => {
  it('is turned on with the code that it shows; then recovery codes are shown once', async () => {
    answerFactors()
    const factor = buildFactor()
    const enrolled = answer('factors', 'enrolFactor', {
      id: factor.id,
      type: 'totp',
      friendly_name: '',
      totp,
    })
    const verified = buildIssued()
    const asked = answer('factors', 'verifySecondFactor', verified)
    answer('factors', 'createRecoveryCodes', { codes })
    const user = await renderApp(PAGE)
    const app = await region('Authenticator app')
    await user.click(app.getByRole('button', { name: 'Turn on' }))
    expect(await app.findByText('JBSW Y3DP EHPK 3PXP')).toBeDefined()
    expect(enrolled[0]?.body).toEqual({ factor_type: 'totp' })
    answerFactors({ factors: [factor], recovery_codes_left: 10 })
    await user.type(app.getByLabelText('Code'), '123456')

    const list = await screen.findByRole('list', { name: 'Recovery codes' })
    expect(
      within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(codes)
    expect(asked[0]?.body).toEqual({ method: 'totp', factor_id: factor.id, code: '123456' })
    expect(readToken()).toBe(verified.token)
    expect(app.getByText(/^On since 3\sMarch/)).toBeDefined()

    await user.click(screen.getByRole('button', { name: 'I have saved them' }))
    expect(screen.queryByText(codes[0] ?? '')).toBeNull()
    expect(screen.getByText('10 codes left')).toBeDefined()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Make new codes' }))
  })

  it('says when the code is wrong', async () => {
    answerFactors()
    answer('factors', 'enrolFactor', { id: buildFactor().id, type: 'totp', friendly_name: '', totp })
    refuse('factors', 'verifySecondFactor', { status: 422, error: 'The code is wrong or has been used.' })
    const user = await renderApp(PAGE)
    const app = await region('Authenticator app')
    await user.click(app.getByRole('button', { name: 'Turn on' }))
    const onThisPhone = await app.findByRole('link', { name: 'Open the app on this phone' })
    expect(onThisPhone.getAttribute('href')).toBe(totp.uri)
    await user.type(await app.findByLabelText('Code'), '123456')
    expect(await app.findByText('The code is wrong or has been used.')).toBeDefined()
    await user.click(app.getByRole('button', { name: 'Cancel' }))
    expect(app.getByRole('button', { name: 'Turn on' })).toBeDefined()
  })

  it('says why it cannot be turned on', async () => {
    answerFactors()
    refuse('factors', 'enrolFactor', { status: 422, error: 'You have as many as you may have.' })
    const user = await renderApp(PAGE)
    const app = await region('Authenticator app')
    await user.click(app.getByRole('button', { name: 'Turn on' }))
    expect((await app.findByRole('alert')).textContent).toBe('You have as many as you may have.')
  })

  it('moves to a new phone, and the old one goes afterwards', async () => {
    const old = buildFactor()
    const added = buildFactor()
    answerFactors({ factors: [old], recovery_codes_left: 8 })
    answer('factors', 'enrolFactor', { id: added.id, type: 'totp', friendly_name: '', totp })
    const removed = answer('factors', 'removeFactor', undefined)
    refuse('factors', 'verifySecondFactor', { status: 422, error: 'Wrong.' })
    const user = await renderApp(PAGE)
    const app = await region('Authenticator app')
    await user.click(await app.findByRole('button', { name: 'Move to a new phone' }))
    await user.type(await app.findByLabelText('Code'), '123456')
    expect(await app.findByText('Wrong.')).toBeDefined()
    expect(removed).toEqual([])

    answer('factors', 'verifySecondFactor', buildIssued())
    await user.clear(app.getByLabelText('Code'))
    await user.type(app.getByLabelText('Code'), '654321')
    await waitFor(() => expect(app.queryByLabelText('Code')).toBeNull())
    expect(removed.map(({ path }) => path)).toEqual([`/api/account/factors/${old.id}`])
  })

  it('keeps the new phone when the old one could not be removed at once', async () => {
    const old = buildFactor()
    const added = buildFactor()
    answerFactors({ factors: [old], recovery_codes_left: 8 })
    answer('factors', 'enrolFactor', { id: added.id, type: 'totp', friendly_name: '', totp })
    answer('factors', 'verifySecondFactor', buildIssued())
    refuse('factors', 'removeFactor', { status: 503, error: 'Too busy.' })
    const user = await renderApp(PAGE)
    const app = await region('Authenticator app')
    await user.click(await app.findByRole('button', { name: 'Move to a new phone' }))
    await user.type(await app.findByLabelText('Code'), '123456')
    expect(await app.findByText('Too busy.')).toBeDefined()

    answerFactors({ factors: [old, added], recovery_codes_left: 8 })
    await queryClient.refetchQueries({ queryKey: ['factors'] })
    const removed = answer('factors', 'removeFactor', undefined)
    await user.clear(app.getByLabelText('Code'))
    await user.type(app.getByLabelText('Code'), '654321')
    await waitFor(() => expect(app.queryByLabelText('Code')).toBeNull())
    expect(removed.map(({ path }) => path)).toEqual([`/api/account/factors/${old.id}`])
  })

  it('is turned off after a question that says what it means', async () => {
    answerOrganization(buildOrganization({ name: 'Solsidan', second_factor: 'required' }))
    const factor = buildFactor()
    answerFactors({ factors: [factor], recovery_codes_left: 8 })
    const removed = answer('factors', 'removeFactor', undefined)
    const user = await renderApp(PAGE)
    const app = await region('Authenticator app')
    expect(await app.findByText(/A second step is required by Solsidan/)).toBeDefined()
    await user.click(app.getByRole('button', { name: 'Turn off' }))
    const question = within(await screen.findByRole('alertdialog'))
    expect(question.getByText(/It is your only second step/)).toBeDefined()
    expect(question.getByText('Without one you cannot open Solsidan.')).toBeDefined()
    answerFactors()
    await user.click(question.getByRole('button', { name: 'Turn off' }))
    const turnOn = await app.findByRole('button', { name: 'Turn on' })
    await waitFor(() => expect(document.activeElement).toBe(turnOn))
    expect(removed).toHaveLength(1)
    expect(screen.queryByRole('region', { name: 'Recovery codes' })).toBeNull()
  })

  it('is not the only step beside a passkey', async () => {
    answerFactors({ factors: [buildFactor()], passkeys: [buildPasskey()], recovery_codes_left: 8 })
    const user = await renderApp(PAGE)
    await user.click((await region('Authenticator app')).getByRole('button', { name: 'Turn off' }))
    const question = within(await screen.findByRole('alertdialog'))
    expect(question.queryByText(/It is your only second step/)).toBeNull()
  })

  it('that could not be turned off says why in the question', async () => {
    answerFactors({ factors: [buildFactor()], recovery_codes_left: 8 })
    refuse('factors', 'removeFactor', { status: 503, error: 'Too busy.' })
    const user = await renderApp(PAGE)
    await user.click((await region('Authenticator app')).getByRole('button', { name: 'Turn off' }))
    const question = within(await screen.findByRole('alertdialog'))
    await user.click(question.getByRole('button', { name: 'Turn off' }))
    expect((await question.findByRole('alert')).textContent).toBe('Too busy.')
  })
})

describe('codes by SMS', () => {
  it('are not offered where none are sent', async () => {
    answerFactors()
    await renderApp(PAGE)
    await region('Authenticator app')
    expect(screen.queryByRole('region', { name: 'Text messages' })).toBeNull()
  })

  it('are turned on with a code to the number', async () => {
    answerFactors({ is_phone_available: true, recovery_codes_left: 3 })
    const factor = buildFactor({ factor_type: 'phone', phone: '••••••4567' })
    const phone = '+46701234567'
    const enrolled = answer('factors', 'enrolFactor', {
      id: factor.id,
      type: 'phone',
      friendly_name: '',
      phone,
    })
    const sent = answer('factors', 'challengeSecondFactor', {
      challenge_id,
      expires_at: '2199-01-01T00:00:00.000Z',
      options: null,
    })
    const verified = answer('factors', 'verifySecondFactor', buildIssued())
    const user = await renderApp(PAGE)
    const sms = await region('Text messages')
    await user.click(sms.getByRole('button', { name: 'Turn on' }))
    expect(document.activeElement).toBe(sms.getByLabelText('Phone number'))
    await user.type(sms.getByLabelText('Phone number'), '070 123 45 67')
    await user.click(sms.getByRole('button', { name: 'Send code' }))
    expect(await sms.findByText(/^Enter the number with its country code/)).toBeDefined()
    expect(enrolled).toEqual([])
    await user.clear(sms.getByLabelText('Phone number'))
    await user.type(sms.getByLabelText('Phone number'), '+46 70 123 45 67')
    await user.click(sms.getByRole('button', { name: 'Send code' }))
    expect(await sms.findByText('We have sent a code to +46 70 123 45 67.')).toBeDefined()
    answerFactors({ is_phone_available: true, factors: [factor], recovery_codes_left: 3 })
    await user.type(sms.getByLabelText('Code from the SMS'), '123456')
    expect(await sms.findByText('Codes go to ••••••4567.')).toBeDefined()
    expect(document.activeElement).toBe(sms.getByRole('button', { name: 'Turn off' }))
    expect(sent[0]?.body).toEqual({ method: 'phone', factor_id: factor.id })
    expect(verified[0]?.body).toEqual({ method: 'phone', factor_id: factor.id, challenge_id, code: '123456' })
  })

  it('that cannot be sent say why', async () => {
    answerFactors({ is_phone_available: true })
    refuse('factors', 'enrolFactor', { status: 409, error: 'No messages go to this number.' })
    const user = await renderApp(PAGE)
    const sms = await region('Text messages')
    await user.click(sms.getByRole('button', { name: 'Turn on' }))
    await user.type(sms.getByLabelText('Phone number'), '+46 70 123 45 67{Enter}')
    expect((await sms.findByRole('alert')).textContent).toBe('No messages go to this number.')
  })
})

describe('passkeys', () => {
  const credential = {
    id: 'k',
    rawId: 'k',
    type: 'public-key',
    response: { attestationObject: 'a' },
    clientExtensionResults: {},
  }
  const options = { challenge: 'c', rp: {}, user: {}, pubKeyCredParams: [] }

  async function add(name: string) {
    answer('factors', 'getNewPasskeyOptions', { challenge_id, options })
    const user = await renderApp(PAGE)
    const section = await region('Passkeys')
    await user.click(section.getByRole('button', { name: 'Add a passkey' }))
    const dialog = within(await screen.findByRole('dialog'))
    if (name) await user.type(dialog.getByLabelText('Name (optional)'), name)
    await user.click(dialog.getByRole('button', { name: 'Continue' }))
    return { user, section, dialog }
  }

  beforeEach(() => {
    vi.stubGlobal('PublicKeyCredential', () => undefined)
    answerFactors()
  })

  it('is added with a name', async () => {
    startRegistration.mockImplementationOnce(async () => {
      answerFactors({ passkeys: [passkey], recovery_codes_left: 10 })
      return credential
    })
    const passkey = buildPasskey({ friendly_name: 'My laptop', is_synced: false })
    const added = answer('factors', 'addPasskey', passkey)
    answer('factors', 'createRecoveryCodes', { codes })
    const { section } = await add('My laptop')
    expect(await section.findByText('My laptop')).toBeDefined()
    expect(section.getByText(/^Only on one device · Added 3\sMarch.* · Never used$/)).toBeDefined()
    expect(added[0]?.body).toEqual({ challenge_id, response: credential, friendly_name: 'My laptop' })
    expect(await screen.findByRole('list', { name: 'Recovery codes' })).toBeDefined()
  })

  it('is no error when it is cancelled', async () => {
    startRegistration.mockRejectedValueOnce(new DOMException('', 'NotAllowedError'))
    const { dialog } = await add('')
    await waitFor(() => expect(dialog.queryByText('Waiting for the browser...')).toBeNull())
    expect(dialog.queryByRole('alert')).toBeNull()
  })

  it('is refused on a device that has one', async () => {
    startRegistration.mockRejectedValueOnce(new DOMException('', 'InvalidStateError'))
    const { dialog } = await add('')
    expect((await dialog.findByRole('alert')).textContent).toBe(
      'This device has a passkey for your account already.',
    )
  })

  it('is shown, when the answer that it was added is lost', async () => {
    startRegistration.mockResolvedValueOnce(credential)
    server.use(
      http.post(`*${routes.factors.addPasskey.path}`, () => {
        answerFactors({ passkeys: [buildPasskey()], recovery_codes_left: 0 })
        return HttpResponse.error()
      }),
    )
    const { section, dialog } = await add('')
    await dialog.findByRole('alert')
    expect(await section.findByText('Laptop')).toBeDefined()
  })

  it('asks for the password when the sign-in was long ago, and goes on', async () => {
    startRegistration.mockResolvedValueOnce(credential)
    answer('factors', 'addPasskey', buildPasskey())
    answer('factors', 'createRecoveryCodes', { codes })
    const issued = buildIssued()
    const asked = answer('session', 'login', issued)
    const user = await renderApp(PAGE)
    refuse('factors', 'getNewPasskeyOptions', { status: 400, code: 'reauthentication_needed' })
    await user.click((await region('Passkeys')).getByRole('button', { name: 'Add a passkey' }))
    await user.click(screen.getByRole('button', { name: 'Continue' }))
    const question = within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }))
    answer('factors', 'getNewPasskeyOptions', { challenge_id, options })
    await user.type(question.getByLabelText('Password'), 'a long password')
    answerFactors({ passkeys: [buildPasskey()], recovery_codes_left: 10 })
    await user.click(question.getByRole('button', { name: 'Confirm' }))
    expect(await screen.findByRole('list', { name: 'Recovery codes' })).toBeDefined()
    expect(asked[0]?.body).toEqual({ email: 'demo@muster.example', password: 'a long password' })
    expect(readToken()).toBe(issued.token)
  })

  it('is renamed', async () => {
    const passkey = buildPasskey()
    answerFactors({ passkeys: [passkey], recovery_codes_left: 10 })
    const renamed = answer('factors', 'renamePasskey', { ...passkey, friendly_name: 'Work laptop' })
    const user = await renderApp(PAGE)
    const section = await region('Passkeys')
    await user.click(await section.findByRole('button', { name: 'Rename Laptop' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Rename the passkey' }))
    await user.clear(dialog.getByLabelText('Name'))
    await user.click(dialog.getByRole('button', { name: 'Rename' }))
    expect(await dialog.findByText('Enter a name.')).toBeDefined()
    await user.type(dialog.getByLabelText('Name'), 'Work laptop')
    answerFactors({ passkeys: [{ ...passkey, friendly_name: 'Work laptop' }], recovery_codes_left: 10 })
    await user.click(dialog.getByRole('button', { name: 'Rename' }))
    expect(await section.findByText('Work laptop')).toBeDefined()
    expect(renamed[0]).toMatchObject({
      path: `/api/account/passkeys/${passkey.id}`,
      body: { friendly_name: 'Work laptop' },
    })
  })

  it('is removed after a question', async () => {
    const passkey = buildPasskey({ last_used_at: '2026-04-05T10:00:00.000Z' })
    answerFactors({ passkeys: [passkey], recovery_codes_left: 10 })
    const removed = answer('factors', 'removePasskey', undefined)
    const user = await renderApp(PAGE)
    const section = await region('Passkeys')
    expect(await section.findByText(/^On all your devices .* Last used 5\sApril/)).toBeDefined()
    await user.click(section.getByRole('button', { name: 'Remove Laptop' }))
    const question = within(await screen.findByRole('alertdialog', { name: 'Remove Laptop?' }))
    answerFactors()
    await user.click(question.getByRole('button', { name: 'Remove' }))
    expect(await section.findByText('You have no passkeys.')).toBeDefined()
    expect(removed.map(({ path }) => path)).toEqual([`/api/account/passkeys/${passkey.id}`])
  })
})

it('passkeys cannot be added where the browser has none', async () => {
  answerFactors()
  await renderApp(PAGE)
  const section = await region('Passkeys')
  expect(section.getByText('This browser has no passkeys.')).toBeDefined()
  expect(section.queryByRole('button')).toBeNull()
})

async function makeCodes() {
  const user = await renderApp(PAGE)
  const section = await region('Recovery codes')
  expect(section.getByText('2 codes left')).toBeDefined()
  await user.click(section.getByRole('button', { name: 'Make new codes' }))
  const question = within(await screen.findByRole('alertdialog'))
  await user.click(question.getByRole('button', { name: 'Make new codes' }))
  return user
}

describe('recovery codes', () => {
  beforeEach(() => answerFactors({ factors: [buildFactor()], recovery_codes_left: 2 }))

  it('are made anew after a question, and copied', async () => {
    const asked = answer('factors', 'createRecoveryCodes', { codes })
    const user = await makeCodes()
    await screen.findByRole('list', { name: 'Recovery codes' })
    expect(asked).toHaveLength(1)
    await user.click(screen.getByRole('button', { name: 'Copy' }))
    expect(await screen.findByText('Codes copied')).toBeDefined()
    expect(await navigator.clipboard.readText()).toBe(codes.join('\n'))
  })

  it('are saved as a file', async () => {
    answer('factors', 'createRecoveryCodes', { codes })
    const user = await makeCodes()
    await screen.findByRole('list', { name: 'Recovery codes' })
    let saved: Blob | undefined
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      if (blob instanceof Blob) saved = blob
      return '#'
    })
    await user.click(screen.getByRole('button', { name: 'Save as file' }))
    const text = await saved?.text()
    for (const code of codes) expect(text).toContain(code)
    expect(text).toContain('demo@muster.example')
  })

  it('are not left without a question', async () => {
    answer('factors', 'createRecoveryCodes', { codes })
    const user = await makeCodes()
    await screen.findByRole('list', { name: 'Recovery codes' })
    await user.click(screen.getByRole('link', { name: 'Your details' }))
    const question = within(await screen.findByRole('alertdialog', { name: 'Have you saved the codes?' }))
    await user.click(question.getByRole('button', { name: 'Leave' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Your details' })).toBeDefined()
  })

  it('that could not be made say why', async () => {
    refuse('factors', 'createRecoveryCodes', { status: 429, error: 'Too many attempts.' })
    await makeCodes()
    expect((await screen.findByRole('alert')).textContent).toBe('Too many attempts.')
  })
})

describe('the page', () => {
  it('leads back to where a second factor was asked for, once there is one', async () => {
    answerFactors({ factors: [buildFactor()], recovery_codes_left: 10 })
    answer('people', 'listPeople', [])
    const user = await renderApp(`${PAGE}?next=/people`)
    await user.click(await screen.findByRole('link', { name: 'Back to where you were' }))
    expect(await screen.findByRole('heading', { name: 'People' })).toBeDefined()
  })

  it('leads nowhere before', async () => {
    answerFactors()
    await renderApp(`${PAGE}?next=/people`)
    await region('Authenticator app')
    expect(screen.queryByRole('link', { name: 'Back to where you were' })).toBeNull()
  })

  it('says that it is loading', async () => {
    stall('factors', 'listFactors')
    await renderApp(PAGE)
    expect(await screen.findByText('Loading')).toBeDefined()
  })

  it('speaks Swedish', async () => {
    answerFactors({ is_phone_available: true, factors: [buildFactor()], recovery_codes_left: 1 })
    await renderApp(PAGE, { language: 'sv' })
    expect(await screen.findByRole('heading', { level: 1, name: 'Säkerhet' })).toBeDefined()
    const names = ['Lösenord', 'Autentiseringsapp', 'Sms', 'Inloggningsnycklar (passkeys)']
    for (const name of [...names, 'Återställningskoder', 'Här är du inloggad'])
      expect(await screen.findByRole('region', { name })).toBeDefined()
    expect(screen.getByText('1 kod kvar')).toBeDefined()
  })
})
