const ROWS_AT_ONCE = 1_000

/** One statement for all rows could exceed the statement time limit. */
export function* partsOf<Row>(rows: readonly Row[]): Generator<Row[]> {
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) yield rows.slice(at, at + ROWS_AT_ONCE)
}
