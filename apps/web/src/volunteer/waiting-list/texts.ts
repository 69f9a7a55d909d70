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
  calendar: 'Add to calendar',
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
  calendar: 'Lägg till i kalendern',
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
} satisfies Translation<typeof en>

export const useText = defineTexts('waiting_list', { en, sv })
