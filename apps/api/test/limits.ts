import { like } from 'drizzle-orm'
import * as schema from '../src/db/schema.ts'
import type { Deps } from '../src/deps.ts'

/** Sets the hits of everything that has been counted under this name. */
export function setHits({ db }: Pick<Deps, 'db'>, name: string, hits: number) {
  return db.system((tx) =>
    tx
      .update(schema.rateLimit)
      .set({ hits })
      .where(like(schema.rateLimit.bucket, `${name}:%`)),
  )
}
