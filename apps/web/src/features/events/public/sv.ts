import type { Translation } from '@muster/contract/translate'
import type en from './en.ts'

export default {
  sign_up: 'Anmäl mig',
  full: 'Fullt',
  over: 'Passet är slut',
  spots_left_one: '{{count}} ledig plats',
  spots_left_other: '{{count}} lediga platser',
  spots_of: '{{shift}}: {{spots}}',
  spots_changed_one: 'Lediga platser har ändrats i {{count}} pass',
  spots_changed_other: 'Lediga platser har ändrats i {{count}} pass',
  signed_up: 'Anmälda:',
  nobody: 'Ingen anmälde sig',
  nobody_yet: 'Ingen anmäld än – bli först!',
  more_names_one: 'och {{count}} till',
  more_names_other: 'och {{count}} till',
  fewer_names: 'Visa färre',
  signing_up_one: '{{count}} person anmäler sig just nu',
  signing_up_other: '{{count}} personer anmäler sig just nu',
  days: 'Dag',
  all_days: 'Alla dagar',
  no_shifts: 'Det finns inga pass att anmäla sig till ännu.',
  share: 'Dela',
  copied: 'Länken är kopierad',
  qr: 'QR-kod',
  qr_title: 'Den här sidan som QR-kod',
  removed: {
    title: '{{name}} har tagits bort',
    text: 'Arrangören har tagit bort evenemanget. Det finns inget kvar att anmäla sig till här.',
  },
  errors: {
    check_link: 'Kontrollera länken, eller fråga den som skickade den till dig.',
    gone: 'Evenemanget finns inte eller har tagits bort.',
    invalid_link: 'Ogiltig länk till evenemanget',
    load: 'Det gick inte att läsa in evenemanget',
  },
} satisfies Translation<typeof en>
