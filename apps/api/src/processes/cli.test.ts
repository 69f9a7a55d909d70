import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { Client, type QueryResultRow } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { readConfig } from '../config.ts'
import { verifyPassword } from '../features/session/passwords.ts'
import { loadKeys } from '../signing/keys.ts'

let database: TestDatabase
let data_dir: string
beforeAll(async () => {
  database = await createTestDatabase()
  data_dir = await mkdtemp(path.join(tmpdir(), 'muster-cli-'))
})
afterAll(async () => {
  await database.drop()
  await rm(data_dir, { recursive: true })
})

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
    const { code, out } = await muster(['create-admin', ...args], { input: 'three blue bikes\n' })
    expect(code).toBe(0)
    expect(out).not.toContain('three blue bikes')
    const created = await findAdministrator('asa@muster.example')
    expect(created).toMatchObject({ name: 'Åhus IF', language: 'sv', country: 'SE' })
    expect(await verifyPassword(created?.password_hash, 'three blue bikes')).toBe(true)

    const again = await muster(['create-admin', ...args], { input: 'three blue bikes\n' })
    expect(again).toEqual({ code: 1, out: '', err: 'There is an account for Asa@Muster.Example already.\n' })
  })

  test('makes a password when none is given, and shows it once', async () => {
    const { out } = await muster(['create-admin', '--email', 'bo@muster.example', '--organization', 'Bo'])
    const password = /^Password, shown only now: (\S{20})$/m.exec(out)?.[1] ?? ''
    const created = await findAdministrator('bo@muster.example')
    // D23: no country is assumed.
    expect(created).toMatchObject({ country: null })
    expect(await verifyPassword(created?.password_hash, password)).toBe(true)
  })

  test.each([
    [['--email', 'x', '--organization', 'X'], '', 'The e-mail is wrong: Not an e-mail address.'],
    [
      ['--email', 'c@muster.example'],
      '',
      '--organization is missing: without a terminal nobody can be asked.',
    ],
    [
      ['--email', 'c@muster.example', '--organization', ' '],
      '',
      'The organisation (name) is wrong: Organization name is required.',
    ],
    [
      ['--email', 'c@muster.example', '--organization', 'C'],
      'password1234',
      'Choose a password of 12 to 200 characters that is not easy to guess.',
    ],
  ])('%j with %j is refused in one sentence', async (args, input, sentence) => {
    expect(await muster(['create-admin', ...args], { input })).toEqual({
      code: 1,
      out: '',
      err: `${sentence}\n`,
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
    const out = `${id}  "LBK 26"  chosen by "Lunds BK"\n`
    expect(await muster(['list-senders'])).toEqual({ code: 0, out, err: '' })
  })

  test.each([
    [['--organization', id], '--organization and --sender are needed.'],
    [['--organization', id, '--sender', 'LBK'], `No organisation ${id} has chosen "LBK".`],
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
        created_at: expect.any(String),
      },
      shifts: [],
      messages: [],
      opt_outs: [],
    })
  })

  test.each([
    ['export-person', nobody, `Organisation ${organization} has no person ${organization}.`],
    ['erase-person', nobody, `Organisation ${organization} has no person ${organization}.`],
    ['erase-person', flags, '--yes is missing: without a terminal nobody can be asked.'],
    ['erase-person', flags.slice(0, 2), '--person is missing: without a terminal nobody can be asked.'],
    ['find-person', [], '--email is missing: without a terminal nobody can be asked.'],
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

describe('messages of a restored backup', () => {
  const organization = '019d0000-0000-7000-8000-0000000000dd'
  const id = '019d0000-0000-7000-8000-0000000000de'
  beforeAll(async () => {
    await execute('delete from message')
    await execute('delete from account_message')
    await execute(`insert into organization (id, name, time_zone, language, country)
      values ('${organization}', 'Åhus IF', 'Europe/Stockholm', 'sv', 'SE')`)
    await execute(`insert into message (organization_id, id, channel, template, facts, language, address, created_at)
      values ('${organization}', '${id}', 'EMAIL', 'confirmation', '{}', 'sv', 'ida@volunteer.example', '2026-05-01T10:00:00Z')`)
  })

  test('are held, listed without addresses, and released with what the provider exported', async () => {
    expect(await muster(['hold-messages'])).toEqual({
      code: 0,
      out: '1 messages are held: no worker sends them. `list-held` shows them.\n',
      err: '',
    })
    const out = `${id}  EMAIL  confirmation  of 2026-05-01T10:00:00.000Z  organisation ${organization}\n`
    expect(await muster(['list-held'])).toEqual({ code: 0, out, err: '' })

    const file = path.join(data_dir, 'activity.csv')
    await writeFile(file, `message_id,event\n"${id.toUpperCase()}",delivered\n`)
    const flags = ['--channel', 'EMAIL', '--sent', file]
    expect(await muster(['release-messages', ...flags, '--yes'])).toEqual({
      code: 0,
      out: '1 were sent, 0 are released to the workers, 0 stay held.\n',
      err: '',
    })
    expect(await readOutcomes()).toEqual([{ status: 'SENT', failure_reason: null }])
  })

  test('of a provider that cannot be asked are released by its list alone', async () => {
    const env = { MAIL_PROVIDER: 'smtp', SMTP_URL: 'smtp://127.0.0.1:1' }
    expect(await muster(['release-messages', '--channel', 'EMAIL'], { env })).toEqual({
      code: 1,
      out: '',
      err: 'The provider of EMAIL cannot be asked: --sent needs a file with the ids of the messages that it has.\n',
    })
  })

  test('requeue-message queues one that was given up', async () => {
    await execute(
      `update message set status = 'FAILED', failure_reason = 'Twilio answered 500', attempts = 8`,
    )
    expect(await muster(['requeue-message', '--message', id, '--yes'])).toMatchObject({ code: 0 })
    expect(await readOutcomes()).toEqual([{ status: 'QUEUED', failure_reason: null }])
  })

  test.each([
    ['release-messages', [], '--channel is missing: without a terminal nobody can be asked.'],
    ['release-messages', ['--channel', 'FAX'], '--channel is wrong: '],
    ['release-messages', ['--channel', 'EMAIL', '--sent', '/nowhere'], 'The file /nowhere cannot be read.'],
    [
      'requeue-message',
      ['--message', organization, '--yes'],
      `No message ${organization} is FAILED or UNKNOWN.`,
    ],
    ['requeue-message', ['--message', id], '--yes is missing: without a terminal nobody can be asked.'],
  ])('%s %j is refused in one sentence', async (command, given, sentence) => {
    expect(await muster([command, ...given])).toEqual({
      code: 1,
      out: '',
      err: expect.stringContaining(sentence),
    })
  })
})

describe('doctor', () => {
  test('names what is wrong, and changes nothing', async () => {
    await execute('delete from worker_heartbeat')
    const { code, out, err } = await muster(['doctor'])
    expect({ code, err }).toEqual({ code: 1, err: '1 wrong.\n' })
    expect(out).toContain('WRONG  No worker has ever run.')
    expect(out).toContain('ok     The login may act as muster_system.')
    expect(out).toMatch(/room for \d+ processes with DATABASE_CONNECTIONS=20/)
  })

  test('finds nothing wrong where a worker runs', async () => {
    await execute(`insert into worker_heartbeat (worker_id) values ('019d0000-0000-7000-8000-0000000000e0')`)
    const { code, out } = await muster(['doctor'])
    expect({ code, wrong: out.match(/WRONG.*/g) }).toEqual({ code: 0, wrong: null })
  })

  test('says that the database is away', async () => {
    const env = { DATABASE_URL: 'postgres://x@127.0.0.1:1/x' }
    const { code, out } = await muster(['doctor'], { env })
    expect({ code, out }).toEqual({
      code: 1,
      out: expect.stringMatching(/^WRONG {2}The database at .* does not answer/m),
    })
  })

  test('reports a schema of another version, and does not migrate it', async () => {
    await execute('update drizzle.__drizzle_migrations set created_at = created_at - 1000')
    expect((await muster(['doctor'])).out).toContain('WRONG  The schema is not')
    await execute('update drizzle.__drizzle_migrations set created_at = created_at + 1000')
  })
})

describe('find', () => {
  const organization = '019d0000-0000-7000-8000-0000000000f0'
  const [person, message, account] = ['f1', 'f2', 'f3'].map(
    (end) => `019d0000-0000-7000-8000-0000000000${end}`,
  )
  beforeAll(async () => {
    await execute(`insert into organization (id, name, time_zone, language)
      values ('${organization}', 'Åhus IF', 'Europe/Stockholm', 'sv')`)
    await execute(`insert into person (organization_id, id, first_name, last_name, email, identity_key)
      values ('${organization}', '${person}', 'Ola', 'Ek', 'ola@volunteer.example', E'ola@volunteer.example\nola\nek')`)
    await execute(`insert into message (organization_id, id, channel, template, facts, language, address, status, provider)
      values ('${organization}', '${message}', 'EMAIL', 'confirmation', '{}', 'sv', 'ola@volunteer.example', 'FAILED', 'smtp')`)
    await execute(
      `insert into app_user (id, email, password_hash) values ('${account}', 'ola@volunteer.example', 'none')`,
    )
    await execute(
      `insert into membership (organization_id, user_id) values ('${organization}', '${account}')`,
    )
  })

  const is_person = `person ${person}  organisation ${organization}`
  test.each([
    [organization, `organisation ${organization} "Åhus IF"\n`],
    [person, `${is_person}\n`],
    [
      message,
      `message ${message}  EMAIL confirmation FAILED, 0 attempts, by smtp  organisation ${organization}\n`,
    ],
    [
      'Ola@volunteer.example',
      `account ${account}\n  owner of organisation ${organization} "Åhus IF"\n${is_person} "Åhus IF"\n`,
    ],
  ])('%s', async (wanted = '', out) => {
    expect(await muster(['find', wanted])).toEqual({ code: 0, out, err: '' })
  })

  test.each([
    [['019d0000-0000-7000-8000-0000000000ff'], 'Nothing has the id or e-mail address 019d'],
    [['x'], 'The id is wrong'],
    [[], 'Name an id or e-mail address, and nothing else.'],
  ])('%j is refused in one sentence', async (words, sentence) => {
    expect(await muster(['find', ...words])).toMatchObject({
      code: 1,
      err: expect.stringContaining(sentence),
    })
  })
})

test('maintenance is started for so many minutes, and ended', async () => {
  expect(await muster(['start-maintenance', '--minutes', '9'])).toMatchObject({ code: 0 })
  expect(await readMaintenance()).toEqual([{ is_set: true }])
  expect(await muster(['end-maintenance'])).toMatchObject({ code: 0 })
  expect(await readMaintenance()).toEqual([])
  expect(await muster(['end-maintenance'])).toMatchObject({ code: 1, err: 'There is no maintenance.\n' })
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

test('generate-keys prints keys the configuration takes, even where it would not start without', async () => {
  const { out, code } = await muster(['generate-keys'], { env: { NODE_ENV: 'production', DATABASE_URL: '' } })
  expect(code).toBe(0)
  const settings = Object.fromEntries(
    out
      .trim()
      .split('\n')
      .map((line) => /^(\w+)=(.*)$/.exec(line)?.slice(1) ?? []),
  )
  const keys = await loadKeys(readConfig({ ...settings, NODE_ENV: 'test' }, '/nowhere'))
  expect(keys.session[0].crv).toBe('P-256')
})

test('rotate-keys publishes a key before it signs, and keeps the one before', async () => {
  const { out: made } = await muster(['generate-keys'], { env: { NODE_ENV: 'production', DATABASE_URL: '' } })
  const settings = Object.fromEntries(
    made
      .trim()
      .split('\n')
      .map((line) => /^(\w+)=(.*)$/.exec(line)?.slice(1) ?? []),
  )
  const kidsOf = async (session_keys: string) => {
    const config = readConfig({ ...settings, SESSION_KEYS: session_keys, NODE_ENV: 'test' }, '/nowhere')
    return (await loadKeys(config)).session.map(({ kid }) => kid)
  }
  const rotate = async (session_keys: string) => {
    const { out, code } = await muster(['rotate-keys'], { env: { ...settings, SESSION_KEYS: session_keys } })
    expect(code).toBe(0)
    return /^SESSION_KEYS=(.*)$/m.exec(out)?.[1] ?? ''
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
  const away = await muster(['migrate'], { env: { DATABASE_URL: 'postgres://x@127.0.0.1:1/x' } })
  expect(away).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^The database at .* does not answer.*\n$/),
  })
})

test('an unknown command shows what there is', async () => {
  const { code, err } = await muster(['make-coffee'])
  expect(code).toBe(1)
  expect(err).toContain('create-admin')
})

const readMaintenance = async () =>
  (
    await execute(
      `select due_at > now() + '8 minutes' as is_set from scheduled_job where name = 'maintenance'`,
    )
  ).rows
const readOutcomes = async () => (await execute('select status, failure_reason from message')).rows

type Given = { input?: string; env?: Record<string, string> }

async function muster(args: string[], { input = '', env = {} }: Given = {}) {
  const child = spawn(process.execPath, ['--import', 'tsx', 'src/processes/cli.ts', ...args], {
    cwd: `${import.meta.dirname}/../..`,
    env: { PATH: process.env['PATH'], DATABASE_URL: database.url, MUSTER_DATA_DIR: data_dir, ...env },
  })
  child.stdin.end(input)
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return { code, out, err }
}

async function findAdministrator(email: string) {
  const { rows } = await execute<{ password_hash: string; name: string }>(
    `select u.password_hash, o.name, o.language, o.country
     from app_user u join membership m on m.user_id = u.id join organization o on o.id = m.organization_id
     where u.email = $1`,
    [email],
  )
  return rows[0]
}

async function execute<Row extends QueryResultRow>(sql: string, values: readonly string[] = []) {
  const client = new Client(database.url)
  await client.connect()
  try {
    return await client.query<Row>(sql, [...values])
  } finally {
    await client.end()
  }
}
