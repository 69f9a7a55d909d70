import type { Translation } from '../../i18n/define-texts.ts'
import type en from './en.ts'

export default {
  title: 'Ditt pass',
  hello: 'Hej {{name}}',
  from: 'Ditt pass hos {{organization}}',
  status_label: 'Status',
  status: {
    INVITED: 'inbjuden',
    CONFIRMED: 'bekräftad',
    DECLINED: 'tackat nej',
    ABSENT: 'frånvarande',
  },
  calendar: 'Lägg till i kalendern',
  other_shifts: 'Dina andra pass på evenemanget',
  see_event: 'Se evenemanget',
  error: 'Fel: {{text}}',
  errors: {
    expired: 'Länken har gått ut. Kontakta arrangören.',
    invalid: 'Länken är ogiltig eller finns inte längre.',
    invalid_link: 'Ogiltig länk',
    load: 'Det gick inte att läsa in ditt pass',
  },
} satisfies Translation<typeof en>
