// Checks what the product ships besides its own code: every package in production, its license, and the direct
// dependency that brings it. `report` lists all packages; otherwise only what is not allowed is listed. It needs no
// network, because it reads the lockfile and the installed packages.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')
const PAGE = 'docs/dependencies.md'
/** Licenses (SPDX) that allow use in a closed hosted service without more than a notice. */
const LICENSES = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Unlicense',
])
const OWN = /^pkg:npm\/(%40muster\/|muster@)/

/**
 * Lists the packages of `sbom` (CycloneDX, as pnpm writes it) in the order of their names. `path` leads from the
 * direct dependency to the package.
 *
 * @returns {{ name: string, version: string, license: string, path: string[] }[]}
 */
export function listShipped(sbom) {
  const edges = new Map(sbom.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn ?? []]))
  const parents = findParents(edges, sbom.metadata.component['bom-ref'])
  return sbom.components
    .filter((component) => !OWN.test(component.purl))
    .map((component) => ({
      name: nameOf(component.purl),
      version: component.version,
      license: licenseOf(component),
      path: pathTo(component['bom-ref'], parents).map(nameOf),
    }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

/** Returns the problems. `page` is the text of docs/dependencies.md, whose tables begin with the package. */
export function reviewDependencies(shipped, page) {
  const documented = new Set(Array.from(page.matchAll(/^\| `([^`]+)`/gm), ([, name]) => name))
  const direct = new Set(shipped.flatMap(({ path: [first] }) => (first === undefined ? [] : [first])))
  return [
    ...shipped
      .filter(({ license }) => !LICENSES.has(license))
      .map(({ name, license, path: by }) => `${name} (${by.join(' > ')}): license ${license} is not allowed`),
    ...[...direct]
      .filter((name) => !documented.has(name))
      .map((name) => `${name}: ${PAGE} does not say what it is for`),
    ...[...documented].filter((name) => !direct.has(name)).map((name) => `${name}: in ${PAGE}, not shipped`),
  ]
}

/** Searches breadth first, which finds the shortest path. */
function findParents(edges, root) {
  const parents = new Map([[root, undefined]])
  const queue = [root]
  for (const ref of queue) {
    for (const next of edges.get(ref) ?? []) {
      if (parents.has(next)) continue
      parents.set(next, ref)
      queue.push(next)
    }
  }
  return parents
}

function pathTo(ref, parents) {
  const found = []
  for (let at = ref; at !== undefined; at = parents.get(at)) found.unshift(at)
  return found.filter((each) => !OWN.test(each))
}

/** Returns the name in a package URL: `@fastify/cors` for `pkg:npm/%40fastify/cors@11.4.3`. */
const nameOf = (purl) => decodeURIComponent(purl.replace(/^pkg:npm\//, '').replace(/@[^@]*$/, ''))

function licenseOf({ licenses = [] }) {
  return (
    licenses.map(({ license, expression }) => expression ?? license.id ?? license.name).join(' and ') ||
    'unknown'
  )
}

function readSbom() {
  const args = ['sbom', '--prod', '--sbom-format', 'cyclonedx', '--sbom-type', 'application']
  return JSON.parse(
    execFileSync(path.join(ROOT, 'node_modules/.bin/pnpm'), args, {
      cwd: ROOT,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    }),
  )
}

function printReport(shipped) {
  for (const { name, version, license, path: by } of shipped) {
    console.log(
      [`${name} ${version}`, license, by.length > 1 ? `by ${by.slice(0, -1).join(' > ')}` : 'direct'].join(
        '\t',
      ),
    )
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const shipped = listShipped(readSbom())
  if (process.argv[2] === 'report') printReport(shipped)
  else {
    const findings = reviewDependencies(shipped, readFileSync(path.join(ROOT, PAGE), 'utf8'))
    for (const finding of findings) console.log(finding)
    process.exitCode = findings.length > 0 ? 1 : 0
  }
}
