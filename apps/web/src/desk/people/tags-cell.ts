/* Tags in one cell of a sheet. A name with a separator in it stands in quotes. */

const SEPARATED = /[,;|\n"]/
const NAME = /(?:^|[,;|\n])\s*(?:"((?:[^"]|"")*)"(?=\s*(?:[,;|\n]|$))|([^,;|\n]*))/g

export const writeTags = (tags: readonly string[]): string =>
  tags.map((name) => (SEPARATED.test(name) ? `"${name.replaceAll('"', '""')}"` : name)).join(', ')

export const readTags = (cell: string): string[] =>
  [...cell.matchAll(NAME)]
    .map(([, quoted, plain = '']) => (quoted?.replaceAll('""', '"') ?? plain).trim())
    .filter(Boolean)
