import type { Translation } from '../../i18n/define-texts.ts'
import type en from './en.ts'

export default {
  title: 'Anmälan: {{role}}',
  back: 'Tillbaka till',
  back_to_event: 'Tillbaka till evenemanget',
  home: 'Till startsidan',
  taken: '{{taken}} av {{needed}} tagna',
  others_signing_up_one: '{{count}} annan person anmäler sig just nu',
  others_signing_up_other: '{{count}} andra personer anmäler sig just nu',
  your_details: 'Dina uppgifter',
  first_name: 'Förnamn',
  last_name: 'Efternamn',
  email: 'E-post',
  country: 'Landskod',
  phone: 'Telefon',
  phone_hint: 'Inledande nolla tas bort automatiskt',
  who_sees: {
    full: 'Ditt namn visas på evenemangets sida. Bara arrangören ser din e-postadress och ditt telefonnummer.',
    initial:
      'Ditt förnamn och första bokstaven i ditt efternamn visas på evenemangets sida. Bara arrangören ser resten, din e-postadress och ditt telefonnummer.',
    hidden:
      'Bara arrangören ser ditt namn, din e-postadress och ditt telefonnummer. Evenemangets sida visar bara hur många som är anmälda.',
  },
  accept_terms: 'Jag har fyllt {{age}} år och godkänner villkoren',
  read_terms: 'Läs villkoren',
  terms: 'Användarvillkor',
  accept_and_close: 'Godkänn och stäng',
  terms_failed: 'Det gick inte att hämta villkoren. Kontrollera nätet och försök igen.',
  sign_up: 'Anmäl mig',
  signing_up: 'Anmäler…',
  is_full: 'Alla platser är tagna.',
  is_over: 'Passet är redan slut.',
  see_other_shifts: 'Se andra pass',
  problems: {
    required: 'Det här fältet måste fyllas i.',
    name_too_short: 'Skriv minst 2 tecken.',
    email_invalid: 'Adressen är inte fullständig. Den ska se ut som namn@example.org.',
    phone_too_short: 'Ett telefonnummer har minst 5 siffror.',
    phone_invalid:
      'Det kan inte vara ett telefonnummer i det valda landet. Kontrollera siffrorna och landet.',
    terms_required: 'Godkänn villkoren för att anmäla dig.',
    refused: 'Det här gick inte att ta emot. Kontrollera det.',
  },
  summary_one: '{{count}} fält behöver rättas: {{fields}}',
  summary_other: '{{count}} fält behöver rättas: {{fields}}',
  refusal: {
    back_to_form: 'Tillbaka till formuläret',
    kept: 'Det du har fyllt i finns kvar.',
  },
  errors: {
    shift_not_found: 'Passet hittades inte',
    load: 'Det gick inte att läsa in passet',
    failed: 'Det gick inte att genomföra din anmälan',
    no_answer:
      'Inget svar kom. Det du har fyllt i finns kvar. Kontrollera nätet och tryck på Anmäl mig igen: du blir inte anmäld två gånger.',
  },
  contact: {
    title: 'Anmälan: {{role}}, {{when}}',
    phone_too_short: 'Skriv minst 10 siffror.',
    accepts: 'Du har fyllt {{age}} år, och när du anmäler dig godkänner du användarvillkoren.',
  },
  done: {
    title: 'Du är anmäld, {{name}}',
    mail: 'Uppgifterna är på väg till {{email}}',
    calendar: 'Lägg till i kalendern',
  },
} satisfies Translation<typeof en>
