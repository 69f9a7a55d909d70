import type { Translation } from '@muster/contract/translate'
import type en from './en.ts'

export default {
  skip: 'Hoppa till innehållet',
  menu: 'Meny',
  main: 'Huvudmeny',
  shifts: 'Pass',
  people: 'Personer',
  events: 'Evenemang',
  reports: 'Rapporter',
  log_out: 'Logga ut',
} satisfies Translation<typeof en>
