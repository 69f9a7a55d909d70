import { appendFileSync } from 'node:fs'
import path from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { contract } from '@muster/contract/contract'
import { openapi } from '@muster/contract/openapi/document'
import { isObject, type Json } from '@muster/contract/openapi/schema'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { LightMyRequestResponse } from 'fastify'
import { inject } from 'vitest'
import { nameOfAnswer } from './answer-coverage.ts'

const document = close(openapi(contract, { server: '/' }))
const ajv = addFormats(new Ajv2020({ strict: false, allErrors: true })).addSchema(document, 'api')
const validators = new Map<string, ValidateFunction>()
const operations = listOperations()
const seen = new Set<string>()

/**
 * Throws unless the API description has this answer: status, media type and body; and unless browsers and proxies are
 * forbidden to store it. Other addresses are not checked.
 */
export function checkAnswer(answer: LightMyRequestResponse): void {
  const { method = '', url = '' } = answer.raw.req
  const operation = operations.find((each) => each.method === method && each.matches.test(pathnameOf(url)))
  if (!operation) return
  const { statusCode } = answer
  const responses = ['paths', operation.path, method.toLowerCase(), 'responses']
  const pointer = resolve([...responses, String(statusCode)])
  const said = `${method} ${operation.path}: ${statusCode} ${answer.body.slice(0, 500)}`
  if (answer.headers['cache-control'] !== 'no-store' && !WITHOUT_PERSONAL_DATA.includes(operation.path))
    throw new Error(`May be stored: ${said}`)
  const response = at(pointer)
  if (!isObject(response)) throw new Error(`Not described: ${said}`)
  const body = readBody(answer, Object.keys(isObject(response['content']) ? response['content'] : {}), said)
  if (body !== undefined) {
    const validate = validatorOf([...pointer, 'content', body.type, 'schema'])
    if (!validate(body.value)) {
      throw new Error(`Not as described: ${said}\n${ajv.errorsText(validate.errors, { separator: '\n' })}`)
    }
  }
  const code = statusCode >= 400 ? answer.json<{ code: string }>().code : undefined
  record(nameOfAnswer({ method, path: operation.path, status: statusCode, code }))
}

const WITHOUT_PERSONAL_DATA = ['/events/{eventId}/public', '/calendar/feed/{file}']

type Body = { type: string; value: unknown }

function readBody(answer: LightMyRequestResponse, types: string[], said: string): Body | undefined {
  // Node sends 204 and 304 without a body.
  if (types.length === 0) return undefined
  const type = mediaType(answer.headers['content-type'])
  const described = types.find((each) => mediaType(each) === type)
  if (!described) throw new Error(`Described as ${types.join()}, not ${type}: ${said}`)
  const content = contentOf(answer)
  const value: unknown = type === 'application/json' ? JSON.parse(content) : content
  return { type: described, value }
}

function contentOf({ headers, rawPayload, body }: LightMyRequestResponse): string {
  switch (headers['content-encoding']) {
    case 'br':
      return brotliDecompressSync(rawPayload).toString()
    case 'gzip':
      return gunzipSync(rawPayload).toString()
    default:
      return body
  }
}

const mediaType = (header: unknown) => String(header).split(';')[0]

function validatorOf(pointer: string[]): ValidateFunction {
  const $ref = `api#/${pointer.map((key) => encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`
  const validate = validators.get($ref) ?? ajv.compile({ $ref })
  validators.set($ref, validate)
  return validate
}

/** Appends at once, because a worker does not signal its end. */
function record(name: string): void {
  if (seen.has(name)) return
  seen.add(name)
  appendFileSync(path.join(inject('answersFolder'), String(process.pid)), `${name}\n`)
}

function listOperations() {
  const paths: Json = isObject(document['paths']) ? document['paths'] : {}
  return Object.entries(paths)
    .toSorted(([a], [b]) => a.split('{').length - b.split('{').length)
    .flatMap(([template, methods]) =>
      Object.keys(isObject(methods) ? methods : {}).map((method) => ({
        method: method.toUpperCase(),
        path: template,
        matches: new RegExp(`^${template.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
      })),
    )
}

const pathnameOf = (url: string) => url.split(/[?#]/, 1)[0] ?? ''

/** Returns the pointer, or that of the component to which it refers. */
function resolve(pointer: string[]): string[] {
  const node = at(pointer)
  return isObject(node) && typeof node['$ref'] === 'string' ? node['$ref'].slice(2).split('/') : pointer
}

const at = (pointer: string[]) =>
  pointer.reduce<unknown>((node, key) => (isObject(node) ? node[key] : undefined), document)

/** Makes schemas strict for our tests, without room for fields and codes that may be added later. */
function close(node: Json, isPart = false): Json {
  const closed = Object.fromEntries(
    Object.entries(node).map(([key, value]) => {
      if (key === 'example' || key === 'examples') return [key, value]
      if (key === 'anyOf' && isOpenEnumeration(value)) return [key, value.slice(0, 1)]
      if (Array.isArray(value)) {
        return [key, value.map((each) => (isObject(each) ? close(each, key === 'allOf') : each))]
      }
      return [key, isObject(value) ? close(value) : value]
    }),
  )
  // A part of `allOf` does not know the fields of the others; the model that they refer to is closed.
  return isObject(node['properties']) && !('additionalProperties' in node) && !isPart
    ? { ...closed, additionalProperties: false }
    : closed
}

/** Returns true for listed values or any text. */
function isOpenEnumeration(value: unknown): value is Json[] {
  if (!Array.isArray(value) || value.length !== 2) return false
  const [values, any]: unknown[] = value
  return isObject(values) && 'enum' in values && JSON.stringify(any) === '{"type":"string"}'
}
