import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCommandLine } from '../../test/command-line.ts'
import { readConfig } from '../config.ts'
import { newId } from '../db/ids.ts'
import { verifyPassword } from '../features/session/passwords.ts'
import { loadKeys } from '../signing/keys.ts'
import { printKeys } from './key-commands.ts'

const { muster, startMuster, execute, close } = await createCommandLine()
afterAll(close)

describe('create-admin', () => {
  test('takes the password from standard input', async () => {
    const args = [
      '--email',
      ' Asa@Muster.Example ',
      '--organization',
      'Åhus IF',
      '--language',
      'sv',
      '--country',
      'SE',
    ]
    const { code, out } = await startMuster(['create-admin', ...args], { input: 'three blue bikes\n' })
    expect(code).toBe(0)
    expect(out).not.toContain('three blue bikes')
    const created = await findAdministrator('asa@muster.example')
    expect(created).toMatchObject({ name: 'Åhus IF', language: 'sv', country: 'SE' })
    expect(await verifyPassword(created?.password_hash, 'three blue bikes')).toBe(true)

    const again = await startMuster(['create-admin', ...args], { input: 'three blue bikes\n' })
    expect(again).toEqual({
      code: 1,
      out: '',
      err: expect.stringMatching(/\nThere is an account for Asa@Muster\.Example already\.\n$/),
    })
  })

  test('makes a password when none is given, and shows it once', async () => {
    const { out } = await startMuster([
      'create-admin',
      '--email',
      'bo@muster.example',
      '--organization',
      'Bo',
    ])
    const password = /^Password, shown only now: (\S{20})$/m.exec(out)?.[1] ?? ''
    const created = await findAdministrator('bo@muster.example')
    // D23: no country is assumed.
    expect(created).toMatchObject({ country: null })
    expect(await verifyPassword(created?.password_hash, password)).toBe(true)
  })

  test.each([
    [['--email', 'x', '--organization', 'X'], 'The e-mail is wrong: Not an e-mail address.'],
    [['--email', 'c@muster.example'], '--organization is missing.'],
    [
      ['--email', 'c@muster.example', '--organization', ' '],
      'The organisation (name) is wrong: Organization name is required.',
    ],
  ])('%j is refused in one sentence', async (args, sentence) => {
    expect(await muster(['create-admin', ...args])).toEqual({ code: 1, out: '', err: `${sentence}\n` })
  })

  test('a password that is easy to guess is refused', async () => {
    const args = ['create-admin', '--email', 'c@muster.example', '--organization', 'C']
    expect(await startMuster(args, { input: 'password1234' })).toEqual({
      code: 1,
      out: '',
      err: expect.stringMatching(
        /\nChoose a password of 12 to 200 characters that is not easy to guess\.\n$/,
      ),
    })
  })
})

describe('the sender of an organisation', () => {
  const id = '019d0000-0000-7000-8000-000000000000'
  beforeAll(() =>
    execute(`insert into organization (id, name, time_zone, language, country, sms_sender)
             values ('${id}', 'Lunds BK', 'Europe/Stockholm', 'sv', 'SE', 'LBK 26')`),
  )

  test('is listed while it waits', async () => {
    const out = `${id}  "LBK 26"  wanted by "Lunds BK"\n`
    expect(await muster(['list-senders'])).toEqual({ code: 0, out, err: '' })
  })

  test.each([
    [['--organization', id], '--sender is missing.'],
    [['--organization', id, '--sender', 'LBK'], `No organisation ${id} wants "LBK".`],
  ])('%j is refused', async (flags, sentence) => {
    expect(await muster(['approve-sender', ...flags])).toEqual({ code: 1, out: '', err: `${sentence}\n` })
  })

  test('is approved as it was chosen', async () => {
    const flags = ['--organization', id, '--sender', 'LBK 26']
    const out = 'SMS of the organisation come from "LBK 26".\n'
    expect(await muster(['approve-sender', ...flags])).toEqual({ code: 0, out, err: '' })
    const { rows } = await execute('select approved_sms_sender from organization where id = $1', [id])
    expect(rows).toEqual([{ approved_sms_sender: 'LBK 26' }])
  })
})

