export default {
  title: 'Your shift',
  hello: 'Hello {{name}}',
  from: 'Your shift with {{organization}}',
  status_label: 'Status',
  status: {
    INVITED: 'invited',
    CONFIRMED: 'confirmed',
    DECLINED: 'declined',
    ABSENT: 'absent',
  },
  calendar: 'Add to calendar',
  other_shifts: 'Your other shifts at this event',
  see_event: 'See the event',
  error: 'Error: {{text}}',
  errors: {
    expired: 'This link has expired. Please contact the organizer.',
    invalid: 'This link is invalid or no longer exists.',
    invalid_link: 'Invalid link',
    load: 'Failed to load assignment details',
  },
} as const
