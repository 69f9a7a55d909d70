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
  no_right: {
    title: 'Inte för din roll',
    text: 'Din roll i {{organization}} tillåter inte det här. Fråga en ägare om du behöver det.',
    to_shifts: 'Till passen',
  },
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
    sender_hint:
      'Högst 11 tecken: bokstäver A till Z (inte å, ä, ö), siffror och mellanslag. Tomt: tas från namnet.',
    sender_invalid: 'Bara bokstäver A till Z, siffror och mellanslag, och minst en bokstav.',
    preview: 'Sms kommer från',
    sender_waits:
      '”{{sender}}” väntar på att godkännas av den som driver Muster åt er. Tills dess kommer sms från ”{{installation}}”.',
    sender_will_wait:
      'Från ”{{sender}}” när den som driver Muster åt er har godkänt det, kanske genast. Tills dess från ”{{installation}}”.',
    sender_denied:
      '”{{sender}}” är ett ord som hör till en bank, en myndighet eller en känd tjänst, så sms kommer från ”{{installation}}”. Välj en annan avsändare.',
    preview_note:
      'Det går inte att svara på sms från ett namn. I några länder, som USA, visas ett nummer i stället.',
    child_team: 'Fråga efter barnets lag',
    child_team_hint: 'För föreningar där föräldrar hjälper till: laget står bredvid namnet.',
    second_factor: 'Kräv tvåstegsverifiering',
    second_factor_hint:
      'Medlemmar som inte har slagit på den ser bara en sida som hjälper dem med det, tills de har gjort det. Du behöver själv ha den först.',
    second_factor_own: 'Slå på tvåstegsverifiering för dig själv först.',
    to_security: 'Till Säkerhet',
    end: 'Avsluta organisationen',
    save: 'Spara inställningarna',
    saving: 'Sparar...',
    saved: 'Sparat',
    failed: 'Det gick inte att spara organisationen',
    changed_elsewhere:
      'Någon annan har ändrat inställningarna under tiden. Det du har skrivit finns kvar här, resten har lästs in på nytt. Spara en gång till för att behålla ditt.',
  },
  notices: {
    title: 'Dina aviseringar',
    intro: 'Det som {{name}} skickar till just dig.',
    cancellations: 'När volontärer lämnar återbud',
    none: 'Ingen e-post',
    none_help: 'Du ser det på passet, med orsaken.',
    each: 'Direkt',
    each_help: 'Inom några minuter. Flera samtidigt kommer i samma mejl.',
    daily: 'En gång om dagen',
    daily_help: 'Ett mejl med alla, de dagar då det finns några.',
    save: 'Spara',
    fetch_failed: 'Det gick inte att hämta dina aviseringar',
    failed: 'Det gick inte att spara dina aviseringar',
  },
  contact: {
    email: 'E-post för kontakt',
    phone: 'Telefon för kontakt',
    hint: 'Visas för volontärer på evenemangens sidor och i mejl. Svaren kommer hit. Ett evenemang kan ha egna.',
    email_invalid: 'Adressen är inte fullständig. Den ska se ut som namn@example.org.',
  },
} satisfies Translation<typeof en>
