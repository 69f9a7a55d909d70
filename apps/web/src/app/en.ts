export default {
  skip: 'Skip to content',
  menu: 'Menu',
  main: 'Main',
  shifts: 'Shifts',
  people: 'People',
  events: 'Events',
  reports: 'Reports',
  account: 'Account',
  log_out: 'Log out',
} as const
