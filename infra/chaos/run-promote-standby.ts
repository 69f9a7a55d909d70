import { parseArgs } from 'node:util'
import { type Promoted, promoteStandby } from './promote-standby.ts'

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '1' } } })

const promoted: (Omit<Promoted, 'statuses'> & { commit: string; statuses: string })[] = []
for (let round = 1; round <= Number(values.rounds); round++) {
  for (const commit of ['synchronous', 'asynchronous'] as const) {
    const { statuses, ...figures } = await promoteStandby(commit)
    promoted.push({ commit, ...figures, statuses: statuses.join() })
    console.log(`round ${round}, ${commit}`)
  }
}
console.table(promoted)
process.exitCode = promoted.some(({ commit, lost }) => commit === 'synchronous' && lost > 0) ? 1 : 0
