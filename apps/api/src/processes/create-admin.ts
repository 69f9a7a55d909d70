import { randomBytes } from 'node:crypto'
import { email as emailField, language } from '@muster/contract/fields'
import { organizations } from '@muster/contract/organizations'
import { ConfigError } from '../config.ts'
import { checkNewPassword } from '../features/session/check-new-password.ts'
import { createAdministrator } from '../features/session/create-administrator.ts'
import { type CommandContext, missing, parse, readFlags, text, withDb } from './command-line.ts'
import { ask, readPiped } from './read-terminal.ts'

export async function createAdmin({ database_url, args, print }: CommandContext): Promise<void> {
  const given = readFlags(args, {
    email: text,
    organization: text,
    language: text,
    country: text,
    'time-zone': text,
  })
  const isTerminal = process.stdin.isTTY
  const email = parse(
    emailField,
    given.email ?? (isTerminal ? await ask('E-mail: ') : missing('--email')),
    'The e-mail',
  )
  const organization = parse(
    organizations.createOrganization.body,
    {
      name: given.organization ?? (isTerminal ? await ask('Organisation: ') : missing('--organization')),
      language: given.language,
      country: given.country,
      time_zone: given['time-zone'],
    },
    'The organisation',
  )
  const typed = isTerminal
    ? await ask('Password (empty: one is made): ', { secret: true })
    : await readPiped()
  const password = typed || randomBytes(15).toString('base64url')
  if (checkNewPassword(password, email)) {
    throw new ConfigError('Choose a password of 12 to 200 characters that is not easy to guess.')
  }

  const chosen_language = organization.language ?? language.enum.en
  const created = await withDb(database_url, (db) =>
    createAdministrator(
      { db },
      {
        email,
        password,
        language: chosen_language,
        organization: {
          name: organization.name,
          language: chosen_language,
          country: organization.country ?? null,
          time_zone: organization.time_zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
        },
      },
    ),
  )
  if (!created) throw new ConfigError(`There is an account for ${email} already.`)
  print(`${email} can sign in and administers "${organization.name}".`)
  if (!typed) print(`Password, shown only now: ${password}`)
}
