import type { Translation } from '@muster/contract/translate'
import type en from './en.ts'

export default {
  optional: '(valfritt)',
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
  scheduled_with: 'Schemalagt med',
  questions: 'Frågor? Hör av dig till {{organization}}:',
  write_to_organizer: 'Skriv till {{organization}}',
  call_organizer: 'Ring {{organization}}',
  times_shown_in: 'Tiderna visas i {{zone}}',
  coverage: {
    all: '{{confirmed}} av {{needed}} bekräftade',
    pending: '{{pending}} väntar på svar',
    missing: '{{missing}} saknas',
  },
  discard: {
    title: 'Kasta dina ändringar?',
    text: 'Det du har skrivit här är inte sparat än.',
    confirm: 'Kasta',
  },
  errors: {
    network: 'Ingen anslutning. Kontrollera nätet och försök igen.',
    page_offline: 'Du är inte uppkopplad. Sidan öppnas när du är uppkopplad igen.',
    page_failed: 'Sidan gick inte att öppna.',
    unexpected: 'Något gick fel. Försök igen.',
    live: 'Anslutningsfel. Det går inte att ta emot uppdateringar.',
    live_lost: 'Ingen liveanslutning efter {{attempts}} försök',
    live_refused: 'Det gick inte att ansluta till livetjänsten. Ladda om sidan',
  },
} satisfies Translation<typeof en>
