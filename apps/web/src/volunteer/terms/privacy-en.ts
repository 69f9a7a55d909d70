/** A file of its own: the dialog over the sign-up form shows only the terms. */
export default {
  title: 'Privacy notice',
  intro:
    'This page says what Muster knows about you when you help at an event, why, who sees it and when it is gone. It belongs to version {{version}} of the terms of use, of {{date}}.',
  responsible: {
    title: 'Who is responsible',
    text: 'The organization that runs the event decides what your details are used for and is responsible for them. Its name is shown on the page of the event and in its messages to you. Muster keeps the details on its behalf.',
  },
  what: {
    title: 'What is kept',
    text: 'Your first and last name, your e-mail address, your phone number and your language; the shifts you take or are invited to, and your answers; the note that you may write to the organizer when you sign up, and your answers to the organizer’s questions; when and why you give a place up, if you say why; the messages sent to you about them and whether they arrived; which version of the terms you accepted, and when. If you ask for another e-mail address, the old and the new one are kept with that for 30 days. The organizer may add a team and notes about your work at the event.',
  },
  source: {
    title: 'Where it comes from',
    text: 'From you, when you sign up. If you were invited, the organizer has entered your details.',
  },
  why: {
    title: 'What it is used for',
    text: 'To plan the event, to keep your place and to reach you about it. The ground for this is what you agree on with the organizer when you sign up, and before that the organizer’s legitimate interest in asking you. Nothing is sold, and nothing is used for advertising or profiling.',
  },
  seen: {
    title: 'Who sees it',
    text: 'The organizer’s administrators see all of it. The public page of an event may show your name, your first name with one letter, or only that a place is taken: the sign-up form says which. E-mails and text messages are delivered by providers who get the address and the text for that purpose only; their own terms say how long they keep them.',
  },
  kept: {
    title: 'How long',
    text: 'At most {{months}} months after your last shift. Then everything that points to you is removed, and only totals remain.',
  },
  browser: {
    title: 'In your browser',
    text: 'These pages set no cookie and load nothing from other companies. Your browser remembers the language you chose, and in the open tab what you typed into a form and the shifts you chose until you have signed up. If you tick “Remember me on this device”, it also remembers your name, e-mail, phone, which shifts are yours and, once you open it, your own page, until you press “Forget me”. That page has a tick of its own for it, and its copy is deleted when one of these pages is next opened after your last shift. An administrator who signs in gets one cookie that keeps the session, and nothing else. The network address of a call is used to stop floods of calls and is not kept with your details.',
  },
  rights: {
    title: 'Your rights',
    text: 'Ask the organizer to see what is kept about you, to get a copy, to correct it, to limit its use or to erase it, or object to its use. You may also complain to the data protection authority of your country; in Sweden that is Integritetsskyddsmyndigheten.',
  },
  contact: {
    title: 'How to ask',
    text: 'Reply to any e-mail from the organizer, or use the contact details on the page of the event.',
  },
} as const
