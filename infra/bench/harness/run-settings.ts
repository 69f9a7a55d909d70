import { parseArgs } from 'node:util'

/** Reads flags, such as those of `npm run bench -- signup --runs=1 --seconds=5`. */
export function readRunSettings(defaults: { seconds: number }): { runs: number; seconds: number } {
  const { values } = parseArgs({
    options: {
      runs: { type: 'string', default: '5' },
      seconds: { type: 'string', default: String(defaults.seconds) },
    },
  })
  return { runs: Number(values.runs), seconds: Number(values.seconds) }
}
