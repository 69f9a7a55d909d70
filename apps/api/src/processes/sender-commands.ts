import { id as idField } from '@muster/contract/fields'
import { ConfigError } from '../config.ts'
import { systemTime } from '../deps.ts'
import { approveSender, listWaitingSenders } from '../features/organizations/approve-sender.ts'
import { type CommandContext, missing, parse, readFlags, text, withDb } from './command-line.ts'

export async function listSenders({ database_url, args, print }: CommandContext): Promise<void> {
  readFlags(args, {})
  const waiting = await withDb(database_url, (db) => listWaitingSenders({ db }))
  if (waiting.length === 0) print('No sender waits for approval.')
  for (const { id, name, sender } of waiting) print(`${id}  "${sender}"  wanted by "${name}"`)
}

export async function approveChosenSender({ database_url, args, print }: CommandContext): Promise<void> {
  const { organization, sender = missing('--sender') } = readFlags(args, { organization: text, sender: text })
  const organization_id = parse(idField, organization ?? missing('--organization'), 'The organisation')
  const outcome = await withDb(database_url, (db) =>
    approveSender({ db, now: systemTime }, { organization_id, sender }),
  )
  if (outcome === 'other') throw new ConfigError(`No organisation ${organization_id} wants "${sender}".`)
  if (outcome === 'denied')
    throw new ConfigError(
      `"${sender}" is on the list of banks, authorities and known services: it is never used.`,
    )
  print(`SMS of the organisation come from "${sender}".`)
}
