export default {
  title: 'Get the links to your shifts',
  intro:
    'Type the e-mail address that you signed up with, or were invited at. We send you a link to each of your coming shifts.',
  email: 'E-mail',
  email_invalid: 'Enter a valid e-mail address.',
  submit: 'Send my links',
  sent_title: 'Look in your inbox',
  sent: 'If {{email}} is on a coming shift, an e-mail with the links is on its way. It can take a few minutes; look in the spam folder too.',
  nothing:
    'Nothing came? Then you may have used another address. At most three e-mails an hour go to one address, and after many requests in a short time no more are sent for a while: then try again later.',
  another: 'Use another address',
  failed: 'The links could not be asked for.',
} as const
