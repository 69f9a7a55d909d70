export default {
  title: '{{name}} has been removed',
  text: 'The organizer has removed this event. There is nothing left to sign up for here.',
} as const
