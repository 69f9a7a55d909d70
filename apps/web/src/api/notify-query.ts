/** D21: the people affected are notified unless the administrator unticks it. */
export function notifyQuery(notify: boolean): { notify?: 'false' } {
  return notify ? {} : { notify: 'false' }
}
