export default {
  skip: 'Skip to content',
  menu: 'Menu',
  main: 'Main',
  shifts: 'Shifts',
  people: 'People',
  events: 'Events',
  log_out: 'Log out',
} as const
