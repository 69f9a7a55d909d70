import type { Translation } from '@muster/contract/translate'
import { defineTexts } from '../../../i18n/define-texts.ts'

const en = {
  archived: 'An archived event cannot be changed. Bring it back first, in the menu above.',
  form_rest: 'Sign-up, questions, reminders, contact',
  list: 'Sections',
  section: {
    basics: 'Basics',
    roles: 'Roles',
    sign_up: 'Sign-up',
    questions: 'Questions',
    reminders: 'Reminders & cancelling',
    contact: 'Contact',
  },
  roles_one: '{{count}} role',
  roles_other: '{{count}} roles',
  unsaved_one: '{{count}} change not saved yet',
  unsaved_other: '{{count}} changes not saved yet',
  wrong_one: '{{count}} thing to correct',
  wrong_other: '{{count}} things to correct',
  change: '{{label}}: {{now}}, was {{was}}',
  other: 'A time',
  nothing: 'nothing',
  on: 'on',
  off: 'off',
  discard: 'Discard',
  save: 'Save',
  saved: '{{name}} is saved',
} as const

const sv = {
  archived: 'Ett arkiverat evenemang kan inte ändras. Hämta tillbaka det först, i menyn ovan.',
  form_rest: 'Anmälan, frågor, påminnelser, kontakt',
  list: 'Avsnitt',
  section: {
    basics: 'Grunder',
    roles: 'Roller',
    sign_up: 'Anmälan',
    questions: 'Frågor',
    reminders: 'Påminnelser & återbud',
    contact: 'Kontakt',
  },
  roles_one: '{{count}} roll',
  roles_other: '{{count}} roller',
  unsaved_one: '{{count}} ändring inte sparad än',
  unsaved_other: '{{count}} ändringar inte sparade än',
  wrong_one: '{{count}} sak att rätta',
  wrong_other: '{{count}} saker att rätta',
  change: '{{label}}: {{now}}, var {{was}}',
  other: 'En tid',
  nothing: 'inget',
  on: 'på',
  off: 'av',
  discard: 'Släng',
  save: 'Spara',
  saved: '{{name}} har sparats',
} satisfies Translation<typeof en>

export const useText = defineTexts('event_settings', { en, sv })
