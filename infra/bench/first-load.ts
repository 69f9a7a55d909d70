import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { writeReport } from './harness/report.ts'

const CHECK = path.resolve(import.meta.dirname, '../checks/first-load.mjs')

const lines = execFileSync(process.execPath, [CHECK], { encoding: 'utf8' }).trim().split('\n')

await writeReport(
  'first-load',
  lines.flatMap((line) => {
    const [page = '', weights = ''] = line.split(': ')
    return Array.from(weights.matchAll(/(\w+) ([\d.]+) of (\d+)/g), ([, kind, kib, budget]) => ({
      what: `${page}: ${kind}`,
      unit: 'KiB',
      ours: [Number(kib)],
      target: `≤ ${budget}`,
    }))
  }),
)
