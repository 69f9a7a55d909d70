import type { Translation } from '@muster/contract/translate'
import { defineTexts } from '../../i18n/define-texts.ts'

const en = {
  title: 'Go to',
  placeholder: 'Event, person, shift or page',
  none: 'Nothing is called “{{text}}”.',
  hint: '↑ ↓ to choose, Enter to open, Esc to close',
  acts_title: 'Pages',
  events_title: 'Events',
  people_title: 'People',
  shifts_title: 'Shifts',
  acts: {
    shifts: 'Shifts',
    people: 'People',
    events: 'Events',
    reports: 'Reports',
    add_person: 'Add person',
    members: 'Members',
    notices: 'Your notifications',
    settings: 'Settings of the organization',
    api_keys: 'API keys',
    log: 'Log',
    account: 'Your details',
    security: 'Security',
  },
} as const

const sv = {
  title: 'Gå till',
  placeholder: 'Evenemang, person, pass eller sida',
  none: 'Inget heter ”{{text}}”.',
  hint: '↑ ↓ väljer, Enter öppnar, Esc stänger',
  acts_title: 'Sidor',
  events_title: 'Evenemang',
  people_title: 'Personer',
  shifts_title: 'Pass',
  acts: {
    shifts: 'Pass',
    people: 'Personer',
    events: 'Evenemang',
    reports: 'Rapporter',
    add_person: 'Lägg till person',
    members: 'Medlemmar',
    notices: 'Dina aviseringar',
    settings: 'Organisationens inställningar',
    api_keys: 'API-nycklar',
    log: 'Logg',
    account: 'Dina uppgifter',
    security: 'Säkerhet',
  },
} satisfies Translation<typeof en>

export const useText = defineTexts('palette', { en, sv })
