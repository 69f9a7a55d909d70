export function oneRow<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error('expected a row')
  return row
}
