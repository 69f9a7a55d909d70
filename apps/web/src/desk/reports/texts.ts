import type { Translation } from '@muster/contract/translate'
import { defineTexts } from '../../i18n/define-texts.ts'

export const en = {
  title: 'Reports',
  intro: 'For the wall on the day, and for afterwards.',
  back: 'Back to Reports',
  schedule: {
    title: 'Running schedule',
    description:
      'Every shift by day and time with its volunteers, to print and tape to the wall. Lines to write on where somebody is missing.',
  },
  lists: {
    title: 'Sign-in sheets and lists',
    description:
      'By role and day with boxes to tick, or everybody with their shifts. To print, and as Excel or CSV.',
  },
  hours: {
    title: 'Hours',
    description:
      'What everybody has taken on and worked, by person, role and event. With certificates, and as Excel or CSV.',
  },
  chooser: {
    intro: 'Choose what the schedule is to show.',
    event: 'Event',
    all: 'All Events',
    option: '{{name}}, {{date}}',
    generate: 'Generate Report',
  },
  change: 'Change Event',
  print: 'Print',
  loading: 'Loading the report...',
  as_of: 'As of {{time}}',
  foot: '{{organization}} · as of {{time}}',
  legend: {
    confirmed: 'confirmed',
    invited: 'not confirmed yet',
    nobody: 'nobody yet',
    nobody_print: 'nobody yet: write a name on the line',
  },
  sign_up: 'Sign up',
  time: 'Time',
  role: 'Role',
  volunteers: 'Volunteers',
  status: 'Status',
  from_before: 'from {{start}}',
  counted_above: 'counted on the day of its start',
  clocks_forward: 'The clock goes forward: the shift is {{duration}} long',
  clocks_back: 'The clock goes back: the shift is {{duration}} long',
  invited: {
    asked: 'asked',
    not_asked: 'not asked yet',
    expired: 'expired',
  },
  asked_again: 'new time not confirmed',
  more_lines_one: 'and {{count}} more',
  more_lines_other: 'and {{count}} more',
  empty: 'No shifts were found. Shifts must be created before they appear here.',
  to_shifts: 'Go to shifts',
  gone: 'This event no longer exists. Choose another one.',
  roles: 'Role Descriptions',
  no_description: 'No description',
  errors: {
    fetch: 'Failed to fetch data',
  },
} as const

const sv = {
  title: 'Rapporter',
  intro: 'För väggen när det gäller, och för efteråt.',
  back: 'Tillbaka till rapporter',
  schedule: {
    title: 'Körschema',
    description:
      'Alla pass efter dag och tid med sina volontärer, att skriva ut och sätta upp på väggen. Rader att skriva på där någon saknas.',
  },
  lists: {
    title: 'Närvarolistor och listor',
    description:
      'Per roll och dag med rutor att kryssa i, eller alla med sina pass. Att skriva ut, och som Excel eller CSV.',
  },
  hours: {
    title: 'Timmar',
    description:
      'Vad var och en har tagit på sig och arbetat, per person, roll och evenemang. Med intyg, och som Excel eller CSV.',
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

export const useText = defineTexts('reports', { en, sv })
