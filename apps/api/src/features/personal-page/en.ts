export default {
  title: 'Wasn’t it you?',
  blocked_title: 'No more e-mail',
  intro: 'Somebody signed {{address}} up for this:',
  blocked_intro: 'Somebody had signed {{address}} up for this:',
  states: {
    signed_up: 'Signed up',
    gone: 'No longer signed up with this address',
    over: 'This shift is over',
  },
  more_one: 'And for one more shift.',
  more_other: 'And for {{count}} more shifts.',
  consequence:
    'If it wasn’t you, press the button. Others can then take the places above that are still signed up, and Muster sends no more e-mail to this address, from any organizer.',
  consequence_typed:
    'If it wasn’t you, press the button. You are then in no line for a place, and Muster sends no more e-mail to this address, from any organizer.',
  not_me: 'It wasn’t me',
  blocked: 'No more e-mail goes from Muster to {{address}}.',
  resume: 'Get e-mail again',
  hint: 'No e-mail also means none about shifts you took yourself: those stay yours, but no organizer can tell you of changes by e-mail. Only a new password for a Muster account is still sent when somebody asks for it.',
  blocked_hint:
    'No organizer can tell you of changes by e-mail, not even of shifts that you take yourself, until you get e-mail again. Only a new password for a Muster account is still sent when somebody asks for it.',
  typed: 'Somebody typed {{address}} on a page of Muster.',
  link_closed: 'This link no longer works',
  taken:
    '{{name}} already has you with {{email}}, in another entry. Nothing was changed. Please ask them to put the two together{{reach}}.',
  confirm_details: {
    title: 'Confirm the change',
    intro: 'This was asked for on the page of your personal link with {{name}}:',
    phone: 'Phone number: {{phone}}',
    no_phone: 'Phone number: none',
    language_en: 'Language of messages: English',
    language_sv: 'Language of messages: Swedish',
    email: 'E-mail address: {{email}}',
    press: 'Confirm',
    not_you:
      'Wasn’t it you? Then close the page: nothing changes. Somebody else has your personal link: please ask the organizer for a new one.',
    done_title: 'Confirmed',
    done: '{{name}} now has your new details.',
    next: 'One more step: we have sent a link to {{email}}. Messages go there once you have confirmed it.',
    closed:
      'It has expired, or your e-mail address has been changed since. You can ask again on the page of your personal link.',
  },
  confirm_email: {
    title: 'Confirm your e-mail address',
    intro: 'Press the button, and {{name}} sends messages about your shifts to {{email}}.',
    press: 'Use this address',
    not_you: 'Wasn’t it you? Then close the page: nothing changes.',
    confirmed_title: 'Your e-mail address is changed',
    confirmed_text:
      '{{name}} sends messages about your shifts to {{email}} from now on. The links that you have still work.',
    taken_title: 'The address was not changed',
    closed:
      'It has expired, there is a newer one, or the address has been changed or kept in another way. You can ask for a new one on the page of your personal link.',
  },
  undo_email: {
    title: 'Get your e-mail address back',
    intro:
      'Press the button, and {{name}} sends messages about your shifts to {{email}} again. Personal links sent until now then stop working, because somebody else may have one.',
    press: 'Use {{email}} again',
    until: 'This works until {{until}}.',
    undone_title: 'Your e-mail address is back',
    undone_text:
      '{{name}} sends messages about your shifts to {{email}} again. Earlier personal links no longer work.',
    phone_stays: 'Check the phone number on your page too: it stays as it is.',
    phone_back: 'Your phone number is the former one again too.',
    undone_links: 'Get new links by e-mail',
    taken_title: 'The address could not be changed back',
    closed:
      'It works for seven days, and not once the address was changed in another way. Please tell {{name}} if your address is wrong{{reach}}.',
  },
} as const
