import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCommandLine } from '../../test/command-line.ts'

const { muster, execute, close } = await createCommandLine()
afterAll(close)

const idOf = (end: string) => `019d0000-0000-7000-8000-0000000000${end}`
const [organization, owner, other] = [idOf('b1'), idOf('b2'), idOf('b3')]
const of_owner = ['--email', 'Ola@muster.example', '--yes']

beforeAll(async () => {
  await execute(`insert into organization (id, name, time_zone, language)
    values ('${organization}', 'Åhus IF', 'Europe/Stockholm', 'sv')`)
  await execute(`insert into app_user (id, email, password_hash)
    values ('${owner}', 'ola@muster.example', 'none'), ('${other}', 'eva@muster.example', 'none')`)
  await execute(`insert into membership (organization_id, user_id, role)
    values ('${organization}', '${owner}', 'owner')`)
  for (const [id, user_id] of [
    [idOf('b4'), owner],
    [idOf('b5'), other],
  ])
    await execute(`insert into session (id, user_id) values ('${id}', '${user_id}')`)
})

const readDisabled = async () =>
  (await execute('select email from app_user where disabled_at is not null')).rows

const readOpen = async () => (await execute('select user_id from session where ended_at is null')).rows

describe('disable-account and enable-account', () => {
  test('leave the last owner without --force, and say what would follow', async () => {
    const kept = await muster(['disable-account', ...of_owner])
    expect(kept).toMatchObject({ code: 1, err: expect.stringContaining('act for "Åhus IF"') })
    expect([await readDisabled(), await readOpen()]).toMatchObject([[], [{}, {}]])
  })

  test('disable that account alone, also twice', async () => {
    const done = await muster(['disable-account', '--force', ...of_owner])
    expect(done).toMatchObject({ code: 0, out: expect.stringContaining('Sessions that were ended: 1.') })
    expect(done.out).toContain('Without an owner who can act: "Åhus IF".')
    const again = await muster(['disable-account', '--force', ...of_owner])
    expect(again).toMatchObject({ code: 0, out: expect.stringContaining('was disabled already') })
    expect(await readDisabled()).toEqual([{ email: 'ola@muster.example' }])
    expect(await readOpen()).toEqual([{ user_id: other }])
  })

  test('enable it again, once', async () => {
    expect(await muster(['enable-account', ...of_owner])).toMatchObject({ code: 0 })
    expect(await readDisabled()).toEqual([])
    expect(await muster(['enable-account', ...of_owner])).toMatchObject({
      code: 1,
      err: 'The account of Ola@muster.example is not disabled.\n',
    })
    const { rows } = await execute('select actor_kind, action from audit_log order by id')
    expect(rows).toEqual([
      { actor_kind: 'operator', action: 'member.disabled' },
      { actor_kind: 'operator', action: 'member.enabled' },
    ])
  })

  test.each(['disable-account', 'enable-account'])('%s knows no other address', async (command) => {
    expect(await muster([command, '--email', 'no@muster.example', '--yes'])).toEqual({
      code: 1,
      out: '',
      err: 'There is no account for no@muster.example.\n',
    })
  })
})
