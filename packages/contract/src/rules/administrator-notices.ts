/** How often an administrator is told of something by e-mail (D39, D57). */
export const administratorNotices = ['none', 'each', 'daily'] as const
export type AdministratorNotices = (typeof administratorNotices)[number]
