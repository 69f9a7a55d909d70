import type { Translation } from '@muster/contract/translate'
import { defineTexts } from '../../../i18n/define-texts.ts'

const en = {
  cancel_until: 'Volunteers can cancel by themselves until',
  cancel_until_hint:
    'On the page of their personal link. Later they see how to reach you, and keep the place until you have spoken.',
  cancel_start: 'the shift starts',
  cancel_hours: '{{count}} hours before the shift',
  cancel_custom: 'another number of hours before',
  cancel_never: 'never: they always contact you',
  unanswered: 'If somebody does not answer whether a new time works',
  unanswered_keep: 'they keep the place',
  unanswered_free: 'free the place {{hours}} hours after the e-mail',
  unanswered_hint:
    'When a shift moves, its volunteers are asked by e-mail. A place is never freed within the last {{before}} hours before a shift, nor when the e-mail did not leave or bounced.',
  reminder: 'Remind volunteers by e-mail',
  reminder_hint: 'Once for all shifts of a day. Everybody can switch it off for themselves.',
  reminder_hours: '{{count}} hours before their first shift of the day',
  reminder_none: 'not automatically',
  reminder_sms: 'Also by SMS',
  reminder_sms_hint:
    'To those with a phone number who take SMS. At night only if the shift begins by 08:00. Each SMS counts toward the daily limit.',
  waiting_list: 'Waiting list for full shifts',
  waiting_list_hint: 'Without it nobody new can join. Who is in line already is still served.',
  swap: {
    legend: 'Volunteers can find a replacement',
    link: 'Yes',
    line_first: 'If nobody waits',
    off: 'No',
    link_hint:
      'By a link they pass on, until the shift begins. The place goes straight to who takes it, past the waiting list.',
    line_first_hint:
      'By a link they pass on, as long as nobody is in line for the shift. Otherwise they give the place up, and the first in line is asked.',
    off_hint: 'Who can’t come gives the place up.',
  },
  approval: {
    legend: 'Answer sign-ups first',
    none: 'No',
    unknown: 'Of new people',
    all: 'All',
    none_hint: 'Who signs up has the place at once.',
    unknown_hint:
      'Who is among your people already has the place at once. Others ask, and nothing is held until you say yes. Such shifts have no waiting list.',
    all_hint: 'Everybody asks, and nothing is held until you say yes. Full shifts have no waiting list then.',
  },
  limits: {
    max_shifts: 'Most shifts per person',
    max_shifts_hint: 'When signing up. You can always add more.',
    min_rest_hours: 'Hours of rest between shifts',
    min_rest_hours_hint: 'You are warned of fewer.',
    invalid: 'Enter a whole number from 1 to {{most}}, or nothing.',
  },
  certificates: 'Certificate for volunteers',
  certificates_hint: 'Who has worked a shift can print one from their personal page.',
  late_signup: 'Sign-up while a shift is running',
  late_signup_hint:
    'Open until the shift is over, unless you answer first. Otherwise it closes when the shift begins.',
  signup: {
    state: 'State',
    draft: 'Draft',
    open: 'Open',
    closed: 'Closed',
    draft_hint: 'Only you see the page.',
    open_hint: 'Everybody with the link can sign up.',
    closed_hint: 'The page says that sign-up is closed.',
    opens: 'Open from',
    closes: 'Until',
    opens_time: 'Opening time',
    closes_time: 'Closing time',
    times_hint: 'Before and after, the page says when. You can always add people yourself.',
    backwards: 'Must be after the opening.',
  },
  short: {
    opens: 'from {{at}}',
    closes: 'until {{at}}',
    reminder_one: 'Reminder {{count}} hour before',
    reminder_other: 'Reminder {{count}} hours before',
    reminder_none: 'No reminder',
    cancel_one: 'cancelling until {{count}} hour before',
    cancel_other: 'cancelling until {{count}} hours before',
    cancel_start: 'cancelling until the shift starts',
    cancel_never: 'no cancelling by themselves',
  },
  cancel_number: 'Hours before the shift',
  cancel_number_invalid: 'Enter a whole number of hours from 0 to {{most}}.',
} as const

