export default {
  title: 'Sign up: {{role}}, {{when}}',
  phone_hint: 'With its country code, such as +46 70 123 45 67',
  phone_too_short: 'Write at least 10 digits.',
  accepts: 'You are at least {{age}}, and by signing up you accept the terms of use.',
} as const
