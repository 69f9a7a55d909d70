import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCommandLine } from '../../test/command-line.ts'

const { muster, execute, data_dir, close } = await createCommandLine()
afterAll(close)

const readOutcomes = async () => (await execute('select status, failure_reason from message')).rows

describe('messages of a restored backup', () => {
  const organization = '019d0000-0000-7000-8000-0000000000dd'
  const id = '019d0000-0000-7000-8000-0000000000de'
  beforeAll(async () => {
    await execute(`insert into organization (id, name, time_zone, language, country)
      values ('${organization}', 'Åhus IF', 'Europe/Stockholm', 'sv', 'SE')`)
    await execute(`insert into message (organization_id, id, channel, template, payload, language, address, created_at)
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
    expect(await muster(['release-messages', '--channel', 'EMAIL'], env)).toEqual({
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
    ['release-messages', [], '--channel is missing.'],
    ['release-messages', ['--channel', 'FAX'], '--channel is wrong: '],
    ['release-messages', ['--channel', 'EMAIL', '--sent', '/nowhere'], 'The file /nowhere cannot be read.'],
    [
      'requeue-message',
      ['--message', organization, '--yes'],
      `No message ${organization} is FAILED or UNKNOWN.`,
    ],
    ['requeue-message', ['--message', id], '--yes is missing.'],
  ])('%s %j is refused in one sentence', async (command, given, sentence) => {
    expect(await muster([command, ...given])).toEqual({
      code: 1,
      out: '',
      err: expect.stringContaining(sentence),
    })
  })
})
