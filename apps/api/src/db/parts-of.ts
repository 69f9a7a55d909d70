const ROWS_AT_ONCE = 1_000

/** Splits rows: one statement for all could exceed the statement time limit, or PostgreSQL's 65,535 parameters. */
export function* partsOf<Row>(rows: readonly Row[], at_once = ROWS_AT_ONCE): Generator<Row[]> {
  for (let start = 0; start < rows.length; start += at_once) yield rows.slice(start, start + at_once)
}
