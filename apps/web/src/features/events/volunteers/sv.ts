import type { Translation } from '@muster/contract/translate'
import type en from './en.ts'

export default {
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
  late_signup: 'Anmälan medan passet pågår',
  late_signup_hint: 'Till passets slut. Annars stänger anmälan när passet börjar.',
  cancel_number: 'Timmar före passet',
  cancel_number_invalid: 'Ange ett helt antal timmar från 0 till {{most}}.',
} satisfies Translation<typeof en>
