import type { Translation } from '@muster/contract/translate'
import type en from './en.ts'

export default {
  organization: 'Organisation',
  switch_to: 'Organisation: {{name}}',
  account: 'Ditt konto',
  create: 'Skapa ny organisation',
  failed_to_fetch: 'Det gick inte att hämta uppgifterna',
  settings: {
    title: 'Organisationens inställningar',
    intro: 'Det som gäller för alla evenemang, personer och meddelanden i {{name}}.',
    name: 'Namn',
    name_required: 'Organisationen behöver ett namn',
    zone: 'Tidszon',
    zone_hint: 'Nya evenemang börjar i den. Evenemang som finns behåller sin.',
    language: 'Språk',
    language_hint: 'Meddelanden till personer utan eget språk skrivs på det.',
    country: 'Land',
    country_hint: 'Telefonnummer utan landsnummer läses som nummer i det landet.',
    country_abroad: 'Telefonnummer i det landet behöver skrivas med landsnummer, +.',
    sender: 'Avsändare för sms',
    sender_hint: 'Högst 11 bokstäver utan accenter, siffror och mellanslag. Tomt: tas från namnet.',
    sender_invalid: 'Bara bokstäver A till Z, siffror och mellanslag, och minst en bokstav.',
    preview: 'Sms kommer från',
    sender_waits: '”{{sender}}” väntar på att godkännas av den som driver Muster åt er.',
    sender_will_wait: 'Från ”{{sender}}” när det är sparat och godkänt av den som driver Muster åt er.',
    preview_note:
      'Det går inte att svara på sms från ett namn. I några länder, som USA, visas ett nummer i stället.',
    save: 'Spara inställningarna',
    saving: 'Sparar...',
    saved: 'Sparat',
    failed: 'Det gick inte att spara organisationen',
    changed_elsewhere:
      'Någon annan har ändrat inställningarna under tiden. Det du har skrivit finns kvar här, resten har lästs in på nytt. Spara en gång till för att behålla ditt.',
  },
  page: {
    title: 'Ny organisation',
    intro: 'En grupp med egna evenemang, pass och personer.',
    first: 'Du tillhör ingen organisation än. Skapa en för att börja.',
    name: 'Namn',
    name_required: 'Organisationen behöver ett namn',
    submit: 'Skapa organisation',
    busy: 'Skapar...',
    failed: 'Det gick inte att skapa organisationen',
  },
} satisfies Translation<typeof en>
