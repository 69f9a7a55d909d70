import { parseArgs } from 'node:util'
import { jumpClocks } from './clock-jumps.ts'
import { fillDisk } from './full-disk.ts'
import { killApi } from './kill-api.ts'
import { killDb } from './kill-db.ts'
import { killWorker } from './kill-worker.ts'
import { loseNode } from './lose-node.ts'
import { loseSockets } from './lose-sockets.ts'
import { promoteStandby } from './promote-standby.ts'
import { restore } from './restore.ts'
import { restartUnderLoad } from './rolling-restart.ts'
import { upgrade } from './upgrade.ts'

/* Usage: `run.ts [name ...] [--kills=200]`. Each case breaks something under load, prints its figures and throws when
 * something was lost, done twice or answered wrongly. Without names all run. docs/runbook.md describes them. */

/** Sizes of a long run, as strings of the command line. A case has a small default of each size that it knows. */
const SIZE = { type: 'string' } as const
const SIZES = { kills: SIZE, messages: SIZE, rounds: SIZE, viewers: SIZE, events: SIZE, seconds: SIZE }

type Options = Partial<Record<keyof typeof SIZES, number>> & { from?: string; without_hold?: boolean }

const CASES: Record<string, (options: Options) => Promise<void>> = {
  'kill-api': killApi,
  'kill-worker': (options) => killWorker({ ...options, work: 'sent', mail: 'sendgrid' }),
  'kill-worker-smtp': (options) => killWorker({ ...options, work: 'sent', mail: 'smtp' }),
  'kill-worker-tasks': (options) => killWorker({ ...options, work: 'tasks', mail: 'sendgrid' }),
  'kill-db': killDb,
  'promote-standby': promoteStandby,
  'rolling-restart': restartUnderLoad,
  nodes: loseNode,
  'clock-jumps': jumpClocks,
  'full-disk': fillDisk,
  'lose-sockets': loseSockets,
  restore,
  upgrade,
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { ...SIZES, from: { type: 'string' }, 'without-hold': { type: 'boolean' } },
})
const { from, 'without-hold': without_hold = false, ...sizes } = values
const options: Options = {
  ...Object.fromEntries(Object.entries(sizes).map(([name, size]) => [name, readNumber(size)])),
  ...(from && { from }),
  without_hold,
}

function readNumber(text: string): number {
  const size = Number(text)
  if (Number.isNaN(size)) throw new Error(`${text} is no number`)
  return size
}

const failed: string[] = []
for (const name of positionals.length > 0 ? positionals : Object.keys(CASES)) {
  console.log(`\n── ${name}`)
  const began = performance.now()
  try {
    const run = CASES[name]
    if (!run) throw new Error(`There is no such case: use ${Object.keys(CASES).join(', ')}.`)
    await run(options)
    console.log(`${name} passed in ${Math.round((performance.now() - began) / 1_000)} s`)
  } catch (error) {
    failed.push(name)
    console.error(error)
  }
}
if (failed.length > 0) console.error(`Failed: ${failed.join(', ')}`)
// A failed case may have left a load that goes on. Its processes end with this one.
process.exit(failed.length > 0 ? 1 : 0)
