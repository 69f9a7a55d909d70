export default {
  skip: 'Skip to content',
  menu: 'Menu',
  main: 'Main',
  shifts: 'Shifts',
  events: 'Events',
  log_out: 'Log out',
} as const
