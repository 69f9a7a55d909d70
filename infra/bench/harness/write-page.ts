import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { RESULTS, type Report, type Row, show } from './report.ts'

const PAGE = path.resolve(RESULTS, '../../../docs/performance.md')
const [BEGIN, END] = ['<!-- figures: npm run bench -->', '<!-- end of figures -->']

const files = (await readdir(RESULTS)).filter((file) => file.endsWith('.json')).toSorted()
const reports = await Promise.all(files.map(async (file) => readReport(path.join(RESULTS, file))))
const page = await readFile(PAGE, 'utf8')
const [before, rest] = page.split(BEGIN)
const [, after] = rest?.split(END) ?? []
if (before === undefined || after === undefined) throw new Error(`${PAGE} lacks its marks`)
await writeFile(PAGE, `${before}${BEGIN}\n\n${reports.map(toSection).join('\n')}\n${END}${after}`)

async function readReport(file: string): Promise<Report> {
  return JSON.parse(await readFile(file, 'utf8'))
}

function toSection({ name, commit, date, machine, rows }: Report): string {
  return `### ${name}

${date.slice(0, 16).replace('T', ' ')} UTC, commit ${commit}, ${machine}.

| What | Ours | Limit | Ratio | Target |
| --- | ---: | ---: | ---: | --- |
${rows.map(toLine).join('\n')}
`
}

function toLine({ what, unit, ours, limit, ratio, target }: Row): string {
  const cells = [what, `${show(ours)} ${unit}`, limit ? `${show(limit)} ${unit}` : '–', ratio ?? '–', target]
  return `| ${cells.join(' | ')} |`
}
