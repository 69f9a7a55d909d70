import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { email as emailField, id as idField, requiredText } from '@muster/contract/fields'
import { organizations } from '@muster/contract/organizations'
import { foldAddress } from '@muster/contract/rules/fold'
import { ConfigError } from '../config.ts'
import { findOrganizationById } from '../db/find-organization.ts'
import { systemTime } from '../deps.ts'
import { createOrganization } from '../features/organizations/create-organization.ts'
import { endLocked, isSameName } from '../features/organizations/end-organization.ts'
import { lockToEnd } from '../features/organizations/ending-queries.ts'
import { exportOrganization } from '../features/organizations/export-organization.ts'
import { pauseOrganization } from '../features/organizations/pause-organization.ts'
import { findAccountByEmail } from '../features/session/account-queries.ts'
import { type CommandContext, missing, parse, readFlags, text, withDb } from './command-line.ts'
import { resumePaused } from './resume-organization.ts'

/** For an account that exists, also where only operators create organisations. */
export async function createOne({ database_url, args, print }: CommandContext): Promise<void> {
  const given = readFlags(args, {
    email: text,
    organization: text,
    language: text,
    country: text,
    'time-zone': text,
  })
  const email = foldAddress(parse(emailField, given.email ?? missing('--email'), 'The e-mail'))
  const { name, language, country, time_zone } = parse(
    organizations.createOrganization.body,
    {
      name: given.organization ?? missing('--organization'),
      language: given.language,
      country: given.country,
      time_zone: given['time-zone'],
    },
    'The organisation',
  )
  const { id } = await withDb(database_url, (db) =>
    db.system(async (tx) => {
      const account = await findAccountByEmail(tx, email)
      if (!account) throw new ConfigError(`There is no account for ${email}: \`create-admin\` makes both.`)
      return createOrganization(tx, account.id, {
        name,
        language: language ?? account.language,
        country: country ?? null,
        time_zone: time_zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
        contact_email: email,
      })
    }),
  )
  print(`${email} administers "${name}", ${id}.`)
}

/** Requires the name as well as the id, so that a mistyped id cannot end another organisation. */
export async function eraseOrganization({ database_url, args, print }: CommandContext): Promise<void> {
  const { organization, name } = readFlags(args, { organization: text, name: text })
  const organization_id = parse(idField, organization ?? missing('--organization'), 'The organisation')
  const typed = name ?? missing('--name')
  const { members, is_paused } = await withDb(database_url, (db) =>
    db.system(async (tx) => {
      const found = await lockToEnd(tx, organization_id)
      if (!found || !isSameName(typed, found.name))
        throw new ConfigError(`No organisation ${organization_id} has the name "${typed}".`)
      if (found.ended_at) throw new ConfigError(`It has ended already, on ${found.ended_at}.`)
      const ended = await endLocked(tx, { organization_id, name: found.name, now: systemTime() })
      return { ...ended, is_paused: found.paused_at !== null }
    }),
  )
  print(
    `"${typed.trim()}" has ended. Members who are told by e-mail: ${members}. A worker cancels its coming shifts` +
      (is_paused
        ? '. It is paused: the people on them are NOT told until `resume-organization` lets everything that waits leave. ' +
          'After seven nights it is deleted with what still waits.'
        : ' and tells their people; the nightly job deletes the rest.'),
  )
}

export async function pauseOne({ database_url, args, print }: CommandContext): Promise<void> {
  const { organization, reason: given } = readFlags(args, { organization: text, reason: text })
  const organization_id = parse(idField, organization ?? missing('--organization'), 'The organisation')
  const reason = parse(pauseReason, given ?? missing('--reason'), 'The reason')
  const isPaused = await withDb(database_url, (db) =>
    pauseOrganization({ db, now: systemTime }, { organization_id, reason }),
  )
  if (!isPaused)
    throw new ConfigError(`No organisation ${organization_id} is active: \`find\` shows its state.`)
  print(
    'The organisation is paused. Within five seconds sign-up and every change by its members and API keys is refused, ' +
      'and its messages wait. Its members see the reason; owners and administrators are told by e-mail.',
  )
}

export async function resumeOne({ database_url, args, print }: CommandContext): Promise<void> {
  const { organization } = readFlags(args, { organization: text })
  const organization_id = parse(idField, organization ?? missing('--organization'), 'The organisation')
  const isResumed = await withDb(database_url, (db) => resumePaused({ db, now: systemTime }, organization_id))
  if (!isResumed) throw new ConfigError(`No organisation ${organization_id} is paused.`)
  print(
    'The pause is over. What waited leaves now, except notices about shifts that are over, invitations that can no longer ' +
      'be answered and reminders of past days. Owners and administrators are told by e-mail.',
  )
}

/** Writes to a file that does not exist yet, and that only its owner can read. */
export async function exportOne({ database_url, log, args, print }: CommandContext): Promise<void> {
  const { organization, to } = readFlags(args, { organization: text, to: text })
  const organization_id = parse(idField, organization ?? missing('--organization'), 'The organisation')
  const file = to ?? missing('--to')
  await withDb(database_url, async (db) => {
    const org = await findOrganizationById(db, organization_id)
    if (!org) throw new ConfigError(`There is no organisation ${organization_id}.`)
    const target = createWriteStream(file, { flags: 'wx', mode: 0o600 })
    await once(target, 'open').catch((error: unknown) => {
      throw new ConfigError(`${file} cannot be written: ${String(error)}`, { cause: error })
    })
    await pipeline(await exportOrganization({ db, now: systemTime, log }, org), target)
  })
  print(
    `Everything of the organisation is in ${file}. It holds personal data: keep it no longer than you need it.`,
  )
}

const pauseReason = requiredText(300)
