import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCommandLine } from '../../test/command-line.ts'

const { muster, execute, close } = await createCommandLine()
afterAll(close)

const readMaintenance = async () =>
  (
    await execute(
      `select due_at > now() + '8 minutes' as is_set from scheduled_job where name = 'maintenance'`,
    )
  ).rows

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

  test('names people who may be the same (D11)', async () => {
    const [organization, older, younger] = ['e1', 'e2', 'e3'].map(
      (end) => `019d0000-0000-7000-8000-0000000000${end}`,
    )
    await execute(`insert into organization (id, name, time_zone, language)
      values ('${organization}', 'Åhus IF', 'Europe/Stockholm', 'sv')`)
    await execute(`insert into person (organization_id, id, first_name, last_name, email, identity_key)
      values ('${organization}', '${older}', 'Ola', 'Ek', 'ola@volunteer.example', 'key'),
        ('${organization}', '${younger}', 'Ola', 'Ek', 'ola@volunteer.example', 'key#${younger}')`)
    const { out } = await muster(['doctor'])
    await execute(`delete from organization where id = '${organization}'`)
    expect(out).toContain(
      `The people ${older} and ${younger} of the organisation ${organization} may be the same.`,
    )
  })

  test('says that the database is away', async () => {
    const env = { DATABASE_URL: 'postgres://x@127.0.0.1:1/x' }
    const { code, out } = await muster(['doctor'], env)
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
    await execute(`insert into message (organization_id, id, channel, template, payload, language, address, status, provider, request_id)
      values ('${organization}', '${message}', 'EMAIL', 'confirmation', '{}', 'sv', 'ola@volunteer.example', 'FAILED', 'smtp', 'job-7:1')`)
    await execute(
      `insert into app_user (id, email, password_hash) values ('${account}', 'ola@volunteer.example', 'none')`,
    )
    await execute(
      `insert into membership (organization_id, user_id) values ('${organization}', '${account}')`,
    )
  })

  const is_message = `message ${message}  EMAIL confirmation FAILED, 0 attempts, by smtp, of request job-7:1  organisation ${organization}\n`
  const is_person = `person ${person}  organisation ${organization}`
  test.each([
    [organization, `organisation ${organization} "Åhus IF"\n`],
    [person, `${is_person}\n`],
    [message, is_message],
    ['job-7:1', is_message],
    [
      'Ola@volunteer.example',
      `account ${account}\n  owner of organisation ${organization} "Åhus IF"\n${is_person} "Åhus IF"\n`,
    ],
  ])('%s', async (wanted = '', out) => {
    expect(await muster(['find', wanted])).toEqual({ code: 0, out, err: '' })
  })

  test.each([
    [['019d0000-0000-7000-8000-0000000000ff'], 'Nothing has the id, request id or e-mail address 019d'],
    [['two words'], 'The id is wrong'],
    [[], 'Name an id, a request id or an e-mail address, and nothing else.'],
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
