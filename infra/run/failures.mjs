import { stripVTControlCharacters } from 'node:util'

/** Headings of failures in Vitest, Playwright and node:test. */
const FAILURES = [
  /^ ?FAIL +(.+)/,
  /^⎯+ (Unhandled .+?) ⎯+$/,
  /^ *\d+\) (.+?:\d+:\d+ › .+?)[ ─]*$/,
  /^ *✖ (.+) \(\d[\d.]*ms\)$/,
]
const TURBO_PREFIX = /^@muster\/\w+:\w+: ?/

/** Returns at most `most` lines: each failed test with the first line of its error, else the end of the output. */
export function listFailures(output, most) {
  const lines = stripVTControlCharacters(output)
    .split('\n')
    .map((line) => line.replace(TURBO_PREFIX, '').trimEnd())
  // node:test prints a name twice, the second time with the error.
  const failures = new Map()
  for (const [at, line] of lines.entries()) {
    const name = findName(line)
    if (name)
      failures.set(
        name,
        lines.slice(at + 1).find((next) => next !== '' && !findName(next)),
      )
  }
  const found = Array.from(failures, ([name, error = '']) => [name, `  ${error.trim()}`])
  if (found.length === 0) return lines.filter((line) => line !== '').slice(-most)
  if (found.length * 2 <= most) return found.flat()
  const shown = found.slice(0, Math.floor((most - 1) / 2))
  return [...shown.flat(), `and ${found.length - shown.length} more`]
}

function findName(line) {
  return FAILURES.map((heading) => heading.exec(line)?.[1]).find(Boolean)
}
