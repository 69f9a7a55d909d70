import { id as canonicalId } from '@muster/contract/fields'
import { invalid } from '../../http/refusal.ts'

export type Select<Column extends string, RoleColumn extends string> = {
  columns: Column[]
  /** Undefined: without the role. */
  of_role: RoleColumn[] | undefined
}

/** The columns of `id,role(id,event_id)`, of those that there are. */
export function readSelect<Column extends string, RoleColumn extends string = never>(
  text: string,
  columns: readonly Column[],
  role_columns: readonly RoleColumn[] = [],
): Select<Column, RoleColumn> {
  const embedded = /(?:^|,)(?:role:)?role(?:_id)?(?:!\w+)?\(([\w,]*)\)/
  const inside = role_columns.length > 0 ? embedded.exec(text)?.[1] : undefined
  const rest = inside === undefined ? text : text.replace(embedded, '').replace(/^,/, '')
  return {
    columns: rest === '' && inside !== undefined ? [] : readColumns(rest, columns),
    of_role: inside === undefined ? undefined : readColumns(inside, role_columns),
  }
}

function readColumns<Column extends string>(text: string, columns: readonly Column[]): Column[] {
  return text.split(',').map((name) => {
    const column = columns.find((each) => each === name)
    if (column === undefined) throw invalid('query.select', 'not_column')
    return column
  })
}

/** The id of `eq.…`. */
export function readEqual(path: string, text: string): string {
  const { data } = canonicalId.safeParse(/^eq\.(.*)$/.exec(text)?.[1])
  if (data === undefined) throw invalid(path, 'not_filter')
  return data
}

export function pick<Row extends object, Column extends keyof Row>(
  row: Row,
  columns: readonly Column[],
): Partial<Pick<Row, Column>> {
  const picked: Partial<Pick<Row, Column>> = {}
  for (const column of columns) picked[column] = row[column]
  return picked
}
