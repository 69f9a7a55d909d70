import { id as idField } from '@muster/contract/fields'
import { ConfigError } from '../config.ts'
import { systemTime } from '../deps.ts'
import { approveSender, listWaitingSenders } from '../features/organizations/approve-sender.ts'
import { type CommandContext, missing, parse, readFlags, text, withDb } from './command-line.ts'

export async function listSenders({ database_url, args, print }: CommandContext): Promise<void> {
  readFlags(args, {})
  const waiting = await withDb(database_url, (db) => listWaitingSenders({ db }))
  if (waiting.length === 0) print('No sender waits for approval.')
  for (const { id, name, sms_sender } of waiting) print(`${id}  "${sms_sender}"  chosen by "${name}"`)
}

export async function approveChosenSender({ database_url, args, print }: CommandContext): Promise<void> {
  const { organization, sender } = readFlags(args, { organization: text, sender: text })
  const organization_id = parse(idField, organization ?? missing('--organization'), 'The organisation')
  const sms_sender = sender ?? missing('--sender')
  const isApproved = await withDb(database_url, (db) =>
    approveSender({ db, now: systemTime }, { organization_id, sms_sender }),
  )
  if (!isApproved) throw new ConfigError(`No organisation ${organization_id} has chosen "${sms_sender}".`)
  print(`SMS of the organisation come from "${sms_sender}".`)
}