describe('requests of a person (D33)', () => {
  const organization = '019d0000-0000-7000-8000-0000000000aa'
  const person = '019d0000-0000-7000-8000-0000000000bb'
  const flags = ['--organization', organization, '--person', person]
  const nobody = ['--organization', organization, '--person', organization]
  beforeAll(async () => {
    await execute(`insert into organization (id, name, time_zone, language, country)
      values ('${organization}', 'Åhus IF', 'Europe/Stockholm', 'sv', 'SE')`)
    await execute(`insert into person (organization_id, id, first_name, last_name, email, notes, identity_key)
      values ('${organization}', '${person}', 'Ida', 'Lind', 'Ida@Volunteer.example', 'Kommer sent',
        E'ida@volunteer.example\\nida\\nlind')`)
  })

  const found = `--organization ${organization} --person ${person}  Ida Lind, of "Åhus IF"\n`
  test.each([
    [['--email', 'IDA@volunteer.example'], found],
    [['--email', 'ida@volunteer.example', '--organization', organization], found],
    [['--email', 'bo@volunteer.example'], 'Nobody has this address.\n'],
  ])('find-person %j', async (given, out) => {
    expect(await muster(['find-person', ...given])).toEqual({ code: 0, out, err: '' })
  })

  test('export-person prints what the API answers, and nothing of the row besides', async () => {
    const { code, out } = await muster(['export-person', ...flags])
    expect(code).toBe(0)
    expect(JSON.parse(out)).toEqual({
      exported_at: expect.any(String),
      organization: { id: organization, name: 'Åhus IF' },
      person: {
        id: person,
        first_name: 'Ida',
        last_name: 'Lind',
        email: 'Ida@Volunteer.example',
        phone: null,
        child_team: null,
        notes: 'Kommer sent',
        language: null,
        tags: [],
        created_at: expect.any(String),
      },
      shifts: [],
      waiting: [],
      requests: [],
      answers: [],
      email_changes: [],
      messages: [],
      opt_outs: [],
    })
  })

  test.each([
    ['export-person', nobody, `Organisation ${organization} has no person ${organization}.`],
    ['erase-person', nobody, `Organisation ${organization} has no person ${organization}.`],
    ['erase-person', flags, '--yes is missing.'],
    ['erase-person', flags.slice(0, 2), '--person is missing.'],
    ['find-person', [], '--email is missing.'],
  ])('%s %j is refused in one sentence', async (command, given, sentence) => {
    expect(await muster([command, ...given])).toEqual({ code: 1, out: '', err: `${sentence}\n` })
  })

  test('erase-person erases them', async () => {
    expect(await muster(['erase-person', ...flags, '--yes'])).toEqual({
      code: 0,
      out: 'Ida Lind is erased.\n',
      err: '',
    })
    const { rows } = await execute('select from person where id = $1', [person])
    expect(rows).toEqual([])
  })
})

test('end-account ends an account with notice', async () => {
  await execute(`insert into app_user (id, email, password_hash)
    values ('019d0000-0000-7000-8000-0000000000cc', 'eva@muster.example', 'none')`)
  const ended = await muster(['end-account', '--email', 'Eva@muster.example', '--yes'])
  expect(ended).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^The account of Eva@muster\.example ends on \d{4}-\d\d-\d\d\./),
  })
  const { rows } = await execute(`select template from account_message where address = 'eva@muster.example'`)
  expect(rows).toEqual([{ template: 'account_ending' }])
})

test('end-account knows no account of that address', async () => {
  expect(await muster(['end-account', '--email', 'bo-ek@muster.example', '--yes'])).toEqual({
    code: 1,
    out: '',
    err: 'There is no account for bo-ek@muster.example.\n',
  })
})

