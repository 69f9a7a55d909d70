import type { Translation } from '@muster/contract/translate'
import type en from './en.ts'

export default {
  title: 'Rapporter',
  intro: 'Det som hänger på väggen när det gäller.',
  back: 'Tillbaka till rapporter',
  schedule: {
    title: 'Körschema',
    description:
      'Alla pass efter dag och tid med sina volontärer, att skriva ut och sätta upp på väggen. Rader att skriva på där någon saknas.',
  },
  chooser: {
    intro: 'Välj vad körschemat ska visa.',
    event: 'Evenemang',
    all: 'Alla evenemang',
    option: '{{name}}, {{date}}',
    generate: 'Skapa rapport',
  },
  change: 'Byt evenemang',
  print: 'Skriv ut',
  loading: 'Laddar rapporten...',
  as_of: 'Läget {{time}}',
  foot: '{{organization}} · läget {{time}}',
  legend: {
    confirmed: 'bekräftad',
    invited: 'inte bekräftad än',
    nobody: 'ingen än',
    nobody_print: 'ingen än: skriv ett namn på raden',
  },
  sign_up: 'Anmälan',
  time: 'Tid',
  role: 'Roll',
  volunteers: 'Volontärer',
  status: 'Status',
  from_before: 'från {{start}}',
  counted_above: 'räknas den dag passet börjar',
  clocks_forward: 'Klockan ställs fram: passet är {{duration}} långt',
  clocks_back: 'Klockan ställs tillbaka: passet är {{duration}} långt',
  invited: {
    asked: 'tillfrågad',
    not_asked: 'inte tillfrågad än',
    expired: 'utgången',
  },
  asked_again: 'nya tiden inte bekräftad',
  more_lines_one: 'och {{count}} till',
  more_lines_other: 'och {{count}} till',
  empty: 'Inga pass hittades. Pass måste skapas innan de syns här.',
  to_shifts: 'Till passen',
  gone: 'Evenemanget finns inte längre. Välj ett annat.',
  roles: 'Rollbeskrivningar',
  no_description: 'Ingen beskrivning',
  errors: {
    fetch: 'Det gick inte att hämta uppgifterna',
  },
} satisfies Translation<typeof en>
