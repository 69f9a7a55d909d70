export default {
  skip: 'Skip to content',
  menu: 'Menu',
  main: 'Main',
  shifts: 'Shifts',
  people: 'People',
  events: 'Events',
  reports: 'Reports',
  settings: {
    list: 'Settings',
    general: 'General',
    notices: 'Your notifications',
    api_keys: 'API keys',
    details: 'Your details',
  },
  not_found: {
    title: 'Page not found',
    text: 'There is nothing at this address. It may be mistyped, or out of date.',
    to_shifts: 'Go to shifts',
    to_login: 'Sign in',
  },
} as const
