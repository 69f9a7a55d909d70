/** Texts of the widgets and of the shell of every screen. */
export default {
  optional: '(optional)',
  close: 'Close',
  cancel: 'Cancel',
  try_again: 'Try again',
  loading: 'Loading',
  nothing_found: 'Nothing found',
  show_all: 'Show all',
  problem: 'That did not work',
  language: 'Language',
  terms: 'Terms of use',
  privacy: 'Privacy',
  times_shown_in: 'Times shown in {{zone}}',
  coverage: {
    all: '{{confirmed}} of {{needed}} confirmed',
    pending: '{{pending}} pending',
    missing: '{{missing}} missing',
  },
  copy: {
    title: 'Copy the link yourself',
    link: 'Link',
    hint: 'The browser did not allow copying. Select the link and copy it.',
  },
  discard: {
    title: 'Discard your changes?',
    text: 'What you have typed here is not saved yet.',
    confirm: 'Discard',
  },
  errors: {
    network: 'No connection. Check your network and try again.',
    unexpected: 'Something went wrong. Please try again.',
    live: 'Connection error. Unable to receive live updates.',
    live_lost: 'Unable to establish real-time connection after {{attempts}} attempts',
    live_refused: 'Failed to connect to realtime service. Please refresh the page',
  },
} as const
