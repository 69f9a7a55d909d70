import { compareScreens } from '../../apps/web/e2e/compare-screens.ts'
import { takeScreens } from '../../apps/web/e2e/take-screens.ts'

/* `take http://localhost:3000 /tmp/before [part of a name]`, and `compare /tmp/before /tmp/after`. */
const [command, first = '', second = '', only = ''] = process.argv.slice(2)
if (command === 'take') await takeScreens(first, second, new RegExp(only))
else if (command === 'compare') await compareScreens(first, second)
else throw new Error('Use take or compare.')
