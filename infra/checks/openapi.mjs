// Checks that the API description is committed and breaks no client unannounced (`npm run check`). `npm run openapi`
// writes it. `npm run openapi release` also makes it the document with which the next change is compared.
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { answerShapes } from './web-calls.mjs'
import { findBreakingChanges } from './breaking-changes.mjs'

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')
const CONTRACT = path.join(ROOT, 'packages/contract')
const FILES = { current: 'openapi.json', released: 'openapi.released.json' }
/** What the web app checks of answers. */
const SHAPES = { volunteers: 'answers-of-volunteers.json', all: 'answers.json' }

/** `released` is the document of the last release, `written` the committed one, `current` what the contract says. */
export function checkDescription({ released, written, current, changelog }) {
  const problems = []
  if (written !== format(current)) {
    problems.push(`packages/contract/${FILES.current} is not what the contract says: npm run openapi`)
  }
  const breaking = findBreakingChanges(released, current)
  const [before, { version }] = [released.info.version, current.info]
  if (breaking.length > 0 && !isRaised(before, version)) {
    problems.push(`These changes break clients of ${before}, and the version is ${version}:`)
  }
  const section = sectionOf(changelog, version)
  const unnamed = breaking.filter((change) => !section.includes(change))
  if (unnamed.length > 0) {
    problems.push(`packages/contract/CHANGELOG.md does not name them under ${version}:`)
  }
  const lines = isRaised(before, version) ? unnamed : breaking
  return [...problems, ...lines.map((change) => `- ${change}`)]
}

/** Compares by semver, where the first number that is not 0 counts. */
function isRaised(before, after) {
  const [old, current] = [before, after].map((version) => version.split('.').map(Number))
  if (old[0] > 0 || current[0] > 0) return current[0] > old[0]
  return current[1] > old[1]
}

function sectionOf(changelog, version) {
  const sections = changelog.split(/^## /m).slice(1)
  return sections.find((section) => section.split(/[\s,]/)[0] === version) ?? ''
}

export const format = (document) => `${JSON.stringify(document, null, 2)}\n`

/** Reads the contract by the API's tsx, because Node 20 cannot read TypeScript. */
export function readCurrent() {
  const tsx = createRequire(path.join(ROOT, 'apps/api/package.json'))('tsx/cjs/api')
  const load = (file) => tsx.require(path.join(CONTRACT, 'src', file), import.meta.url)
  const { contract } = load('contract.ts')
  const { openapi } = load('openapi/document.ts')
  return openapi(contract, { server: '/' })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const read = (file) => readFileSync(path.join(CONTRACT, file), 'utf8')
  const current = readCurrent()
  const shapes = answerShapes(current)
  const [command] = process.argv.slice(2)
  if (command === 'write' || command === 'release') {
    writeFileSync(path.join(CONTRACT, FILES.current), format(current))
    for (const [side, file] of Object.entries(SHAPES))
      writeFileSync(path.join(CONTRACT, file), format(shapes[side]))
    if (command === 'release') writeFileSync(path.join(CONTRACT, FILES.released), format(current))
  } else {
    const problems = checkDescription({
      current,
      written: read(FILES.current),
      released: JSON.parse(read(FILES.released)),
      changelog: read('CHANGELOG.md'),
    })
    for (const [side, file] of Object.entries(SHAPES)) {
      if (read(file) !== format(shapes[side])) {
        problems.push(`packages/contract/${file} is not what the contract says: npm run openapi`)
      }
    }
    for (const problem of problems) console.log(problem)
    console.log(
      `${Object.keys(current.paths).length} paths, ${problems.length} problems of the API description`,
    )
    process.exitCode = problems.length > 0 ? 1 : 0
  }
}
