import type { Translation } from '@muster/contract/translate'
import type en from './en.ts'

export default {
  optional: '(valfritt)',
  year_between: 'Ange ett år från {{first}} till {{last}}.',
  at_most_one: 'Högst {{count}} tecken.',
  at_most_other: 'Högst {{count}} tecken.',
  close: 'Stäng',
  cancel: 'Avbryt',
  try_again: 'Försök igen',
  loading: 'Laddar',
  nothing_found: 'Ingen träff',
  show_all: 'Visa alla',
  problem: 'Det gick inte',
  language: 'Språk',
  terms: 'Användarvillkor',
  privacy: 'Personuppgifter',
  times_shown_in: 'Tiderna visas i {{zone}}',
  coverage: {
    all: '{{confirmed}} av {{needed}} bekräftade',
    asked_one: '{{count}} tillfrågad',
    asked_other: '{{count}} tillfrågade',
    not_asked_one: '{{count}} inte tillfrågad än',
    not_asked_other: '{{count}} inte tillfrågade än',
    expired_one: '{{count}} utgången',
    expired_other: '{{count}} utgångna',
    missing_one: '{{count}} saknas',
    missing_other: '{{count}} saknas',
  },
  copy: {
    title: 'Kopiera länken själv',
    link: 'Länk',
    hint: 'Webbläsaren tillät inte kopiering. Markera länken och kopiera den.',
  },
  discard: {
    title: 'Kasta dina ändringar?',
    text: 'Det du har skrivit här är inte sparat än.',
    confirm: 'Kasta',
  },
  errors: {
    network: 'Ingen anslutning. Kontrollera nätet och försök igen.',
    unexpected: 'Något gick fel. Försök igen.',
    live: 'Anslutningsfel. Det går inte att ta emot uppdateringar.',
    live_lost: 'Ingen liveanslutning efter {{attempts}} försök',
    live_refused: 'Det gick inte att ansluta till livetjänsten. Ladda om sidan',
  },
} satisfies Translation<typeof en>