describe('sessions and second factors', () => {
  const [organization, lost, other] = [newId(), newId(), newId()]
  beforeAll(async () => {
    await execute(`insert into organization (id, name, time_zone, language, country)
      values ('${organization}', 'Ystads IF', 'Europe/Stockholm', 'sv', 'SE')`)
    await execute(`insert into app_user (id, email, password_hash)
      values ('${lost}', 'lost@muster.example', 'none'), ('${other}', 'other@muster.example', 'none')`)
    await execute(`insert into membership (organization_id, user_id, role)
      values ('${organization}', '${lost}', 'admin')`)
  })

  test('end-sessions ends those of one account, or of all', async () => {
    await addSession(lost)
    await addSession(lost)
    await addSession(other)
    const one = await muster(['end-sessions', '--email', 'Lost@muster.example', '--yes'])
    const out = 'Sessions that were ended: 2. They are refused within five seconds.\n'
    expect(one).toEqual({ code: 0, out, err: '' })
    expect([await countOpen(lost), await countOpen(other)]).toEqual([0, 1])
    expect((await muster(['end-sessions', '--all', '--yes'])).code).toBe(0)
    expect(await countOpen(other)).toBe(0)
  })

  test('reset-factors removes factors, passkeys and recovery codes, and tells', async () => {
    for (const user_id of [lost, other]) {
      await addSession(user_id)
      await execute(`insert into mfa_factor (id, user_id, factor_type, friendly_name, status, secret)
        values ('${newId()}', '${user_id}', 'totp', 'App', 'verified', 'sealed')`)
      await execute(`insert into webauthn_credential (id, user_id, credential_id, public_key, counter, transports, friendly_name, is_synced)
        values ('${newId()}', '${user_id}', '${newId()}', 'key', 0, '{}', 'Laptop', false)`)
      await execute(`insert into recovery_code (user_id, hash) values ('${user_id}', '${newId()}')`)
    }
    const reset = await muster(['reset-factors', '--email', 'lost@muster.example', '--yes'])
    expect(reset).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^Second factors that were removed: 2, sessions that were ended: 1\./),
    })
    const { rows: left } = await execute(`select user_id from mfa_factor
      union all select user_id from webauthn_credential union all select user_id from recovery_code`)
    expect(left).toEqual([{ user_id: other }, { user_id: other }, { user_id: other }])
    expect([await countOpen(lost), await countOpen(other)]).toEqual([0, 1])

    const { rows: logged } = await execute(
      `select actor_kind, action, subjects from audit_log where organization_id = '${organization}'`,
    )
    expect(logged).toEqual([
      { actor_kind: 'operator', action: 'member.factors_reset', subjects: { user_id: lost } },
    ])
    const { rows: sent } = await execute(
      `select payload from account_message where address = 'lost@muster.example'`,
    )
    expect(sent).toEqual([{ payload: { change: 'factors_reset', at: expect.any(String) } }])
  })

  test.each([
    ['end-sessions', [], '--email or --all is needed.'],
    ['end-sessions', ['--all', '--email', 'lost@muster.example'], '--email or --all is needed.'],
    ['reset-factors', ['--email', 'lost@muster.example'], '--yes is missing.'],
    [
      'reset-factors',
      ['--email', 'no@muster.example', '--yes'],
      'There is no account for no@muster.example.',
    ],
  ])('%s %j is refused in one sentence', async (command, flags, sentence) => {
    expect(await muster([command, ...flags])).toEqual({ code: 1, out: '', err: `${sentence}\n` })
  })
})

test('generate-keys prints keys the configuration takes, even where it would not start without', async () => {
  const { out, code } = await startMuster(['generate-keys'], {
    env: { NODE_ENV: 'production', DATABASE_URL: '' },
  })
  expect(code).toBe(0)
  const keys = await loadKeys(readConfig({ ...readSettings(out), NODE_ENV: 'test' }, '/nowhere'))
  expect(keys.session[0].crv).toBe('P-256')
})

test('rotate-keys publishes a key before it signs, and keeps the one before', async () => {
  const made: string[] = []
  printKeys({ print: (line) => made.push(line) })
  const settings = readSettings(made.join('\n'))
  const kidsOf = async (session_keys: string) => {
    const config = readConfig({ ...settings, SESSION_KEYS: session_keys, NODE_ENV: 'test' }, '/nowhere')
    return (await loadKeys(config)).session.map(({ kid }) => kid)
  }
  const rotate = async (session_keys: string) => {
    const { out, code } = await muster(['rotate-keys'], { ...settings, SESSION_KEYS: session_keys })
    expect(code).toBe(0)
    return readSettings(out)['SESSION_KEYS'] ?? ''
  }
  const first = settings['SESSION_KEYS'] ?? ''
  const second = await rotate(first)
  const third = await rotate(second)
  const [[a], [a2, b], [b2, c, a3]] = [await kidsOf(first), await kidsOf(second), await kidsOf(third)]
  expect([a2, b2, a3]).toEqual([a, b, a])
  expect(new Set([a, b, c]).size).toBe(3)
})

test('migrate says when it is done, and why it cannot', async () => {
  expect(await muster(['migrate'])).toEqual({ code: 0, out: 'The database is up to date.\n', err: '' })
  const away = await startMuster(['migrate'], { env: { DATABASE_URL: 'postgres://x@127.0.0.1:1/x' } })
  expect(away).toMatchObject({
    code: 1,
    err: expect.stringMatching(/\nThe database at .* does not answer.*\n$/),
  })
})

test('an unknown command shows what there is', async () => {
  const { code, err } = await startMuster(['make-coffee'])
  expect(code).toBe(1)
  expect(err).toContain('create-admin')
})

const readSettings = (lines: string): Record<string, string> =>
  Object.fromEntries([...lines.matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]))

async function findAdministrator(email: string) {
  const { rows } = await execute<{ password_hash: string; name: string }>(
    `select u.password_hash, o.name, o.language, o.country
     from app_user u join membership m on m.user_id = u.id join organization o on o.id = m.organization_id
     where u.email = $1`,
    [email],
  )
  return rows[0]
}

const addSession = (user_id: string) =>
  execute(`insert into session (id, user_id) values ('${newId()}', '${user_id}')`)

async function countOpen(user_id: string): Promise<number> {
  const { rows } = await execute('select from session where user_id = $1 and ended_at is null', [user_id])
  return rows.length
}
