import type { Translation } from '@muster/contract/translate'
import type en from './en.ts'

export default {
  title: 'Meddelanden från {{name}}',
  intro: 'Välj hur {{name}} får skriva till dig.',
  channels: { EMAIL: 'E-post', SMS: 'Sms' },
  stop: { EMAIL: 'Avsluta e-post', SMS: 'Avsluta sms' },
  resume: { EMAIL: 'Få e-post igen', SMS: 'Få sms igen' },
  stopped: 'Avslutat. {{name}} skriver inte längre till dig den här vägen.',
  blocked:
    'Ingen arrangörs e-post når den här adressen: någon har tryckt på ”Det var inte jag” för den. På samma sida kan det tas tillbaka.',
  mind: 'Det gäller påminnelser, inbjudningar och andra meddelanden från {{name}}. När du anmäler dig, eller när ett av dina pass flyttas eller ställs in, får du fortfarande veta det med e-post. Dina pass är kvar som de är: hör av dig till arrangören om du inte kan komma.',
  unknown_link: {
    title: 'Den här länken leder ingenstans',
    text: 'Den är ogiltig, eller så har det den gällde tagits bort. Hör av dig till arrangören i stället.',
  },
} satisfies Translation<typeof en>
