// Writes what the web app checks of the answers to its calls (apps/web/src/api/check-answer.ts) from the API description.

/**
 * Returns the shapes by operationId: the type of a value, [shape] of a list, { name: shape } of an object, '*' of anything. What may be
 * null may also be missing (`name?`), and so may a flag among other fields, which a server of the version before does not know.
 * `none`: no body. The name of a call that may also answer nothing ends with `?`.
 */
export function answerShapes(document) {
  const shapes = { volunteers: {}, all: {} }
  for (const [address, methods] of Object.entries(document.paths)) {
    for (const { operationId, responses } of Object.values(methods)) {
      if (/^(authService|direct)\./.test(operationId)) continue
      // The specification has words of its own for a login without a token.
      const shape = operationId === 'session.login' ? '*' : shapeOfAnswer(responses, document)
      const name = shape !== 'none' && responses[204] ? `${operationId}?` : operationId
      shapes.all[name] = shape
      if (!/^\/(admin|api|auth)\//.test(address)) shapes.volunteers[name] = shape
    }
  }
  return shapes
}

function shapeOfAnswer(responses, document) {
  const { content } = responses[200] ?? responses[201] ?? {}
  if (!content) return 'none'
  const json = content['application/json']
  return json ? shapeOf(json.schema, document) : '*'
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
