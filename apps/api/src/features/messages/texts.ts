import type { Translation } from '@muster/contract/translate'
import { addNamespace } from '@muster/contract/translate'

const en = {
  title: 'Messages from {{name}}',
  intro: 'Choose how {{name}} may write to you.',
  channels: { EMAIL: 'E-mail', SMS: 'SMS' },
  stop: { EMAIL: 'Stop e-mails', SMS: 'Stop SMS' },
  resume: { EMAIL: 'Get e-mails again', SMS: 'Get SMS again' },
  stopped: {
    EMAIL: 'Stopped. You get e-mail from {{name}} only about your own sign-ups and changes of your shifts.',
    SMS: 'Stopped. You get no more SMS from {{name}}.',
  },
  scheduled_with: 'Scheduled with',
  blocked:
    'No organizer’s e-mail reaches this address: “It wasn’t me” was pressed for it. The page where it was takes it up again.',
  mind: 'This ends reminders, invitations and other messages from {{name}}. When you sign up, or a shift of yours moves or is cancelled, you are still told by e-mail. Your shifts stay as they are: to give one up, tell {{name}}{{contact}}.',
  unknown_link: {
    title: 'This link leads nowhere',
    text: 'It is not complete, or what it was about has been removed. Use the link in the latest message, or reply to it.',
  },
} as const

const sv = {
  title: 'Meddelanden från {{name}}',
  intro: 'Välj hur {{name}} får skriva till dig.',
  channels: { EMAIL: 'E-post', SMS: 'Sms' },
  stop: { EMAIL: 'Sluta få e-post', SMS: 'Sluta få sms' },
  resume: { EMAIL: 'Få e-post igen', SMS: 'Få sms igen' },
  stopped: {
    EMAIL: 'Klart. Du får bara e-post från {{name}} om dina egna anmälningar och ändringar av dina pass.',
    SMS: 'Klart. Du får inga fler sms från {{name}}.',
  },
  scheduled_with: 'Schemalagt med',
  blocked:
    'Ingen arrangörs e-post når den här adressen: någon har tryckt på ”Det var inte jag” för den. På samma sida kan det tas tillbaka.',
  mind: 'Det gäller påminnelser, inbjudningar och andra meddelanden från {{name}}. När du anmäler dig, eller när ett av dina pass flyttas eller ställs in, får du fortfarande veta det med e-post. Dina pass är kvar som de är: hör av dig till {{name}}{{contact}} om du inte kan komma.',
  unknown_link: {
    title: 'Den här länken leder ingenstans',
    text: 'Den är inte hel, eller så har det den gällde tagits bort. Använd länken i det senaste meddelandet, eller svara på det.',
  },
} satisfies Translation<typeof en>

export const messagesTexts = addNamespace('messages', { en, sv })

export type MessagesText = (typeof messagesTexts)['en']
