export default {
  title: 'We could not give you every shift',
  reasons: {
    shift_full: 'The last place was just taken.',
    shift_over: 'This shift has begun or is over.',
    shift_moved: 'This shift has moved.',
    already_signed_up: 'You are signed up for this shift already.',
    schedule_conflict: 'You already have a shift at that time.',
    other: 'This shift could not be taken.',
  },
  own: {
    sent: 'We send you the link to your own page again by e-mail, at most once a day. Look in your inbox.',
    page: 'Your own page shows your shifts. Its link is in our e-mails about them.',
    get_links: 'Get the link to your shifts',
  },
  moved: {
    now: 'New time: {{when}}',
    agree: 'The new time works: sign up',
    agree_line: 'The new time works: join the waiting list',
  },
  back_to_form: 'Back to the form',
} as const
