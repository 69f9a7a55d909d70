/** D39: what an administrator is told by e-mail when volunteers give places up. */
export const cancellationNotices = ['none', 'each', 'daily'] as const
export type CancellationNotices = (typeof cancellationNotices)[number]
