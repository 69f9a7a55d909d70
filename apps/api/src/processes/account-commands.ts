import { email as emailField } from '@muster/contract/fields'
import { foldAddress } from '@muster/contract/rules/fold'
import { ConfigError } from '../config.ts'
import type { Db } from '../db/client.ts'
import { systemTime } from '../deps.ts'
import { resetFactors } from '../features/factors/reset-factors.ts'
import { disableAccount, enableAccount } from '../features/members/disable-account.ts'
import { type Account, findAccountByEmail } from '../features/session/account-queries.ts'
import { endAccount } from '../features/session/end-account.ts'
import { endAllSessions, endSessionsOf } from '../features/session/queries.ts'
import {
  type CommandContext,
  confirm,
  missing,
  parse,
  readFlags,
  text,
  tick,
  withDb,
} from './command-line.ts'

export async function endOne({ database_url, args, print }: CommandContext): Promise<void> {
  const { email: given, yes } = readFlags(args, { email: text, yes: tick })
  const email = parse(emailField, given ?? missing('--email'), 'The e-mail')
  await withDb(database_url, async (db) => {
    const account = await getAccount(db, email)
    if (!yes) await confirm(`End the account of ${email}?`)
    const { ends_at } = await endAccount({ db, now: systemTime }, account.id)
    print(`The account of ${email} ends on ${ends_at?.slice(0, 10)}. An e-mail tells its owner.`)
  })
}

export async function endOpenSessions({ database_url, args, print }: CommandContext): Promise<void> {
  const { email: given, all, yes } = readFlags(args, { email: text, all: tick, yes: tick })
  if ((given === undefined) === (all === undefined)) throw new ConfigError('--email or --all is needed.')
  const email = given === undefined ? undefined : parse(emailField, given, 'The e-mail')
  await withDb(database_url, async (db) => {
    const account = email === undefined ? undefined : await getAccount(db, email)
    if (!yes) await confirm(`Sign ${email ?? 'every member of every organisation'} out everywhere?`)
    const now = systemTime()
    const ended = await db.system(async (tx) =>
      account
        ? (await endSessionsOf(tx, account.id, { because: 'operator', now })).length
        : endAllSessions(tx, now),
    )
    print(`Sessions that were ended: ${ended}. They are refused within five seconds.`)
  })
}

export async function resetFactorsOfOne({ database_url, args, print }: CommandContext): Promise<void> {
  const { email: given, yes } = readFlags(args, { email: text, yes: tick })
  const email = parse(emailField, given ?? missing('--email'), 'The e-mail')
  await withDb(database_url, async (db) => {
    const { id } = await getAccount(db, email)
    if (!yes) await confirm(`Remove the second factors and recovery codes of ${email}?`)
    const reset = await resetFactors({ db, now: systemTime }, id)
    if (!reset) throw new ConfigError(`There is no account for ${email}.`)
    print(
      `Second factors that were removed: ${reset.factors}, sessions that were ended: ${reset.sessions}. ` +
        'An e-mail tells the owner of the account; its organisations see it in their log.',
    )
  })
}

export async function disableOne({ database_url, args, print }: CommandContext): Promise<void> {
  const { email: given, force, yes } = readFlags(args, { email: text, force: tick, yes: tick })
  const email = parse(emailField, given ?? missing('--email'), 'The e-mail')
  await withDb(database_url, async (db) => {
    const { id } = await getAccount(db, email)
    if (!yes) await confirm(`Disable the account of ${email} and sign it out everywhere?`)
    const done = await disableAccount({ db, now: systemTime }, { user_id: id, is_forced: force === true })
    const left = done.without_owner.map((name) => `"${name}"`).join(', ')
    if (left && !force) {
      throw new ConfigError(
        `No other owner could act for ${left}: change members, settings and API keys, read the log, or end it. ` +
          'Nothing was changed. --force disables the account all the same.',
      )
    }
    const outcome = done.is_changed ? 'is disabled' : 'was disabled already'
    print(
      `The account of ${email} ${outcome}. Sessions that were ended: ${done.sessions}. They and its API keys are refused ` +
        'within five seconds.',
    )
    if (left) print(`Without an owner who can act: ${left}.`)
  })
}

export async function enableOne({ database_url, args, print }: CommandContext): Promise<void> {
  const { email: given, yes } = readFlags(args, { email: text, yes: tick })
  const email = parse(emailField, given ?? missing('--email'), 'The e-mail')
  await withDb(database_url, async (db) => {
    const { id } = await getAccount(db, email)
    if (!yes) await confirm(`Enable the account of ${email} again?`)
    if (!(await enableAccount({ db, now: systemTime }, id)))
      throw new ConfigError(`The account of ${email} is not disabled.`)
    print(`The account of ${email} can sign in again. Its API keys work within a minute.`)
  })
}

async function getAccount(db: Db, email: string): Promise<Account> {
  const account = await db.system((tx) => findAccountByEmail(tx, foldAddress(email)))
  if (!account) throw new ConfigError(`There is no account for ${email}.`)
  return account
}
