import { execFileSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { arch, cpus, loadavg, platform, release, totalmem } from 'node:os'
import path from 'node:path'

export type Measured = {
  what: string
  unit: string
  ours: readonly number[]
  limit?: readonly number[]
  target: string
}

export type Spread = { min: number; median: number; max: number }

export type Row = {
  what: string
  unit: string
  ours: Spread
  limit?: Spread
  /** Our median divided by that of the limit; undefined for a limit of 0. */
  ratio?: number
  target: string
}

export type Report = { name: string; commit: string; date: string; machine: string; rows: Row[] }

/** Load average before the bench begins, caused by other processes. */
const LOAD = loadavg()[0] ?? 0

const ROOT = path.resolve(import.meta.dirname, '../../..')

export const RESULTS = path.join(ROOT, 'infra/bench/results')

/** Returns the figure of both sides of each pair. */
export const ofBoth = <Side>(
  pairs: readonly { ours: Side; limit: Side }[],
  figure: (side: Side) => number,
): Pick<Measured, 'ours' | 'limit'> => ({
  ours: pairs.map(({ ours }) => figure(ours)),
  limit: pairs.map(({ limit }) => figure(limit)),
})

export async function writeReport(name: string, measured: readonly Measured[]): Promise<void> {
  const rows = measured.map(toRow)
  console.table(
    rows.map(({ ours, limit, ...row }) => ({ ...row, ours: show(ours), limit: limit && show(limit) })),
  )
  const report: Report = {
    name,
    commit: readCommit(),
    date: new Date().toISOString(),
    machine: describeMachine(),
    rows,
  }
  await mkdir(RESULTS, { recursive: true })
  await writeFile(path.join(RESULTS, `${name}.json`), `${JSON.stringify(report, undefined, 2)}\n`)
}

/** Returns median, minimum and maximum as "1,204 (1,180–1,251)", or one number if they are the same. */
export function show({ min, median, max }: Spread): string {
  return min === max ? round(median) : `${round(median)} (${round(min)}–${round(max)})`
}

function toRow({ ours, limit, ...row }: Measured): Row {
  const found = spread(ours)
  if (!limit) return { ...row, ours: found }
  const held = spread(limit)
  if (held.median === 0) return { ...row, ours: found, limit: held }
  return { ...row, ours: found, limit: held, ratio: Number((found.median / held.median).toFixed(3)) }
}

function spread(figures: readonly number[]): Spread {
  const sorted = figures.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))] ?? Number.NaN
  return { min: at(0), median: at(0.5), max: at(1) }
}

const round = (figure: number) =>
  figure.toLocaleString('en', { maximumFractionDigits: figure < 10 ? 3 : figure < 100 ? 1 : 0 })

function readCommit(): string {
  const isChanged = git('status', '--porcelain', '--', 'apps', 'packages') !== ''
  return `${git('rev-parse', '--short', 'HEAD')}${isChanged ? ' with changes' : ''}`
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim()
}

function describeMachine(): string {
  const processors = cpus()
  return [
    `${processors.length} × ${processors[0]?.model.trim()}`,
    `${Math.round(totalmem() / 2 ** 30)} GiB`,
    `${platform()} ${release()} ${arch()}`,
    `Node ${process.versions.node}`,
    `load ${LOAD.toFixed(1)} when it began`,
  ].join(', ')
}
