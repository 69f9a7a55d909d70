import type { Translation } from '@muster/contract/translate'
import type en from './en.ts'

export default {
  title: 'Ditt pass',
  question: '{{name}}, kan du hjälpa till?',
  full: {
    title: '{{name}}, passet är fullt',
    text: 'Alla platser har hunnit bli tagna. Om en plats blir ledig kan du tacka ja här.',
    free_again: 'En plats är ledig igen.',
  },
  confirm: 'Jag kommer',
  decline: 'Jag kan inte',
  confirm_name: '(tacka ja)',
  decline_name: '(tacka nej)',
  submitting: 'Skickar…',
  answer_by: 'Svara senast {{day}} kl. {{time}}.',
  coming: {
    yes: 'Ditt svar skickas: du kommer.',
    no: 'Ditt svar skickas: du kan inte.',
  },
  coming_in_one: 'Om {{count}} sekund',
  coming_in_other: 'Om {{count}} sekunder',
  stop: 'Stoppa',
  confirmed: {
    title: 'Tack, {{name}}!',
    text: 'Du har tackat ja. Vi ses där.',
  },
  declined: {
    title: 'Tack för att du säger till',
    text: 'Du har tackat nej. Platsen går till någon annan.',
  },
  dashboard: 'Tillbaka till översikten',
  hello: 'Hej {{name}}',
  from: 'Ditt pass hos {{organization}}',
  status_label: 'Status',
  status: {
    INVITED: 'inbjuden',
    CONFIRMED: 'du är med',
    DECLINED: 'tackat nej',
    ABSENT: 'frånvarande',
  },
  absent: 'Arrangören har noterat att du inte kom. Hör av dig om det är fel.',
  calendar: 'Lägg till i kalendern',
  other_shifts: 'Dina andra pass på evenemanget',
  answer_it: 'Svara',
  see_it: 'Visa',
  see_event: 'Se evenemanget',
  stop_messages: {
    open: 'Sluta få meddelanden från {{organization}}',
    the_organizer: 'arrangören',
    question: 'Sluta få e-post och sms från {{organization}}?',
    mind: 'Dina pass är kvar som de är, och du får fortfarande e-post när ett pass flyttas eller ställs in. Hör av dig till arrangören{{reach}} om du inte kan komma.',
    confirm: 'Sluta få meddelanden',
    keep: 'Fortsätt få meddelanden',
    stopped:
      'Klart. Du får fortfarande e-post från {{organization}} när du anmäler dig, eller när ett av dina pass flyttas eller ställs in. Inget annat skickas.',
    resume: 'Få meddelanden igen',
  },
  closed: { expired: 'Din länk har gått ut', unknown: 'Länken går inte att öppna' },
  error: 'Fel: {{text}}',
  errors: {
    expired: 'Länken har gått ut. Kontakta arrangören.',
    invalid: 'Länken är ogiltig eller finns inte längre.',
    invalid_link: 'Ogiltig länk',
    load: 'Det gick inte att läsa in ditt pass',
    process: 'Det gick inte att ta emot ditt svar',
  },
} satisfies Translation<typeof en>
