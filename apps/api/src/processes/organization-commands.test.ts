import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCommandLine } from '../../test/command-line.ts'
import { unzip } from '../../test/unzip.ts'

const { muster, execute, close, data_dir } = await createCommandLine()
afterAll(close)

const idOf = (end: string) => `019d0000-0000-7000-8000-0000000000${end}`
const [ours, theirs, owner] = [idOf('a1'), idOf('a2'), idOf('a3')]

const readEnded = async () =>
  (await execute('select name from organization where ended_at is not null order by name')).rows

const readPaused = async () =>
  (await execute('select name, pause_reason from organization where paused_at is not null')).rows

const readMembers = async () => (await execute('select organization_id from membership')).rows

beforeAll(async () => {
  await execute(`insert into organization (id, name, time_zone, language) values
    ('${ours}', 'Åhus IF', 'Europe/Stockholm', 'sv'), ('${theirs}', 'Lunds IF', 'Europe/Stockholm', 'sv')`)
  await execute(
    `insert into app_user (id, email, password_hash) values ('${owner}', 'ola@muster.example', 'none')`,
  )
  await execute(`insert into membership (organization_id, user_id, role) values
    ('${ours}', '${owner}', 'owner'), ('${theirs}', '${owner}', 'owner')`)
})

describe('pause-organization and resume-organization', () => {
  test('need an id that exists, and a reason', async () => {
    const unknown = ['pause-organization', '--organization', idOf('ff'), '--reason', 'Spam']
    expect(await muster(unknown)).toMatchObject({
      code: 1,
      err: expect.stringContaining(`No organisation ${idOf('ff')} is active`),
    })
    expect(await muster(['pause-organization', '--organization', theirs])).toMatchObject({
      code: 1,
      err: expect.stringContaining('--reason is missing'),
    })
    expect(await readPaused()).toEqual([])
  })

  test('pause and resume one; find and doctor show it', async () => {
    const done = await muster(['pause-organization', '--organization', theirs, '--reason', ' Spam '])
    expect(done).toMatchObject({ code: 0, out: expect.stringContaining('The organisation is paused.') })
    expect(await readPaused()).toEqual([{ name: 'Lunds IF', pause_reason: 'Spam' }])
    const [byId, byMember, checked] = [
      await muster(['find', theirs]),
      await muster(['find', 'ola@muster.example']),
      await muster(['doctor']),
    ]
    expect(byId.out).toMatch(/organisation .* "Lunds IF", paused 2/)
    expect(byMember.out).toMatch(/owner of organisation .* "Lunds IF", paused 2/)
    expect(checked.out).toMatch(/ok {5}The organisation .* "Lunds IF" is paused since 2/)

    expect(await muster(['resume-organization', '--organization', theirs])).toMatchObject({ code: 0 })
    expect(await readPaused()).toEqual([])
    expect(await muster(['resume-organization', '--organization', theirs])).toMatchObject({
      code: 1,
      err: `No organisation ${theirs} is paused.\n`,
    })
    const { rows } = await execute('select action, actor_kind from audit_log order by id')
    expect(rows).toEqual([
      { action: 'organization.paused', actor_kind: 'operator' },
      { action: 'organization.resumed', actor_kind: 'operator' },
    ])
    await execute('delete from audit_log')
  })
})

describe('export-organization', () => {
  const to = path.join(data_dir, 'ours.zip')

  test('writes a file that only its owner can read, and records it', async () => {
    const done = await muster(['export-organization', '--organization', ours, '--to', to])
    expect(done).toMatchObject({ code: 0, out: expect.stringContaining(`is in ${to}.`) })
    expect((await stat(to)).mode & 0o777).toBe(0o600)
    const files = unzip(await readFile(to))
    expect(files.get('organization.csv')).toContain('"Åhus IF"')
    expect(files.get('members.csv')).toContain('"ola@muster.example"')
    const { rows } = await execute('select organization_id, actor_kind, action from audit_log')
    expect(rows).toEqual([{ organization_id: ours, actor_kind: 'operator', action: 'organization.exported' }])
    await execute('delete from audit_log')
  })

  test('does not replace a file, and needs an organisation that exists', async () => {
    const again = await muster(['export-organization', '--organization', ours, '--to', to])
    expect(again).toMatchObject({ code: 1, err: expect.stringContaining('cannot be written: Error: EEXIST') })
    const unknown = await muster(['export-organization', '--organization', idOf('ff'), '--to', `${to}.2`])
    expect(unknown).toMatchObject({ code: 1, err: `There is no organisation ${idOf('ff')}.\n` })
    const { rows } = await execute('select action from audit_log')
    expect(rows).toEqual([])
  })
})

