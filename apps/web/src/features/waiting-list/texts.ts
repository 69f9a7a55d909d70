import type { Translation } from '@muster/contract/translate'
import { defineTexts } from '../../i18n/define-texts.ts'

const en = {
  title: 'Waiting list',
  asked: {
    title: '{{name}}, one step is left',
    text: 'Press the button to stand in line. When a place becomes free for you, we send you an e-mail. Nothing is booked until you take it.',
  },
  waiting: {
    next: '{{name}}, you’re next in line',
    title: '{{name}}, you’re number {{place}} in line',
    text: 'The shift is full. When a place becomes free for you, we send you an e-mail. Nothing is booked until you take it.',
    withdrawn:
      'The place that we offered you is no longer free. You keep your place in line, and we send you an e-mail when a place becomes free for you.',
  },
  offered: {
    title: '{{name}}, a place is free for you',
    until: 'We hold it for you until {{day}} at {{time}}. Then somebody else can have it.',
  },
  taken: {
    title: 'The place is yours, {{name}}',
    text: 'A confirmation is on its way by e-mail, with the link to your shift.',
    has: '{{name}}, you have a place on this shift',
    link: 'Your shift has its own link. If you can’t find it, we can send it to you by e-mail.',
    over_title: 'This shift is over',
    over: 'There is nothing left to answer.',
  },
  lapsed: {
    title: 'This offer has ended',
    text: 'It ended before it was answered.',
    over_title: 'The waiting list has ended',
    over: 'The shift has begun.',
  },
  left: {
    title: 'You’re not in line',
    text: 'You get no offer for this shift.',
  },
  take: 'Take the place',
  decline: 'No, thanks',
  leave: 'Leave the waiting list',
  join: 'Join the waiting list',
  again: 'Join the end of the line',
  see_event: 'See the event',
  get_links: 'Get my links by e-mail',
  sign_up: 'Sign up for the shift',
  sending: 'Sending…',
  errors: {
    load: 'Your place in line could not be loaded.',
    change: 'That could not be sent.',
    unknown: 'This link is invalid or no longer exists.',
  },
  unknown: 'This link can’t be opened',
  latest_link: 'Use the link in the latest e-mail you got, or reply to that e-mail.',
  /** Texts for the organizer. */
  line: {
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
  },
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

export const useText = defineTexts('waiting_list', { en, sv })
