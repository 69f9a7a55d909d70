export default {
  skip: 'Skip to content',
  menu: 'Menu',
  main: 'Main',
  shifts: 'Shifts',
  people: 'People',
  events: 'Events',
  reports: 'Reports',
  log_out: 'Log out',
} as const
