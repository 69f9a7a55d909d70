import type { Translation } from '@muster/contract/translate'
import { defineTexts } from '../../i18n/define-texts.ts'

export const en = {
  organization: 'Organization',
  switch_to: 'Organization: {{name}}',
  create: 'Create new organization',
  failed_to_fetch: 'Failed to fetch data',
  country: 'Country',
  country_hint: 'Phone numbers without a country code are read as numbers of this country.',
  country_required: 'Choose a country.',
  not_mine: 'This address belongs to an organization that you are not a member of.',
  to_mine: 'Go to your organization',
  no_right: {
    title: 'Not for your role',
    text: 'Your role in {{organization}} does not allow this. Ask an owner if you need it.',
    to_shifts: 'Go to shifts',
  },
  export: {
    title: 'Export',
    everything: 'Download everything',
    hint: 'A ZIP file with tables that a spreadsheet opens. It holds personal data.',
    busy: 'Downloading...',
    failed: 'Failed to download',
  },
  settings: {
    title: 'Organization settings',
    intro: 'What holds for all events, people and messages of {{name}}.',
    name: 'Name',
    name_required: 'Organization name is required',
    zone: 'Time zone',
    zone_hint: 'New events start in it. Events that exist keep theirs.',
    language: 'Language',
    language_hint: 'Messages to people without a language of their own are written in it.',
    sender: 'SMS sender',
    sender_hint: 'At most 11 characters: letters A to Z, digits and spaces. Empty: taken from the name.',
    sender_invalid: 'Only letters A to Z, digits and spaces, and at least one letter.',
    preview: 'SMS come from',
    sender_waits:
      '“{{sender}}” is waiting for approval by whoever runs Muster for you. Until then SMS come from “{{installation}}”.',
    sender_will_wait:
      'From “{{sender}}” once whoever runs Muster for you has approved it, which may be at once. Until then from “{{installation}}”.',
    sender_denied:
      '“{{sender}}” is a word of a bank, an authority or a known service, so SMS come from “{{installation}}”. Choose another sender.',
    preview_note: 'Nobody can answer a name. In some countries, such as the USA, a number is shown instead.',
    child_team: "Ask for the child's team",
    child_team_hint: 'For clubs where parents help: the team stands beside the name.',
    second_factor: 'Require two-step verification',
    second_factor_hint:
      'Members who have not turned it on see a page that helps them do so, and nothing else, until they have. You need it yourself first.',
    second_factor_own: 'Turn on two-step verification for yourself first.',
    to_security: 'Go to Security',
    end: 'End the organization',
    save: 'Save settings',
    saving: 'Saving...',
    saved: 'Saved',
    failed: 'Failed to save organization',
    changed_elsewhere:
      'Somebody else has changed the settings in the meantime. What you typed is still here; the rest has been read again. Save once more to keep yours.',
  },
  notices: {
    title: 'Your notifications',
    intro: 'What {{name}} sends to you alone.',
    cancellations: 'When volunteers give places up',
    cancellations_none: 'You see it on the shift, with the reason.',
    cancellations_daily:
      'One e-mail with all of them, on days when there are some. At once when a shift of the next two days is short of people.',
    sign_ups: 'When volunteers sign up',
    sign_ups_none: 'You see them on the shifts.',
    sign_ups_daily: 'One e-mail with all of them, on days when there are some.',
    none: 'No e-mail',
    each: 'At once',
    each_help: 'Within minutes. Several at a time come in one e-mail.',
    daily: 'Once a day',
    save: 'Save',
    fetch_failed: 'Failed to fetch your notifications',
    failed: 'Failed to save your notifications',
  },
  contact: {
    email: 'Contact e-mail',
    phone: 'Contact phone',
    hint: 'Shown to volunteers on event pages and in e-mails. Their replies come here. An event can have its own.',
    email_invalid: 'The address is not complete. It should look like name@example.org.',
  },
} as const

const sv = {
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
  export: {
    title: 'Export',
    everything: 'Ladda ner allt',
    hint: 'En zip-fil med tabeller som går att öppna i ett kalkylprogram. Den innehåller personuppgifter.',
    busy: 'Laddar ner...',
    failed: 'Det gick inte att ladda ner',
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
    cancellations_none: 'Du ser det på passet, med orsaken.',
    cancellations_daily:
      'Ett mejl med alla, de dagar då det finns några. Direkt när någon saknas på ett pass inom två dagar.',
    sign_ups: 'När volontärer anmäler sig',
    sign_ups_none: 'Du ser dem på passen.',
    sign_ups_daily: 'Ett mejl med alla, de dagar då det finns några.',
    none: 'Ingen e-post',
    each: 'Direkt',
    each_help: 'Inom några minuter. Flera samtidigt kommer i samma mejl.',
    daily: 'En gång om dagen',
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

export const useText = defineTexts('organizations', { en, sv })
