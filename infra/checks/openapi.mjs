// Checks that the API description and the browsers' routes match the contract, and that no change breaks a client
// unannounced. `npm run openapi` writes both. `npm run openapi release` also stores the description as the released one,
// with which the next change is compared.
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { findBreakingChanges } from './breaking-changes.mjs'
import { answerShapes, routeFiles } from './web-calls.mjs'

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')
const CONTRACT = path.join(ROOT, 'packages/contract')
const FILES = { current: 'openapi.json', released: 'openapi.released.json' }

/** `released` is the document of the last release, `current` what the contract says. */
export function checkDescription({ released, current, changelog }) {
  const problems = []
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

const format = (document) => `${JSON.stringify(document, null, 2)}\n`

/** `read` returns the committed text of a file in the folder of the contract. */
export function findOutdated(document, read) {
  const outdated = Object.entries(writtenFiles(document)).filter(([file, text]) => read(file) !== text)
  return outdated.map(([file]) => `packages/contract/${file} is not what the contract says: npm run openapi`)
}

/** Returns the texts of the files that are written from the contract. */
function writtenFiles(document) {
  const { volunteers, all } = answerShapes(document)
  const routes = Object.entries(routeFiles(document)).map(([name, text]) => [`src/${name}`, text])
  return {
    [FILES.current]: format(document),
    'answers-of-volunteers.json': format(volunteers),
    'answers.json': format(all),
    ...Object.fromEntries(routes),
  }
}

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
  const [command] = process.argv.slice(2)
  if (command === 'write' || command === 'release') {
    for (const [file, text] of Object.entries(writtenFiles(current)))
      writeFileSync(path.join(CONTRACT, file), text)
    if (command === 'release') writeFileSync(path.join(CONTRACT, FILES.released), format(current))
  } else {
    const released = JSON.parse(read(FILES.released))
    const problems = [
      ...findOutdated(current, read),
      ...checkDescription({ released, current, changelog: read('CHANGELOG.md') }),
    ]
    for (const problem of problems) console.log(problem)
    console.log(
      `${Object.keys(current.paths).length} paths, ${problems.length} problems of the API description`,
    )
    process.exitCode = problems.length > 0 ? 1 : 0
  }
}
