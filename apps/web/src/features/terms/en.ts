export default {
  title: 'Terms of use',
  version: 'Version {{version}} of {{date}}',
  announced: 'Version {{version}} applies from {{date}}:',
  purpose: {
    title: 'What this is about',
    text: 'Muster helps organizations to find people for the shifts of their events. When you sign up for a shift, you tell the organizer that you will come. You help of your own free will: volunteering isn’t employment.',
  },
  age: {
    title: 'Minimum age',
    text: 'You must be at least {{years}} years old to sign up.',
  },
  details: {
    title: 'What is kept about you',
    text: 'Your name, your e-mail address, your phone number, the shifts you take and the messages about them. The organizer of the event uses them to plan it and to reach you about it, and for nothing else. They are not sold, and nothing here follows you around the web.',
  },
  seen: {
    title: 'Who sees it',
    text: 'Your e-mail address and your phone number are seen by the organizer alone. Your name may stand on the public page of the event; the form says what will be shown there before you sign up.',
  },
  kept: {
    title: 'How long it is kept',
    text: 'At most {{months}} months after your last shift. After that your details are removed, and only totals remain.',
  },
  rights: {
    title: 'Your rights',
    text: 'You may at any time ask the organizer to show you what is kept about you, to correct it or to erase it.',
  },
  coming: {
    title: 'If you cannot come',
    text: 'Tell the organizer as early as you can, so that somebody else can take your place.',
  },
  ending: {
    title: 'Ending an account',
    text: 'As a volunteer you have no account. An account of an organizer is ended with {{days}} days’ notice.',
  },
  changes: {
    title: 'Changes',
    text: 'You are told of material changes to these terms {{days}} days before they apply. They stand on this page, and everybody with an account gets an e-mail.',
  },
} as const
