export default {
  year_between: 'Enter a year from {{first}} to {{last}}.',
  skipped: 'That night the clock skips {{wall}}. It becomes {{time}}.',
  repeated: 'That night the clock shows {{wall}} twice. The first is meant.',
  second: 'The second {{wall}} is meant',
  next_day: 'Ends the next day, {{day}} at {{time}}',
} as const
