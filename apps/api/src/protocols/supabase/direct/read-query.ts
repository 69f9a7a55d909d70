import { id as idField } from '@muster/contract/fields'
import { invalid } from '../../../edge/refusal.ts'

export type Select<Column extends string, RoleColumn extends string> = {
  columns: Column[]
  /** Undefined if the role is not selected. */
  of_role: RoleColumn[] | undefined
}

/** Returns the columns of a list like `id,role(id,event_id)`, limited to those that exist. */
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

/** Returns the id of a filter `eq.<id>`. */
export function readEqual(path: string, text: string): string {
  const { data } = idField.safeParse(/^eq\.(.*)$/.exec(text)?.[1])
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
