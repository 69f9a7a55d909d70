import type { Translation } from '@muster/contract/translate'
import type en from './en.ts'

export default {
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
  mind: 'Det gäller påminnelser, inbjudningar och andra meddelanden från {{name}}. När du anmäler dig, eller när ett av dina pass flyttas eller ställs in, får du fortfarande veta det med e-post. Dina pass är kvar som de är: hör av dig till {{name}}{{reach}} om du inte kan komma.',
  unknown_link: {
    title: 'Den här länken leder ingenstans',
    text: 'Den är inte hel, eller så har det den gällde tagits bort. Använd länken i det senaste meddelandet, eller svara på det.',
  },
} satisfies Translation<typeof en>
