export default {
  displaced_one: 'The clock skips or repeats an hour. {{count}} shift keeps its length:',
  displaced_other: 'The clock skips or repeats an hour. {{count}} shifts keep their length:',
  shift: '{{role}}, {{time}} (meant: {{meant}})',
  conflicts: 'Two shifts at once only because of that hour:',
  more: 'and {{count}} more',
} as const
