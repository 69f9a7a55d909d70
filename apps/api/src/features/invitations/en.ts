export default {
  title: 'Wasn’t it you?',
  intro: 'Somebody signed {{address}} up for this:',
  states: {
    signed_up: 'Signed up',
    gone: 'No longer signed up with this address',
    over: 'This shift is over',
  },
  consequence:
    'If it wasn’t you, press the button. Others can then have what is still signed up above, and Muster sends no more e-mail to this address, from any organizer.',
  not_me: 'It wasn’t me',
  blocked: 'No more e-mail goes from Muster to {{address}}.',
  resume: 'Get e-mail again',
  hint: 'No e-mail also means none about shifts you took yourself: those stay yours, but no organizer can tell you of changes by e-mail. Only a new password for a Muster account is still sent when somebody asks for it.',
} as const
