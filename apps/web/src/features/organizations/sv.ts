import type { Translation } from '@muster/contract/translate'
import type en from './en.ts'

export default {
  organization: 'Organisation',
  switch_to: 'Organisation: {{name}}',
  create: 'Skapa ny organisation',
  failed_to_fetch: 'Det gick inte att hämta uppgifterna',
  country: 'Land',
  country_hint: 'Telefonnummer utan landsnummer läses som nummer i det landet.',
  country_required: 'Välj ett land.',
  not_mine: 'Adressen hör till en organisation som du inte är med i.',
  to_mine: 'Till din organisation',
  settings: {
    title: 'Organisationens inställningar',
    intro: 'Det som gäller för alla evenemang, personer och meddelanden i {{name}}.',
    name: 'Namn',
    name_required: 'Organisationen behöver ett namn',
    zone: 'Tidszon',
    zone_hint: 'Gäller för nya evenemang. De som redan finns behåller sin tidszon.',
    language: 'Språk',
    language_hint: 'Meddelanden skrivs på det, om personen inte har valt ett annat språk.',
    sender: 'Avsändare för sms',
    sender_hint: 'Högst 11 bokstäver utan accenter, siffror och mellanslag. Tomt: tas från namnet.',
    sender_invalid: 'Bara bokstäver A till Z, siffror och mellanslag, och minst en bokstav.',
    preview: 'Sms kommer från',
    sender_waits: '”{{sender}}” väntar på att godkännas av den som driver Muster åt er.',
    sender_will_wait:
      'Från ”{{sender}}” när det är sparat. Den som driver Muster åt er kan behöva godkänna det först.',
    preview_note:
      'Det går inte att svara på sms från ett namn. I några länder, som USA, visas ett nummer i stället.',
    child_team: 'Fråga efter barnets lag',
    child_team_hint: 'För föreningar där föräldrar hjälper till: laget står bredvid namnet.',
    save: 'Spara inställningarna',
    saving: 'Sparar...',
    saved: 'Sparat',
    failed: 'Det gick inte att spara organisationen',
    changed_elsewhere:
      'Någon annan har ändrat inställningarna under tiden. Det du har skrivit finns kvar här, resten har lästs in på nytt. Spara en gång till för att behålla ditt.',
  },
  contact: {
    email: 'E-post för kontakt',
    phone: 'Telefon för kontakt',
    hint: 'Visas för volontärer på evenemangens sidor och i mejl. Svaren kommer hit. Ett evenemang kan ha egna.',
    email_invalid: 'Adressen är inte fullständig. Den ska se ut som namn@example.org.',
  },
  page: {
    title: 'Skapa organisation',
    intro: 'En grupp med egna evenemang, pass och personer.',
    first: 'Du tillhör ingen organisation än. Skapa en för att börja.',
    name: 'Namn',
    name_required: 'Organisationen behöver ett namn',
    contact_email: 'E-post för kontakt',
    contact_email_hint: 'Visas för volontärer. Deras frågor och svar kommer hit.',
    submit: 'Skapa organisation',
    busy: 'Skapar...',
    failed: 'Det gick inte att skapa organisationen',
  },
} satisfies Translation<typeof en>
