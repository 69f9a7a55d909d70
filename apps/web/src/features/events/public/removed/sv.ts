import type { Translation } from '@muster/contract/translate'
import type en from './en.ts'

export default {
  title: '{{name}} har tagits bort',
  text: 'Arrangören har tagit bort evenemanget. Det finns inget kvar att anmäla sig till här.',
} satisfies Translation<typeof en>
