import type { Translation } from '@muster/contract/translate'
import { defineTexts } from '../i18n/define-texts.ts'

export const en = {
  skip: 'Skip to content',
  menu: 'More',
  main: 'Main',
  tabs: 'Pages',
  shifts: 'Shifts',
  people: 'People',
  events: 'Events',
  reports: 'Reports',
  settings: {
    list: 'Settings',
    general: 'General',
    members: 'Members',
    notices: 'Your notifications',
    api_keys: 'API keys',
    log: 'Log',
    details: 'Your details',
    security: 'Security',
  },
  not_found: {
    title: 'Page not found',
    text: 'There is nothing at this address. It may be mistyped, or out of date.',
    to_shifts: 'Go to shifts',
    to_login: 'Sign in',
  },
} as const

const sv = {
  skip: 'Hoppa till innehållet',
  menu: 'Mer',
  main: 'Huvudmeny',
  tabs: 'Sidor',
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

export const useText = defineTexts('app', { en, sv })
