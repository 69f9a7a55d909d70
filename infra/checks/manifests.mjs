// Checks the Compose file against the schema of its specification (from dclint), and the Kubernetes manifests against
// Kubernetes' types, by which the compiler finds unknown fields too.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import Ajv from 'ajv'
import { parse, parseAllDocuments } from 'yaml'

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')
const read = (file) => readFileSync(path.join(ROOT, file), 'utf8')

const isCompose = new Ajv({ strict: false, allErrors: true, validateSchema: false }).compile(
  JSON.parse(read('node_modules/dclint/schemas/compose.schema.json')),
)

export function checkCompose(text) {
  if (isCompose(parse(text, { merge: true }))) return []
  return isCompose.errors.map(({ instancePath, message, params }) =>
    ['compose', instancePath, message, params.additionalProperty].filter(Boolean).join(' '),
  )
}

export function checkKubernetes(text) {
  const objects = parseAllDocuments(text).map((document) => document.toJS())
  const incomplete = objects.filter(({ apiVersion, kind }) => !apiVersion || !kind)
  if (incomplete.length > 0) return ['kubernetes: an object without apiVersion or kind']
  // The folder is inside the repository, so that the compiler finds the types.
  const folder = path.join(ROOT, 'node_modules/.cache/manifests')
  const file = path.join(folder, `${process.pid}.ts`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(file, objects.map(toDeclaration).join('\n'))
  const options = [
    '--noEmit',
    '--strict',
    '--skipLibCheck',
    '--ignoreConfig',
    '--types',
    '',
    '--pretty',
    'false',
  ]
  const compiler = path.join(ROOT, 'node_modules/.bin/tsc')
  const { status, stdout } = spawnSync(compiler, [...options, file], { cwd: ROOT, encoding: 'utf8' })
  rmSync(file)
  const errors = stdout.split('\n').filter((line) => / error TS/.test(line))
  if (status !== 0 && errors.length === 0) return [`kubernetes: ${stdout}`]
  return errors.map((line) => {
    const [, number, sentence] = /\((\d+),\d+\): error TS\d+: (.*)$/.exec(line) ?? []
    return `kubernetes ${objects[number - 1]?.kind}: ${sentence ?? line}`
  })
}

/** Writes the object in one line, by whose number errors are assigned to it. `v1` is the group `core`. */
function toDeclaration(object, index) {
  const api = object.apiVersion.includes('/') ? object.apiVersion : `core/${object.apiVersion}`
  const group = api.replace(/\.k8s\.io\//, '/')
  return `export const object${index}: import('kubernetes-types/${group}').${object.kind} = ${JSON.stringify(object)}`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const breaches = [
    ...checkCompose(read('infra/deploy/compose.yaml')),
    ...checkKubernetes(read('infra/deploy/kubernetes.yaml')),
  ]
  for (const breach of breaches) console.log(breach)
  console.log(`${breaches.length} breaches of the schemas of compose.yaml and kubernetes.yaml`)
  process.exitCode = breaches.length > 0 ? 1 : 0
}
