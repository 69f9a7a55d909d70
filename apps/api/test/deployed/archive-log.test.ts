import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ROOT } from '../../../../infra/run/start-programs.ts'

/* infra/deploy/archive-log, which PostgreSQL calls for each part of its log. `npm run chaos restore` restores with it. */

const PART = '000000010000000000000002'

let dir: string
let part: string
let archived: string
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'muster-archive-'))
  part = path.join(dir, PART)
  mkdirSync(path.join(dir, 'archive'))
  archived = path.join(dir, 'archive', PART)
  writeFileSync(part, 'log')
})
afterEach(() => rmSync(dir, { recursive: true }))

const archiveLog = (env = {}) =>
  spawnSync(path.join(ROOT, 'infra/deploy/archive-log'), [part, archived], {
    env: { ...process.env, ...env },
  }).status

it('copies a part, and takes one that is there already for done', () => {
  expect(archiveLog()).toBe(0)
  expect(readFileSync(archived, 'utf8')).toBe('log')
  expect(readdirSync(path.dirname(archived))).toEqual([PART])
  expect(archiveLog()).toBe(0)
})

it('never replaces another one of that name', () => {
  writeFileSync(archived, 'of another cluster')
  expect(archiveLog()).not.toBe(0)
  expect(readFileSync(archived, 'utf8')).toBe('of another cluster')
})

it('has no part of that name before the copy is whole', async () => {
  // A `cp` that writes a half and waits stands for a large part and a slow disk.
  const bin = path.join(dir, 'bin')
  mkdirSync(bin)
  writeFileSync(path.join(bin, 'cp'), '#!/bin/sh\nprintf lo > "$2"\necho half\nread -r _\n', { mode: 0o755 })
  const child = spawn(path.join(ROOT, 'infra/deploy/archive-log'), [part, archived], {
    env: { PATH: `${bin}:${process.env['PATH']}` },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  await once(child.stdout, 'data')
  expect(existsSync(archived)).toBe(false)
  child.kill('SIGKILL')
  await once(child, 'exit')
  child.stdin.end()
  expect(existsSync(archived)).toBe(false)
  expect(archiveLog()).toBe(0)
  expect(readFileSync(archived, 'utf8')).toBe('log')
})
