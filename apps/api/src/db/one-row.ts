/** For statements that always return a row: an insert, an update of a locked row. */
export function oneRow<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error('expected a row')
  return row
}
