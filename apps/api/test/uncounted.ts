/** A row without what only counts or dates what was written. */
export const uncounted = <Row extends object>(row: Row) => ({
  ...row,
  version: 0,
  calendar_sequence: 0,
  updated_at: '',
})
