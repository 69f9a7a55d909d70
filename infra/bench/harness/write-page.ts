import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { replaceFigures } from './replace-figures.ts'
import { RESULTS, type Report, type Row, show } from './report.ts'

const PAGE = path.resolve(RESULTS, '../../../docs/performance.md')

const files = (await readdir(RESULTS)).filter((file) => file.endsWith('.json')).toSorted()
const reports = await Promise.all(files.map(async (file) => readReport(path.join(RESULTS, file))))
await replaceFigures(PAGE, 'npm run bench', reports.map(toSection).join('\n'))

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
