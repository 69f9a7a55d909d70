import { addMs } from '@muster/contract/rules/instants'
import { z } from 'zod'
import { ConfigError } from '../config.ts'
import { endMaintenance, startMaintenance } from '../db/maintenance.ts'
import { systemTime } from '../deps.ts'
import { type CommandContext, parse, readFlags, text, withDb } from './command-line.ts'

const STANDARD_MINUTES = '30'
const minutes = z.coerce.number().int().min(1).max(1_440)

export async function start({ database_url, args, print }: CommandContext): Promise<void> {
  const given = readFlags(args, { minutes: text }).minutes ?? STANDARD_MINUTES
  const ms = parse(minutes, given, '--minutes') * 60_000
  const until = addMs(systemTime(), ms)
  await withDb(database_url, (db) => db.system((tx) => startMaintenance(tx, until)))
  print(
    `Within two seconds every server refuses requests, until \`end-maintenance\`. Clients are told ${until}.`,
  )
}

export async function end({ database_url, args, print }: CommandContext): Promise<void> {
  readFlags(args, {})
  const isEnded = await withDb(database_url, (db) => db.system(endMaintenance))
  if (!isEnded) throw new ConfigError('There is no maintenance.')
  print('Within two seconds every server serves again.')
}
