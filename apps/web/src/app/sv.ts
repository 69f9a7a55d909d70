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
  settings: {
    list: 'Inställningar',
    general: 'Allmänt',
    members: 'Medlemmar',
    notices: 'Dina aviseringar',
    api_keys: 'API-nycklar',
    log: 'Logg',
    details: 'Dina uppgifter',
    security: 'Säkerhet',
  },
  not_found: {
    title: 'Sidan finns inte',
    text: 'Det finns inget på den här adressen. Den kan vara felskriven eller gammal.',
    to_shifts: 'Till passen',
    to_login: 'Logga in',
  },
} satisfies Translation<typeof en>
