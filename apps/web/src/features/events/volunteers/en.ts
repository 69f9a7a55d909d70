export default {
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
  late_signup: 'Sign-up while a shift is running',
  late_signup_hint: 'Open until the shift is over. Otherwise it closes when the shift begins.',
  cancel_number: 'Hours before the shift',
  cancel_number_invalid: 'Enter a whole number of hours from 0 to {{most}}.',
} as const
