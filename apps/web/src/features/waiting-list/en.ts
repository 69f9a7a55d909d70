export default {
  title: 'Waiting list',
  asked: {
    title: '{{name}}, one step is left',
    text: 'Press the button to stand in line. When a place becomes free for you, we send you an e-mail. Nothing is booked until you take it.',
  },
  waiting: {
    next: '{{name}}, you’re next in line',
    title: '{{name}}, you’re number {{place}} in line',
    text: 'The shift is full. When a place becomes free for you, we send you an e-mail. Nothing is booked until you take it.',
    withdrawn:
      'The place that we offered you is no longer free. You keep your place in line, and we send you an e-mail when a place becomes free for you.',
  },
  offered: {
    title: '{{name}}, a place is free for you',
    until: 'We hold it for you until {{day}} at {{time}}. Then it goes to the next person.',
  },
  taken: {
    title: 'The place is yours, {{name}}',
    text: 'A confirmation is on its way by e-mail, with the link to your shift.',
    has: '{{name}}, you have a place on this shift',
    link: 'Your shift has its own link. If you can’t find it, we can send it to you by e-mail.',
    over_title: 'This shift is over',
    over: 'There is nothing left to answer.',
  },
  lapsed: {
    title: 'This offer has ended',
    text: 'It ended before it was answered.',
    over_title: 'The waiting list has ended',
    over: 'The shift has begun.',
  },
  left: {
    title: 'You’re not in line',
    text: 'You get no offer for this shift.',
  },
  take: 'Take the place',
  decline: 'No, thanks',
  leave: 'Leave the waiting list',
  join: 'Stand in line',
  again: 'Join the end of the line',
  see_event: 'See the event',
  get_links: 'Get my links by e-mail',
  sign_up: 'Sign up for the shift',
  sending: 'Sending…',
  errors: {
    load: 'Your place in line could not be loaded.',
    change: 'That could not be sent.',
    unknown: 'This link is invalid or no longer exists.',
  },
  unknown: 'This link can’t be opened',
  latest_link: 'Use the link in the latest e-mail you got, or reply to that e-mail.',
  /** For the organizer. */
  line: {
    title_one: 'Waiting list: {{count}} person',
    title_other: 'Waiting list: {{count}} people',
    since: 'since {{day}} at {{time}}',
    offered: 'Offered, until {{day}} at {{time}}',
    offer: 'Offer a place',
    remove: 'Take off the list',
    offered_to: '{{name}} has been offered a place',
    removed: '{{name}} is off the waiting list',
    note: 'Free places are offered automatically, first come first.',
    note_held:
      'Free places are offered automatically, first come first. You can give an offered place to somebody else in line.',
    note_free:
      'Free places are offered automatically, first come first. A place is free: you can offer it to anybody in line.',
    note_paused: 'No place is offered while the organization is paused.',
    failed: 'The waiting list could not be loaded.',
    refused: 'The waiting list could not be changed.',
  },
  offer_dialog: {
    title: 'Offer the place to {{name}} instead?',
    holder: 'It is held for {{holder}} now.',
    text: 'They keep their place in line. They are not told, but their link says that the place is no longer free.',
    confirm: 'Offer the place',
    busy: 'Offering…',
  },
  remove_dialog: {
    title: 'Take {{name}} off the waiting list?',
    text: 'They are not told. If they join again, they stand last.',
    offered: 'The offer that they have ends.',
    busy: 'Taking off…',
  },
} as const
