import type { Translation } from '@muster/contract/translate'
import { addNamespace } from '@muster/contract/translate'

const en = {
  title: 'Wasn’t it you?',
  blocked_title: 'No more e-mail',
  intro: 'Somebody signed {{address}} up for this:',
  blocked_intro: 'Somebody had signed {{address}} up for this:',
  states: {
    signed_up: 'Signed up',
    gone: 'No longer signed up with this address',
    over: 'This shift is over',
  },
  more_one: 'And for one more shift.',
  more_other: 'And for {{count}} more shifts.',
  consequence:
    'If it wasn’t you, press the button. Others can then take the places above that are still signed up, and Muster sends no more e-mail to this address, from any organizer.',
  consequence_typed:
    'If it wasn’t you, press the button. You are then in no line for a place, and Muster sends no more e-mail to this address, from any organizer.',
  not_me: 'It wasn’t me',
  blocked: 'No more e-mail goes from Muster to {{address}}.',
  resume: 'Get e-mail again',
  hint: 'No e-mail also means none about shifts you took yourself: those stay yours, but no organizer can tell you of changes by e-mail. Only a new password for a Muster account is still sent when somebody asks for it.',
  blocked_hint:
    'No organizer can tell you of changes by e-mail, not even of shifts that you take yourself, until you get e-mail again. Only a new password for a Muster account is still sent when somebody asks for it.',
  typed: 'Somebody typed {{address}} on a page of Muster.',
  link_closed: 'This link no longer works',
  taken:
    '{{name}} already has you with {{email}}, in another entry. Nothing was changed. Please ask them to put the two together{{contact}}.',
  confirm_details: {
    title: 'Confirm the change',
    intro: 'This was asked for on the page of your personal link with {{name}}:',
    phone: 'Phone number: {{phone}}',
    no_phone: 'Phone number: none',
    language_en: 'Language of messages: English',
    language_sv: 'Language of messages: Swedish',
    email: 'E-mail address: {{email}}',
    press: 'Confirm',
    not_you:
      'Wasn’t it you? Then close the page: nothing changes. Somebody else has your personal link: please ask the organizer for a new one.',
    done_title: 'Confirmed',
    done: '{{name}} now has your new details.',
    next: 'One more step: we have sent a link to {{email}}. Messages go there once you have confirmed it.',
    closed:
      'It has expired, or your e-mail address has been changed since. You can ask again on the page of your personal link.',
  },
  confirm_email: {
    title: 'Confirm your e-mail address',
    intro: 'Press the button, and {{name}} sends messages about your shifts to {{email}}.',
    press: 'Use this address',
    not_you: 'Wasn’t it you? Then close the page: nothing changes.',
    confirmed_title: 'Your e-mail address is changed',
    confirmed_text:
      '{{name}} sends messages about your shifts to {{email}} from now on. The links that you have still work.',
    taken_title: 'The address was not changed',
    closed:
      'It has expired, there is a newer one, or the address has been changed or kept in another way. You can ask for a new one on the page of your personal link.',
  },
  undo_email: {
    title: 'Get your e-mail address back',
    intro:
      'Press the button, and {{name}} sends messages about your shifts to {{email}} again. Personal links sent until now then stop working, because somebody else may have one.',
    press: 'Use {{email}} again',
    until: 'This works until {{until}}.',
    undone_title: 'Your e-mail address is back',
    undone_text:
      '{{name}} sends messages about your shifts to {{email}} again. Earlier personal links no longer work.',
    phone_stays: 'Check the phone number on your page too: it stays as it is.',
    phone_back: 'Your phone number is the former one again too.',
    undone_links: 'Get new links by e-mail',
    taken_title: 'The address could not be changed back',
    closed:
      'It works for seven days, and not once the address was changed in another way. Please tell {{name}} if your address is wrong{{contact}}.',
  },
} as const

const sv = {
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
    'Du finns redan med {{email}} hos {{name}}, som en egen person i listan. Ingenting har ändrats. Be dem slå ihop de två{{contact}}.',
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
      'Den fungerar i sju dagar, och inte om adressen har ändrats på annat sätt. Säg till {{name}} om din adress är fel{{contact}}.',
  },
} satisfies Translation<typeof en>

export const invitationsTexts = addNamespace('invitations', { en, sv })
