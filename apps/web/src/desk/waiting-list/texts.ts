import type { Translation } from '@muster/contract/translate'
import { defineTexts } from '../../i18n/define-texts.ts'

const en = {
  title_one: 'Waiting list: {{count}} person',
  title_other: 'Waiting list: {{count}} people',
  since: 'since {{day}} at {{time}}',
  offered: 'Offered',
  until: 'until {{day}} at {{time}}',
  offer: 'Offer a place',
  remove: 'Take off the list',
  offered_to: '{{name}} has been offered a place',
  removed: '{{name}} is off the waiting list',
  note: 'Free places are offered automatically, first come first.',
  note_held:
    'Free places are offered automatically, first come first. You can give an offered place to somebody else in line.',
  note_free:
    'Free places are offered automatically, first come first. A place is free: you can offer it to anybody in line.',
  note_paused: 'No place is offered while the organization is paused.',
  failed: 'The waiting list could not be loaded.',
  refused: 'The waiting list could not be changed.',
  offer_dialog: {
    title: 'Offer the place to {{name}} instead?',
    holder: 'It is held for {{holder}} now.',
    text: 'They keep their place in line. They are not told, but their link says that the place is no longer free.',
    confirm: 'Offer the place',
    busy: 'Offering...',
  },
  remove_dialog: {
    title: 'Take {{name}} off the waiting list?',
    text: 'They are not told. If they join again, they stand last.',
    offered: 'The offer that they have ends.',
    busy: 'Taking off...',
  },
} as const

const sv = {
  title_one: 'Väntelista: {{count}} person',
  title_other: 'Väntelista: {{count}} personer',
  since: 'sedan {{day}} kl. {{time}}',
  offered: 'Erbjuden',
  until: 'till {{day}} kl. {{time}}',
  offer: 'Erbjud en plats',
  remove: 'Ta bort från listan',
  offered_to: '{{name}} har erbjudits en plats',
  removed: '{{name}} står inte längre på väntelistan',
  note: 'Lediga platser erbjuds automatiskt i tur och ordning.',
  note_held:
    'Lediga platser erbjuds automatiskt i tur och ordning. Du kan ge en erbjuden plats till någon annan i kön.',
  note_free:
    'Lediga platser erbjuds automatiskt i tur och ordning. En plats är ledig: du kan erbjuda den till vem som helst i kön.',
  note_paused: 'Inga platser erbjuds medan organisationen är pausad.',
  failed: 'Väntelistan kunde inte hämtas.',
  refused: 'Väntelistan kunde inte ändras.',
  offer_dialog: {
    title: 'Erbjuda platsen till {{name}} i stället?',
    holder: 'Nu hålls den för {{holder}}.',
    text: 'Personen behåller sin plats i kön. Inget besked skickas, men på länken står att platsen inte längre är ledig.',
    confirm: 'Erbjud platsen',
    busy: 'Erbjuder...',
  },
  remove_dialog: {
    title: 'Ta bort {{name}} från väntelistan?',
    text: 'Personen får inget besked. Den som ställer sig i kön igen hamnar sist.',
    offered: 'Erbjudandet som personen har upphör.',
    busy: 'Tar bort...',
  },
} satisfies Translation<typeof en>

export const useText = defineTexts('desk_waiting_list', { en, sv })
