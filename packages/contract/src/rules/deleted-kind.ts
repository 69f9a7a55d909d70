export const deletedKinds = ['event', 'role', 'shift', 'person'] as const
export type DeletedKind = (typeof deletedKinds)[number]

/** For how many days the API knows what was deleted. */
export const DELETIONS_KEPT_DAYS = 90
