import { expect, vi } from 'vitest'
import type { Deps } from '../src/deps.ts'

export const awaitLocks = ({ db }: Pick<Deps, 'db'>, statements: number) =>
  vi.waitFor(async () => {
    const { rows } = await db.pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    expect(rows).toHaveLength(statements)
  })
