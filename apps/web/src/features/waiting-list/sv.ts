import type { Translation } from '@muster/contract/translate'
import type en from './en.ts'

export default {
  title: 'Väntelista',
  asked: {
    title: '{{name}}, ett steg kvar',
    text: 'Tryck på knappen för att ställa dig i kön. När det finns en plats till dig får du ett mejl. Inget är bokat förrän du tar den.',
  },
  waiting: {
    next: '{{name}}, du står först i kön',
    title: '{{name}}, du är nummer {{place}} i kön',
    text: 'Passet är fullt. När det finns en plats till dig får du ett mejl. Inget är bokat förrän du tar den.',
    withdrawn:
      'Platsen som vi erbjöd dig är inte längre ledig. Du behåller din plats i kön och får ett mejl när det finns en plats till dig.',
  },
  offered: {
    title: '{{name}}, det finns en plats till dig',
    until: 'Vi håller den åt dig till {{day}} kl. {{time}}. Sedan kan någon annan få den.',
  },
  taken: {
    title: 'Platsen är din, {{name}}',
    text: 'En bekräftelse med länken till ditt pass är på väg med e-post.',
    has: '{{name}}, du har en plats på passet',
    link: 'Ditt pass har en egen länk. Hittar du den inte kan vi skicka den till dig med e-post.',
    over_title: 'Passet är slut',
    over: 'Det finns inget mer att svara på.',
  },
  lapsed: {
    title: 'Erbjudandet har gått ut',
    text: 'Det gick ut innan det besvarades.',
    over_title: 'Väntelistan är slut',
    over: 'Passet har börjat.',
  },
  left: {
    title: 'Du står inte i kön',
    text: 'Du får inget erbjudande om det här passet.',
  },
  take: 'Ta platsen',
  decline: 'Nej tack',
  leave: 'Lämna väntelistan',
  join: 'Ställ mig på väntelistan',
  again: 'Ställ mig sist i kön',
  see_event: 'Visa evenemanget',
  get_links: 'Få mina länkar med e-post',
  sign_up: 'Anmäl dig till passet',
  sending: 'Skickar…',
  errors: {
    load: 'Din plats i kön kunde inte hämtas.',
    change: 'Det gick inte att skicka.',
    unknown: 'Länken är ogiltig eller finns inte längre.',
  },
  unknown: 'Länken går inte att öppna',
  latest_link: 'Använd länken i det senaste mejlet du fick, eller svara på det.',
  line: {
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
  },
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
