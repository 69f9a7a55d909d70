import { email as emailField } from '@muster/contract/fields'
import { foldName } from '@muster/contract/rules/text'
import { ConfigError } from '../config.ts'
import { systemTime } from '../deps.ts'
import { endAccount } from '../features/session/end-account.ts'
import { findAccountByEmail } from '../features/session/queries.ts'
import { confirm, missing, parse, print, readFlags, text, tick, withDb } from './command-line.ts'

export async function endOne(database_url: string): Promise<void> {
  const { email: given, yes } = readFlags({ email: text, yes: tick })
  const email = parse(emailField, given ?? missing('--email'), 'The e-mail')
  await withDb(database_url, async (db) => {
    const account = await db.system((tx) => findAccountByEmail(tx, foldName(email)))
    if (!account) throw new ConfigError(`There is no account for ${email}.`)
    if (!yes) await confirm(`End the account of ${email}?`)
    const { ends_at } = await endAccount({ db, now: systemTime }, account.id)
    print(`The account of ${email} ends on ${ends_at?.slice(0, 10)}. An e-mail tells its owner.`)
  })
}
