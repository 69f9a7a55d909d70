import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'

test('a root command leaves what is installed for production as it is', () => {
  const root = mkdtempSync(path.join(tmpdir(), 'muster-installed-'))
  try {
    cpSync(import.meta.dirname, path.join(root, 'infra/run'), { recursive: true })
    mkdirSync(path.join(root, 'node_modules'))
    const installed = JSON.stringify({ included: { dependencies: true, devDependencies: false } })
    writeFileSync(path.join(root, 'node_modules/.modules.yaml'), installed)
    const command = [path.join(root, 'infra/run/run.mjs'), 'muster', 'doctor']
    const { status, stdout, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8' })
    assert.match(stderr, /^These libraries are for production/)
    assert.deepEqual({ status, stdout }, { status: 1, stdout: '' })
  } finally {
    rmSync(root, { recursive: true })
  }
})
