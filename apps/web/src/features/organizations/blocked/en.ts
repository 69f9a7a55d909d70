export default {
  second_factor: {
    title: '{{name}} requires two-step verification',
    text: 'All members of {{name}} confirm with a second step when they sign in: a code from an app on the phone, or a passkey.',
    how: 'It takes about two minutes to turn on. Then you come back here.',
    to_security: 'Turn on two-step verification',
  },
  paused: {
    title: '{{name}} is paused',
    text: 'Whoever runs Muster for you has paused it. Nothing can be changed, messages wait, and nobody can sign up. Volunteers can still cancel. Write to the support of this service.',
    reason: 'Reason: {{reason}}',
  },
} as const
