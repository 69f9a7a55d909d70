export function notifyQuery(notify: boolean): { notify?: 'false' } {
  return notify ? {} : { notify: 'false' }
}

/** D21: for changes of texts, of which nobody is told unless it is said. */
export function changeNotifyQuery(notify: boolean): { notify: 'true' | 'false' } {
  return { notify: notify ? 'true' : 'false' }
}
