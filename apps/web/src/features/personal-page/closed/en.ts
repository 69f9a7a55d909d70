export default {
  title: {
    expired: 'Your link has expired',
    invalid: 'This link can’t be opened',
    replaced: 'There is a newer link',
  },
  replaced:
    'This link was replaced by a new one. Your shifts are as they were. Use the newest link you got, or have your links sent to you:',
  latest_link:
    'The shift may have been cancelled, or the place is no longer yours. Otherwise use the link in the latest message you got, or reply to that message.',
  no_token: 'Use the link in the latest message you got, or reply to that message.',
  see_event: 'See the event',
  get_links: 'Get my links by e-mail',
} as const
