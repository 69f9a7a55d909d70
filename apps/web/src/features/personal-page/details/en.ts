export default {
  email: 'E-mail',
  phone: 'Phone',
  no_phone: 'none',
  wrong: 'Is your name wrong? {{organization}} can change it{{reach}}.',
  how: 'The details are partly hidden, in case somebody else has this link. To change them, we send a link to {{email}}: nothing changes before you have confirmed there. If you can’t read e-mail there any more, please ask the organizer.',
  unreachable:
    'E-mail to your address is stopped, so a change can’t be confirmed here. {{organization}} can change your details{{reach}}.',
  language: 'Language of e-mails and SMS',
  new_phone: 'New phone number',
  save_phone: 'Change the number',
  remove_phone: 'Remove the number',
  new_email: 'New e-mail address',
  email_hint: 'Once you have confirmed at the present address, we send a link to the new one too.',
  save_email: 'Change the address',
  waiting: 'We sent a link to {{email}}. Please confirm the change there, before {{date}}.',
  waiting_new: 'We sent a link to your new address {{email}}. Please confirm it there, before {{date}}.',
  take_back: 'Take the change back',
  done: {
    asked: 'The link is on its way to {{email}}. Nothing changes before you have confirmed there.',
    taken_back: 'The change is taken back. Everything stays as it is.',
  },
} as const
