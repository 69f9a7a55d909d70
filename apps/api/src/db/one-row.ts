/** The row of a statement that always has one: an insert, an update of a locked row, a key that is held. */
export function oneRow<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error('expected a row')
  return row
}
