/** Settings for the e-mails to an administrator about volunteers who give places up (D39). */
export const cancellationNotices = ['none', 'each', 'daily'] as const
export type CancellationNotices = (typeof cancellationNotices)[number]
