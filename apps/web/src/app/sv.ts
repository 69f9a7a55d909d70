import type { Translation } from '../i18n/define-texts.ts'
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
