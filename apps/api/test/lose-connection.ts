import { createPatientDb } from './patient.ts'

/* Run by `db/client.test.ts`. The argument `unguarded` removes the listener that keeps the process alive. */

const url = process.env.DATABASE_URL ?? ''
const db = createPatientDb(url)
const other = createPatientDb(url)
if (process.argv.includes('unguarded')) db.pool.removeAllListeners('connect')

const kept = await db
  .system(async (tx) => {
    const { rows } = await tx.execute<{ pid: number }>('select pg_backend_pid() as pid')
    await other.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid])
    await tx.execute('select pg_sleep(10)')
    return true
  })
  .catch(() => false)
const works = await db.system(async () => true)
process.stdout.write(JSON.stringify({ kept, works }))
await db.close()
await other.close()
