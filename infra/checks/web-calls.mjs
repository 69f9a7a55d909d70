// Writes what the web app loads about its calls from the API description: routes, and what it checks of the answers
// (apps/web/src/api/check-answer.ts).

/** Returns the texts of `public-routes.ts` and `routes.ts` in the contract: the volunteers' calls, and all. */
export function routeFiles(document) {
  const calls = listCalls(document)
  const ofAuthService = calls.filter(({ feature }) => feature === 'authService')
  const ofVolunteers = calls.filter((call) => isOfVolunteers(call) || call.operationId === RENEWAL)
  const ofOrganizers = calls.filter((call) => !ofVolunteers.includes(call) && !ofAuthService.includes(call))
  const isShared = (name) => ofVolunteers.some(({ feature }) => feature === name)
  return {
    'public-routes.ts': `${WRITTEN}
/** Routes that volunteers' pages call. The scripts of these pages contain no others. */
export const publicRoutes = {
${writeFeatures(ofVolunteers)}
} as const
`,
    'routes.ts': `${WRITTEN}
import { publicRoutes } from './public-routes.ts'

/** Routes as plain data, so that browsers load no schemas. */
export const routes = {
  ...publicRoutes,
${writeFeatures(ofOrganizers, isShared)}
} as const

/** Routes of the public auth client (D10), kept apart because our own pages do not call them. */
export const authServiceRoutes = {
${ofAuthService.map((call) => `  ${writeRoute(call)}`).join('\n')}
} as const
`,
  }
}

const WRITTEN = '// Written by `npm run openapi`.'
/** A personal page may be opened by its organizer, who is signed in. */
const RENEWAL = 'session.refresh'

function writeFeatures(calls, isShared = () => false) {
  const names = [...new Set(calls.map(({ feature }) => feature))]
  return names
    .flatMap((name) => [
      `  ${name}: {`,
      ...(isShared(name) ? [`    ...publicRoutes.${name},`] : []),
      ...calls.flatMap((call) => (call.feature === name ? [`    ${writeRoute(call)}`] : [])),
      '  },',
    ])
    .join('\n')
}

const writeRoute = ({ name, method, path }) => `${name}: { method: '${method}', path: '${path}' },`

function listCalls({ paths }) {
  return Object.entries(paths).flatMap(([address, methods]) =>
    Object.entries(methods).map(([method, { operationId, responses }]) => {
      const [feature, name] = operationId.split('.')
      const path = address.replaceAll(/\{(\w+)\}/g, ':$1')
      return { operationId, feature, name, method: method.toUpperCase(), path, responses }
    }),
  )
}

/** An invitation to become a member is answered on a page of the organisers. */
const isOfVolunteers = ({ path }) => !/^\/(admin|api|auth|rest|member-invitations)\//.test(path)

/**
 * Returns the shapes by operationId: the type of a value, [shape] of a list, { name: shape } of an object, '*' of anything. What may be
 * null may also be missing (`name?`), and so may a flag among other fields, which a server of the version before does not know.
 * `none`: no body. The name of a call that may also answer nothing ends with `?`.
 */
export function answerShapes(document) {
  const shapes = { volunteers: {}, all: {} }
  for (const call of listCalls(document)) {
    const { operationId, feature, responses } = call
    if (feature === 'authService' || feature === 'direct') continue
    // The specification has words of its own for a login without a token.
    const shape = operationId === 'session.login' ? '*' : shapeOfAnswer(responses, document)
    const name = shape !== 'none' && responses[204] ? `${operationId}?` : operationId
    shapes.all[name] = shape
    if (isOfVolunteers(call)) shapes.volunteers[name] = shape
  }
  return shapes
}

/** Of two answers with a body, what they share is promised. */
function shapeOfAnswer(responses, document) {
  const contents = [responses[200] ?? responses[201], responses[202]].flatMap((each) => each?.content ?? [])
  if (contents.length === 0) return 'none'
  const shapes = contents.map(({ 'application/json': json }) => (json ? shapeOf(json.schema, document) : '*'))
  return shapes.reduce(shared)
}

function shared(one, other) {
  if (typeof one === 'string' || Array.isArray(one)) return one
  const fields = Object.entries({ ...one, ...other }).map(([name, shape]) =>
    name in one && name in other ? [name, shape] : [name.endsWith('?') ? name : `${name}?`, shape],
  )
  return Object.fromEntries(fields)
}

function shapeOf(schema, document) {
  if (schema.$ref) return shapeOf(schemaAt(schema.$ref, document), document)
  const types = [schema.type ?? []].flat().filter((type) => type !== 'null')
  const alternatives = (schema.anyOf ?? []).filter(({ type }) => type !== 'null')
  if (alternatives.length === 1) return shapeOf(alternatives[0], document)
  if (types.length !== 1) return '*'
  const [type] = types
  if (type === 'array') return [shapeOf(schema.items, document)]
  if (type === 'object') return schema.properties ? shapeOfObject(schema, document) : '*'
  return type === 'integer' ? 'number' : type
}

function shapeOfObject({ properties, required = [] }, document) {
  // Without its only flag, an answer could be any object.
  const isOnly = Object.keys(properties).length === 1
  return Object.fromEntries(
    Object.entries(properties).map(([name, part]) => {
      const shape = shapeOf(part, document)
      const isNeeded =
        required.includes(name) && !mayBeNull(part, document) && (isOnly || shape !== 'boolean')
      return [isNeeded ? name : `${name}?`, shape]
    }),
  )
}

function mayBeNull(schema, document) {
  if (schema.$ref) return mayBeNull(schemaAt(schema.$ref, document), document)
  return (
    [schema.type].flat().includes('null') || (schema.anyOf ?? []).some((each) => mayBeNull(each, document))
  )
}

const schemaAt = (ref, document) => document.components.schemas[ref.split('/').at(-1)]
