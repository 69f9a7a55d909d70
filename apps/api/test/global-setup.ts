import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '../src/db/embedded.ts'
import { migrate } from '../src/db/migrate.ts'
import { requireAllAnswers } from './answer-coverage.ts'

declare module 'vitest' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  interface ProvidedContext {
    serverUrl: string
    /** Folder in which each worker lists the described answers it has seen. */
    answersFolder: string
  }
}

/** Durability is not needed; without it a run takes half the time. */
const FLAGS = ['--fsync=off', '--synchronous_commit=off', '--full_page_writes=off', '--max_connections=200']

const PREFIX = 'muster-test-'

export default async function startTestServer(project: TestProject): Promise<() => Promise<void>> {
  await sweepUp()
  const dir = mkdtempSync(path.join(tmpdir(), `${PREFIX}${process.pid}-`))
  const server = await startEmbeddedPostgres({ dir, flags: FLAGS })
  const admin = new Client(server.url)
  await admin.connect()
  await admin.query('create database template_muster')
  const template = new URL(server.url)
  template.pathname = 'template_muster'
  await migrate(template.href)
  // A template in use cannot be cloned.
  await admin.query('alter database template_muster with is_template true allow_connections false')
  await admin.end()
  project.provide('serverUrl', server.url)
  const answers = path.join(dir, 'answers')
  mkdirSync(answers)
  project.provide('answersFolder', answers)
  return async () => {
    if (isWholeRun()) requireAllAnswers(answers)
    await server.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}

/** Returns true if no file and no option leaves out tests that see answers. */
const isWholeRun = () =>
  ['run', 'run --project shared --project alone'].includes(process.argv.slice(2).join(' '))

/** Stops the servers of killed runs, which could not: each server has its own session. */
async function sweepUp(): Promise<void> {
  for (const name of readdirSync(tmpdir())) {
    const pid = Number(new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1])
    if (!pid || isAlive(pid)) continue
    const dir = path.join(tmpdir(), name)
    if (existsSync(path.join(dir, 'data', 'postmaster.pid')))
      await (await startEmbeddedPostgres({ dir })).stop()
    rmSync(dir, { recursive: true, force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