describe('create-organization', () => {
  test('makes one for an account that exists', async () => {
    const email = 'skapare@muster.example'
    const args = ['create-organization', '--email', email, '--organization', 'Nya IF', '--country', 'SE']
    expect(await muster(args)).toMatchObject({
      code: 1,
      err: expect.stringContaining('There is no account for'),
    })
    await execute(
      `insert into app_user (id, email, password_hash, language) values ('${idOf('b7')}', '${email}', 'none', 'sv')`,
    )
    expect(await muster(args)).toMatchObject({
      code: 0,
      out: expect.stringContaining('administers "Nya IF"'),
    })
    const { rows } = await execute(`select o.name, o.language, o.country, o.contact_email, m.role
      from organization o join membership m on m.organization_id = o.id where m.user_id = '${idOf('b7')}'`)
    expect(rows).toEqual([
      { name: 'Nya IF', language: 'sv', country: 'SE', contact_email: email, role: 'owner' },
    ])
    await execute(`delete from organization where name = 'Nya IF'`)
    await execute(`delete from app_user where email = '${email}'`)
  })
})

describe('erase-organization', () => {
  test.each([
    ['another name', ours, 'Lunds IF'],
    ['another id', idOf('ff'), 'Åhus IF'],
  ])('does nothing with %s', async (_what, id, name) => {
    const { code, err } = await muster(['erase-organization', '--organization', id, '--name', name])
    expect({ code, err }).toEqual({ code: 1, err: `No organisation ${id} has the name "${name}".\n` })
    expect(await readEnded()).toEqual([])
    expect(await readMembers()).toHaveLength(2)
  })

  test('says what is missing', async () => {
    expect(await muster(['erase-organization', '--organization', ours])).toMatchObject({
      code: 1,
      err: expect.stringContaining('--name is missing'),
    })
  })

  test('says that nobody is told while it is paused, and that it can go on', async () => {
    const id = idOf('a4')
    await execute(`insert into organization (id, name, time_zone, language, paused_at, pause_reason)
      values ('${id}', 'Ystad IF', 'Europe/Stockholm', 'sv', now(), 'Spam')`)
    const done = await muster(['erase-organization', '--organization', id, '--name', 'Ystad IF'])
    expect(done).toMatchObject({ code: 0, out: expect.stringContaining('NOT told until `resume-org') })
    expect(done.out).not.toContain('and tells their people')
    const resumed = await muster(['resume-organization', '--organization', id])
    expect(resumed).toMatchObject({ code: 0, out: expect.stringContaining('What waited leaves now') })
    await execute('delete from audit_log')
    await execute(`delete from organization where id = '${id}'`)
  })

  test('ends that organisation, tells its members, and leaves the other one', async () => {
    const done = await muster(['erase-organization', '--organization', ours, '--name', 'Åhus IF'])
    expect(done).toMatchObject({ code: 0, out: expect.stringContaining('told by e-mail: 1.') })
    expect(await readEnded()).toEqual([{ name: 'Åhus IF' }])
    expect(await readMembers()).toEqual([{ organization_id: theirs }])
    const { rows } = await execute(
      "select template, address from account_message where template not in ('organization_paused', 'organization_resumed')",
    )
    expect(rows).toEqual([{ template: 'organization_ended', address: 'ola@muster.example' }])
    const { rows: log } = await execute('select organization_id, actor_kind, action from audit_log')
    expect(log).toEqual([{ organization_id: ours, actor_kind: 'operator', action: 'organization.ended' }])
  })

  test('says when it has ended already', async () => {
    const again = await muster(['erase-organization', '--organization', ours, '--name', 'Åhus IF'])
    expect(again).toMatchObject({ code: 1, err: expect.stringContaining('It has ended already') })
  })
})
