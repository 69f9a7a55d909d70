import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { groupBy } from '../../../packages/contract/src/rules/group-by.ts'
import { RESULTS, type Report, type Row, show } from './report.ts'

const PAGE = path.resolve(RESULTS, '../../../docs/performance.md')
const BEGIN = '<!-- figures: npm run bench -->'
const END = '<!-- end of figures -->'

const files = (await readdir(RESULTS)).filter((file) => file.endsWith('.json')).toSorted()
const reports = await Promise.all(files.map(async (file) => readReport(path.join(RESULTS, file))))
const machines = new Set(reports.map(({ machine }) => splitMachine(machine)[0]))
const figures = [`Machine: ${[...machines].join('; ')}.\n`, ...reports.map(toSection)]
const [before, rest] = (await readFile(PAGE, 'utf8')).split(BEGIN)
const [, after] = rest?.split(END) ?? []
if (before === undefined || after === undefined) throw new Error(`${PAGE} lacks its marks`)
await writeFile(PAGE, `${before}${BEGIN}\n\n${figures.join('\n')}\n${END}${after}`)

async function readReport(file: string): Promise<Report> {
  return JSON.parse(await readFile(file, 'utf8'))
}

/** Returns the machine, and the load when the bench began. */
function splitMachine(machine: string): string[] {
  return machine.split(/, (?=load )/)
}

/** Rows without a target stay in the results alone. */
function toSection({ name, commit, date, machine, rows }: Report): string {
  return `### ${name}

${[date.slice(0, 10), `commit ${commit}`, splitMachine(machine)[1]].join(', ')}.

| What | Ours | Limit | Ratio | Target |
| --- | ---: | ---: | ---: | --- |
${keepWorst(rows.filter(({ target }) => target !== '–'))
  .map(toLine)
  .join('\n')}
`
}

/** Of rows "subject: detail" with one target and no limit, the one that is nearest to it. */
function keepWorst(rows: readonly Row[]): Row[] {
  const groups = groupBy(rows, ({ what, unit, limit, target }) =>
    limit || !what.includes(': ') ? what : [unit, target].join(),
  )
  return Array.from(groups.values()).flatMap((group) => {
    const sign = /^[≤<0]/.test(group[0]?.target ?? '') ? -1 : 1
    const [worst] = group.toSorted((one, other) => sign * (one.ours.median - other.ours.median))
    return worst && group.length > 1 ? { ...worst, what: `Worst of ${group.length}: ${worst.what}` } : group
  })
}

function toLine({ what, unit, ours, limit, ratio, target }: Row): string {
  const cells = [what, `${show(ours)} ${unit}`, limit ? `${show(limit)} ${unit}` : '–', ratio ?? '–', target]
  return `| ${cells.join(' | ')} |`
}
