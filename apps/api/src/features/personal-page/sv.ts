import type { Translation } from '@muster/contract/translate'
import type en from './en.ts'

export default {
  title: 'Var det inte du?',
  blocked_title: 'Ingen mer e-post',
  intro: 'Någon har anmält {{address}} till det här:',
  blocked_intro: 'Någon hade anmält {{address}} till det här:',
  states: {
    signed_up: 'Anmäld',
    gone: 'Inte längre anmäld med den här adressen',
    over: 'Passet är över',
  },
  more_one: 'Och till ytterligare ett pass.',
  more_other: 'Och till ytterligare {{count}} pass.',
  consequence:
    'Om det inte var du, tryck på knappen. Då kan andra ta de platser ovan där du fortfarande är anmäld, och Muster skickar ingen mer e-post till den här adressen, från någon arrangör.',
  consequence_typed:
    'Om det inte var du, tryck på knappen. Då står du inte i kö till någon plats, och Muster skickar ingen mer e-post till den här adressen, från någon arrangör.',
  not_me: 'Det var inte jag',
  blocked: 'Muster skickar ingen mer e-post till {{address}}.',
  resume: 'Få e-post igen',
  hint: 'Ingen e-post betyder också ingen om pass du själv har tagit: de är kvar, men ingen arrangör kan meddela ändringar med e-post. Bara ett nytt lösenord till ett Muster-konto skickas fortfarande när någon ber om det.',
  blocked_hint:
    'Ingen arrangör kan meddela ändringar med e-post, inte ens om pass som du själv tar, förrän du väljer att få e-post igen. Bara ett nytt lösenord till ett Muster-konto skickas fortfarande när någon ber om det.',
  typed: 'Någon har skrivit in {{address}} på en sida hos Muster.',
  link_closed: 'Den här länken fungerar inte längre',
  taken:
    'Du finns redan med {{email}} hos {{name}}, som en egen person i listan. Ingenting har ändrats. Be dem slå ihop de två{{reach}}.',
  confirm_details: {
    title: 'Bekräfta ändringen',
    intro: 'Det här begärdes på sidan bakom din personliga länk hos {{name}}:',
    phone: 'Telefonnummer: {{phone}}',
    no_phone: 'Telefonnummer: inget',
    language_en: 'Språk i meddelanden: engelska',
    language_sv: 'Språk i meddelanden: svenska',
    email: 'E-postadress: {{email}}',
    press: 'Bekräfta',
    not_you:
      'Var det inte du? Stäng sidan, så ändras ingenting. Någon annan har din personliga länk: be arrangören om en ny.',
    done_title: 'Bekräftat',
    done: '{{name}} har nu dina nya uppgifter.',
    next: 'Ett steg till: vi har skickat en länk till {{email}}. Besked går dit när du har bekräftat den.',
    closed:
      'Den har gått ut, eller så har din e-postadress ändrats sedan dess. Du kan be igen på sidan bakom din personliga länk.',
  },
  confirm_email: {
    title: 'Bekräfta din e-postadress',
    intro: 'Tryck på knappen så skickar {{name}} besked om dina pass till {{email}}.',
    press: 'Använd den här adressen',
    not_you: 'Var det inte du? Stäng sidan, så ändras ingenting.',
    confirmed_title: 'Din e-postadress är ändrad',
    confirmed_text:
      '{{name}} skickar besked om dina pass till {{email}} från och med nu. Länkarna du redan har fungerar fortfarande.',
    taken_title: 'Adressen ändrades inte',
    closed:
      'Den har gått ut, det finns en nyare, eller så har adressen ändrats eller behållits på annat sätt. Be om en ny på sidan bakom din personliga länk.',
  },
  undo_email: {
    title: 'Ta tillbaka din e-postadress',
    intro:
      'Tryck på knappen så skickar {{name}} besked om dina pass till {{email}} igen. De personliga länkar som har skickats hittills slutar då fungera, för någon annan kan ha en av dem.',
    press: 'Använd {{email}} igen',
    until: 'Det går att göra fram till {{until}}.',
    undone_title: 'Du har din e-postadress tillbaka',
    undone_text:
      '{{name}} skickar besked om dina pass till {{email}} igen. Tidigare personliga länkar fungerar inte längre.',
    phone_stays: 'Kontrollera också telefonnumret på din sida: det står kvar som det är.',
    phone_back: 'Även telefonnumret är det tidigare igen.',
    undone_links: 'Få nya länkar med e-post',
    taken_title: 'Adressen kunde inte ändras tillbaka',
    closed:
      'Den fungerar i sju dagar, och inte om adressen har ändrats på annat sätt. Säg till {{name}} om din adress är fel{{reach}}.',
  },
} satisfies Translation<typeof en>
