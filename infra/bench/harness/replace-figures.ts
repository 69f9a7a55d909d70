import { readFile, writeFile } from 'node:fs/promises'

const END = '<!-- end of figures -->'

/** Replaces the text between `<!-- figures: command -->` and the end mark of the page. */
export async function replaceFigures(page: string, command: string, figures: string): Promise<void> {
  const begin = `<!-- figures: ${command} -->`
  const [before, rest] = (await readFile(page, 'utf8')).split(begin)
  const [, after] = rest?.split(END) ?? []
  if (before === undefined || after === undefined) throw new Error(`${page} lacks its marks`)
  await writeFile(page, `${before}${begin}\n\n${figures}\n${END}${after}`)
}
