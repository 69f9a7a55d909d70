import { readFile } from 'node:fs/promises'
import { id as idField } from '@muster/contract/fields'
import { z } from 'zod'
import { type Config, ConfigError } from '../config.ts'
import { readNightlyDelay } from '../db/nightly-job.ts'
import { closeDeps, createDeps, type Deps } from '../deps.ts'
import { tellCancellations } from '../features/personal-page/tell-cancellations.ts'
import { tellRequests } from '../features/requests/tell-requests.ts'
import { announceTerms } from '../features/session/announce-terms.ts'
import { tellSignUps } from '../features/signup/tell-sign-ups.ts'
import { holdMessages, listHeld, releaseByLookup, releaseUnsent, requeueMessage } from '../outbox/hold.ts'
import { enqueueShiftReminders } from '../outbox/shift-reminders.ts'
import { createProviders } from '../providers/create-providers.ts'
import { loadKeys } from '../signing/keys.ts'
import {
  COMMAND_CONNECTIONS,
  type Command,
  type CommandContext,
  confirm,
  missing,
  parse,
  readFlags,
  text,
  tick,
} from './command-line.ts'
import { createBus } from './connect.ts'

const channelName = z.enum(['EMAIL', 'SMS'])

export const hold: Command = ({ args, print, ...context }) =>
  withDeps(context, async (deps) => {
    readFlags(args, {})
    await enqueueOverdue(deps)
    const held = await deps.db.system(holdMessages)
    print(`${held} messages are held: no worker sends them. \`list-held\` shows them.`)
  })

/** Reminders and notices that came due since the backup may have been sent too, so they are held with the rest. */
async function enqueueOverdue(deps: Deps): Promise<void> {
  await enqueueShiftReminders(deps)
  await tellCancellations(deps, 'each')
  await tellSignUps(deps, 'each')
  await tellRequests(deps, 'each')
  const overdue = await deps.db.system((tx) => readNightlyDelay(tx, deps.now()))
  if (overdue === 0) return
  await tellCancellations(deps, 'daily')
  await tellSignUps(deps, 'daily')
  await tellRequests(deps, 'daily')
  await announceTerms(deps)
}

export const showHeld: Command = ({ args, print, ...context }) =>
  withDeps(context, async ({ db }) => {
    readFlags(args, {})
    const held = await db.system(listHeld)
    if (held.length === 0) print('No message is held.')
    for (const { id, organization_id, channel, template, asked_at } of held) {
      print(`${id}  ${channel}  ${template}  of ${asked_at}  organisation ${organization_id ?? 'none'}`)
    }
  })

export const release: Command = ({ args, print, ...context }) =>
  withDeps(context, async (deps) => {
    const flags = readFlags(args, { channel: text, sent: text, yes: tick })
    const channel = parse(channelName, flags.channel ?? missing('--channel'), '--channel')
    const counted = flags.sent
      ? await releaseListed(deps, { channel, file: flags.sent, is_sure: flags.yes === true })
      : await releaseByLookup(deps, createProviders(deps), channel)
    if (!counted) {
      throw new ConfigError(
        `The provider of ${channel} cannot be asked: --sent needs a file with the ids of the messages that it has.`,
      )
    }
    const held = (await deps.db.system(listHeld)).filter((each) => each.channel === channel)
    print(
      `${counted.sent} were sent, ${counted.released} are released to the workers, ${held.length} stay held.`,
    )
  })

async function releaseListed(
  { db }: Deps,
  { channel, file, is_sure }: { channel: 'EMAIL' | 'SMS'; file: string; is_sure: boolean },
) {
  const sent_ids = await readIds(file)
  const held = (await db.system(listHeld)).filter((each) => each.channel === channel)
  const unsent = held.filter(({ id }) => !sent_ids.has(id))
  if (!is_sure) {
    await confirm(`Send ${unsent.length} of ${held.length} held messages, which ${file} does not name?`)
  }
  return db.system((tx) => releaseUnsent(tx, { channel, sent_ids }))
}

/** Finds our ids in any export of the provider, a table or a log, because they are UUIDs. */
async function readIds(file: string): Promise<ReadonlySet<string>> {
  const content = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new ConfigError(`The file ${file} cannot be read.`, { cause })
  })
  return new Set(content.toLowerCase().match(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g))
}

export const requeue: Command = ({ args, print, ...context }) =>
  withDeps(context, async ({ db }) => {
    const { message, yes } = readFlags(args, { message: text, yes: tick })
    const id = parse(idField, message ?? missing('--message'), 'The message')
    if (!yes) await confirm('Send this message again? If it arrived before, it arrives twice.')
    if (!(await db.system((tx) => requeueMessage(tx, id)))) {
      throw new ConfigError(`No message ${id} is FAILED or UNKNOWN.`)
    }
    print(`The message ${id} is queued.`)
  })

async function withDeps(
  { config, log, database_url }: Pick<CommandContext, 'config' | 'log' | 'database_url'>,
  work: (deps: Deps) => Promise<void>,
): Promise<void> {
  const bus = await createBus({ config, log }, database_url)
  const deps = createDeps({
    config: forCommand(config),
    log,
    keys: await loadKeys(config),
    bus,
    database_url,
  })
  try {
    await work(deps)
  } finally {
    await closeDeps(deps)
  }
}

const forCommand = (config: Config): Config => ({ ...config, database_connections: COMMAND_CONNECTIONS })
