export default {
  title: 'We could not give you every shift',
  reasons: {
    shift_full: 'The last place was just taken.',
    shift_over: 'This shift is over.',
    already_signed_up: 'You are signed up for this shift already.',
    schedule_conflict: 'You already have a shift at that time.',
    other: 'This shift could not be taken.',
  },
  own: {
    sent: 'We send you the link to your own page again by e-mail, at most once a day. Look in your inbox.',
    page: 'Your own page shows your shifts. Its link is in our e-mails about them.',
    get_links: 'Get the link to your shifts',
  },
  back_to_form: 'Back to the form',
} as const
