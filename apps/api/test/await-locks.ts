import { expect } from 'vitest'
import type { Deps } from '../src/deps.ts'
import { eventually } from './eventually.ts'

export const awaitLocks = ({ db }: Pick<Deps, 'db'>, statements: number) =>
  eventually(async () => {
    const { rows } = await db.pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    expect(rows).toHaveLength(statements)
  })
