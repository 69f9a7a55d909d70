export default {
  title: 'Messages from {{name}}',
  intro: 'Choose how {{name}} may write to you.',
  channels: { EMAIL: 'E-mail', SMS: 'SMS' },
  stop: { EMAIL: 'Stop e-mails', SMS: 'Stop SMS' },
  resume: { EMAIL: 'Get e-mails again', SMS: 'Get SMS again' },
  stopped: 'Stopped. {{name}} does not write to you this way any more.',
  blocked:
    'No organiser’s e-mail reaches this address: “It wasn’t me” was pressed for it. The page where it was takes it up again.',
  mind: 'This ends reminders, invitations and other messages from {{name}}. When you sign up, or a shift of yours moves or is cancelled, you are still told by e-mail. Your shifts stay as they are: to give one up, tell the organiser.',
  unknown_link: {
    title: 'This link leads nowhere',
    text: 'It is invalid, or what it was about has been removed. Please tell the organiser instead.',
  },
} as const
