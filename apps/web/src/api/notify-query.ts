/** D21: those affected are told unless the administrator has unticked it. */
export function notifyQuery(notify: boolean): { notify?: 'false' } {
  return notify ? {} : { notify: 'false' }
}
