import { rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { startEmbeddedPostgres } from '../db/embedded.ts'
import { findDemo, seedDemo } from '../demo/seed.ts'
import { connect } from './connect.ts'
import { startServer } from './listen.ts'
import { type Context, runProcess } from './run-process.ts'
import { startTasks } from './start-tasks.ts'
import { ready, welcome } from './welcome.ts'

await runProcess(async (context) => {
  const { config, onClose } = context
  if (config.ready_file) await rm(config.ready_file, { force: true })
  const { notice, ...database } = await openDatabase(context)
  const deps = await connect(context, database)
  if (config.demo) await seedDemo(deps)

  const app = await startServer(deps)
  onClose(() => app.close())
  onClose(startTasks(deps).stop)

  const demo = config.demo ? await findDemo(deps) : undefined
  if (config.database_url && !config.names_environment) {
    process.stderr.write('NODE_ENV is not set: this is no production server, and no message leaves it.\n')
  }
  process.stdout.write(welcome({ config, demo, notice }))
  if (config.ready_file) await writeWhole(config.ready_file, ready({ config, demo }))
}, 'both')

/** Writes so that a program which waits for the file never reads an incomplete one. */
async function writeWhole(file: string, content: string): Promise<void> {
  await writeFile(`${file}.part`, content)
  await rename(`${file}.part`, file)
}

async function openDatabase({
  config,
  onClose,
}: Context): Promise<{ url: string; home?: string; notice?: string | undefined }> {
  if (config.database_url) return { url: config.database_url }
  const embedded = await startEmbeddedPostgres({ dir: path.join(config.data_dir, 'postgres') })
  onClose(embedded.stop)
  return embedded
}
