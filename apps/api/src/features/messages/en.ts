export default {
  title: 'Messages from {{name}}',
  intro: 'Choose how {{name}} may write to you.',
  channels: { EMAIL: 'E-mail', SMS: 'SMS' },
  stop: { EMAIL: 'Stop e-mails', SMS: 'Stop SMS' },
  resume: { EMAIL: 'Get e-mails again', SMS: 'Get SMS again' },
  stopped: {
    EMAIL: 'Stopped. You get e-mail from {{name}} only about your own sign-ups and changes of your shifts.',
    SMS: 'Stopped. You get no more SMS from {{name}}.',
  },
  scheduled_with: 'Scheduled with',
  blocked:
    'No organizer’s e-mail reaches this address: “It wasn’t me” was pressed for it. The page where it was takes it up again.',
  mind: 'This ends reminders, invitations and other messages from {{name}}. When you sign up, or a shift of yours moves or is cancelled, you are still told by e-mail. Your shifts stay as they are: to give one up, tell {{name}}{{reach}}.',
  unknown_link: {
    title: 'This link leads nowhere',
    text: 'It is not complete, or what it was about has been removed. Use the link in the latest message, or reply to it.',
  },
} as const