const sv = {
  cancel_until: 'Volontärer kan själva lämna återbud fram till',
  cancel_until_hint:
    'På sidan bakom den personliga länken. Efter det ser de hur de når dig och räknas med tills ni har hörts.',
  cancel_start: 'passets början',
  cancel_hours: '{{count}} timmar före passet',
  cancel_custom: 'ett annat antal timmar före',
  cancel_never: 'aldrig: de hör alltid av sig till dig',
  unanswered: 'Om någon inte svarar om en ny tid passar',
  unanswered_keep: 'behåller de platsen',
  unanswered_free: 'blir platsen ledig {{hours}} timmar efter mejlet',
  unanswered_hint:
    'När ett pass flyttas får volontärerna frågan i ett mejl. En plats blir aldrig ledig under de sista {{before}} timmarna före passet, och inte heller om mejlet inte gick iväg eller studsade.',
  reminder: 'Påminn volontärerna med e-post',
  reminder_hint: 'En gång för alla pass samma dag. Var och en kan stänga av det för sig själv.',
  reminder_hours: '{{count}} timmar före dagens första pass',
  reminder_none: 'inte automatiskt',
  reminder_sms: 'Också med sms',
  reminder_sms_hint:
    'Till dem som har ett telefonnummer och tar emot sms. På natten bara om passet börjar senast 08. Varje sms räknas mot dagens gräns.',
  waiting_list: 'Väntelista till fulla pass',
  waiting_list_hint:
    'Utan den kan ingen ny ställa sig i kön. De som redan står där får fortfarande erbjudanden.',
  swap: {
    legend: 'Volontärer kan hitta en ersättare',
    link: 'Ja',
    line_first: 'Om ingen väntar',
    off: 'Nej',
    link_hint:
      'Med en länk som de skickar vidare, tills passet börjar. Platsen går direkt till den som tar den, förbi väntelistan.',
    line_first_hint:
      'Med en länk som de skickar vidare, så länge ingen står i kö till passet. Annars lämnar de platsen, och den första i kön får frågan.',
    off_hint: 'Den som inte kan komma lämnar platsen.',
  },
  approval: {
    legend: 'Svara på anmälningar först',
    none: 'Nej',
    unknown: 'Från nya personer',
    all: 'Alla',
    none_hint: 'Den som anmäler sig har platsen direkt.',
    unknown_hint:
      'Den som redan finns bland dina personer har platsen direkt. Andra frågar, och ingenting hålls innan du har sagt ja. Sådana pass har ingen väntelista.',
    all_hint: 'Alla frågar, och ingenting hålls innan du har sagt ja. Fulla pass har då ingen väntelista.',
  },
  limits: {
    max_shifts: 'Högst antal pass per person',
    max_shifts_hint: 'Vid anmälan. Du kan alltid lägga till fler.',
    min_rest_hours: 'Timmars vila mellan pass',
    min_rest_hours_hint: 'Du varnas när det blir färre.',
    invalid: 'Skriv ett helt tal från 1 till {{most}}, eller ingenting.',
  },
  certificates: 'Intyg till volontärer',
  certificates_hint: 'Den som har jobbat ett pass kan skriva ut ett från sin personliga sida.',
  late_signup: 'Anmälan medan passet pågår',
  late_signup_hint: 'Till passets slut, om inte du svarar först. Annars stänger anmälan när passet börjar.',
  signup: {
    state: 'Läge',
    draft: 'Utkast',
    open: 'Öppen',
    closed: 'Stängd',
    draft_hint: 'Bara ni ser sidan.',
    open_hint: 'Alla med länken kan anmäla sig.',
    closed_hint: 'På sidan står det att anmälan är stängd.',
    opens: 'Öppen från',
    closes: 'Till',
    opens_time: 'Öppningstid',
    closes_time: 'Stängningstid',
    times_hint: 'Före och efter står det på sidan när. Ni kan alltid lägga till personer själva.',
    backwards: 'Måste vara efter öppningen.',
  },
  short: {
    opens: 'från {{at}}',
    closes: 'till {{at}}',
    reminder_one: 'Påminnelse {{count}} timme före',
    reminder_other: 'Påminnelse {{count}} timmar före',
    reminder_none: 'Ingen påminnelse',
    cancel_one: 'återbud till {{count}} timme före',
    cancel_other: 'återbud till {{count}} timmar före',
    cancel_start: 'återbud till passets början',
    cancel_never: 'inga återbud på egen hand',
  },
  cancel_number: 'Timmar före passet',
  cancel_number_invalid: 'Ange ett helt antal timmar från 0 till {{most}}.',
} satisfies Translation<typeof en>

/** Apart from the texts of the list of events, which loads first. */
export const useVolunteerText = defineTexts('event_volunteers', { en, sv })
