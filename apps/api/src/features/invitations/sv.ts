import type { Translation } from '@muster/contract/translate'
import type en from './en.ts'

export default {
  title: 'Var det inte du?',
  intro: 'Någon har anmält {{address}} till det här:',
  states: {
    signed_up: 'Anmäld',
    gone: 'Inte längre anmäld med den här adressen',
    over: 'Passet är över',
  },
  consequence:
    'Om det inte var du, tryck på knappen. Då kan andra ta de platser ovan som fortfarande är anmälda, och Muster skickar ingen mer e-post till den här adressen, från någon arrangör.',
  not_me: 'Det var inte jag',
  blocked: 'Muster skickar ingen mer e-post till {{address}}.',
  resume: 'Få e-post igen',
  hint: 'Ingen e-post betyder också ingen om pass du själv har tagit: de är kvar, men ingen arrangör kan meddela ändringar med e-post. Bara ett nytt lösenord till ett Muster-konto skickas fortfarande när någon ber om det.',
} satisfies Translation<typeof en>
