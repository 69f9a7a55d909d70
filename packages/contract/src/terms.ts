/** D24: the terms of use in force. */
export const terms = {
  version: '1.3',
  /** What a sign-up may name: a page opened before a change still shows the one before. */
  known_versions: ['1.3'],
  date: '2025-05-02',
  minimum_age: 16,
  retention_months: 24,
  termination_days: 30,
  change_notice_days: 30,
} as const
