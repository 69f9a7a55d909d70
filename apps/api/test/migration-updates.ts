import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

const MIGRATIONS = path.resolve(import.meta.dirname, '../migrations')

/** Returns a migration's statements that fill existing rows. `name`: without its number. Throws if there are none. */
export async function readMigrationUpdates(name: string): Promise<string[]> {
  const file = (await readdir(MIGRATIONS)).find((each) => each.endsWith(`_${name}.sql`)) ?? ''
  const statements = (await readFile(path.join(MIGRATIONS, file), 'utf8')).split('--> statement-breakpoint')
  const updates = statements.filter((statement) => /^update /m.test(statement))
  if (updates.length === 0) throw new Error(`${file} fills in nothing`)
  return updates
}
