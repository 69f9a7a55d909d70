import { compareScreens } from '../../apps/web/e2e/compare-screens.ts'
import { takeScreens } from '../../apps/web/e2e/take-screens.ts'

/* Usage: `take http://localhost:3000 FOLDER [part of a file name]`, and `compare FOLDER FOLDER`. */
const [command, first = '', second = '', only = ''] = process.argv.slice(2)
const lines =
  command === 'take'
    ? await takeScreens(first, second, new RegExp(only))
    : await compareScreens(first, second)
for (const line of lines) console.log(line)
if (command === 'take' && lines.length > 0) process.exitCode = 1
