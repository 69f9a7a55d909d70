import type { Translation } from '@muster/contract/translate'
import type en from './en.ts'

export default {
  erased: { first_name: 'Raderad', last_name: 'person' },
} satisfies Translation<typeof en>
