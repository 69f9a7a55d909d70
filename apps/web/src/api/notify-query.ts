export function notifyQuery(notify: boolean): { notify?: 'false' } {
  return notify ? {} : { notify: 'false' }
}
