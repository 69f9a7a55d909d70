// Finds what breaks a client between two OpenAPI documents, as docs/api-compatibility.md defines it.

/** Returns every breaking change as one sentence, which CHANGELOG.md must contain. */
export function findBreakingChanges(before, after) {
  const comparison = { before, after, models: new Map(), found: [] }
  for (const [path, methods] of Object.entries(before.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const where = `${method.toUpperCase()} ${path}`
      const other = after.paths[path]?.[method]
      if (other) compareOperations(comparison, where, operation, other)
      else comparison.found.push(`${where}: removed`)
    }
  }
  compareComponents(comparison)
  return [...new Set(comparison.found)]
}

function compareComponents(comparison) {
  const { before, after, found } = comparison
  for (const name of Object.keys(before.components.schemas)) {
    if (!after.components.schemas[name]) found.push(`model ${name}: removed`)
  }
  for (const [name, scheme] of Object.entries(before.components.securitySchemes)) {
    const other = after.components.securitySchemes[name]
    const keys = ['type', 'scheme', 'in', 'name']
    if (!other || keys.some((key) => scheme[key] !== other[key])) found.push(`access ${name}: changed`)
  }
  const error = { $ref: '#/components/schemas/Error' }
  found.push(...compareSchemas(comparison, { where: 'Error', isRequest: false }, error, error))
}

function compareOperations(comparison, where, before, after) {
  const { found } = comparison
  if (before.operationId !== after.operationId) {
    found.push(`${where}: operationId ${before.operationId} renamed`)
  }
  compareAccess(comparison, where, before, after)
  compareParameters(comparison, where, before, after)
  compareBodies(comparison, where, before.requestBody, after.requestBody)
  for (const [status, response] of Object.entries(before.responses)) {
    const resolved = resolve(comparison.before, response)
    const other = after.responses[status] && resolve(comparison.after, after.responses[status])
    if (Number(status) >= 400) compareRefusals(comparison, `${where} ${status}`, resolved, other)
    else if (other) compareAnswers(comparison, `${where} ${status}`, resolved, other)
    else found.push(`${where} ${status}: removed`)
  }
}

/** Checks that each kind of access that was enough is still enough. */
function compareAccess({ found }, where, before, after) {
  const isEnough = (way) => waysInto(after).some((other) => other.every((scheme) => way.includes(scheme)))
  if (!waysInto(before).every(isEnough)) found.push(`${where}: needs other access`)
}

/** Returns each kind of access as the names of its schemes. A public call needs none. */
function waysInto({ security = [] }) {
  return (security.length > 0 ? security : [{}]).map((way) => Object.keys(way))
}

function compareParameters(comparison, where, before, after) {
  const [old, current] = [parametersOf(comparison.before, before), parametersOf(comparison.after, after)]
  for (const [key, parameter] of old) {
    const other = current.get(key)
    const place = `${where} ${key}`
    if (!other) comparison.found.push(`${place}: removed`)
    else {
      if (other.required && !parameter.required) comparison.found.push(`${place}: now required`)
      const at = { where: place, isRequest: true }
      comparison.found.push(...compareSchemas(comparison, at, parameter.schema, other.schema))
    }
  }
  for (const [key, { required }] of current) {
    if (required && !old.has(key)) comparison.found.push(`${where} ${key}: now required`)
  }
}

/** Returns the parameters by place and name. */
function parametersOf(document, { parameters = [] }) {
  return new Map(
    parameters.map((each) => {
      const parameter = resolve(document, each)
      const name = parameter.in === 'header' ? parameter.name.toLowerCase() : parameter.name
      return [`${parameter.in} ${name}`, parameter]
    }),
  )
}

function compareBodies(comparison, where, before, after) {
  if (!before && after?.required) comparison.found.push(`${where} body: now required`)
  if (!before) return
  if (!after) {
    comparison.found.push(`${where} body: removed`)
    return
  }
  compareContents(comparison, { where: `${where} body`, isRequest: true }, before.content, after.content)
}

function compareAnswers(comparison, where, before, after) {
  for (const name of Object.keys(before.headers ?? {})) {
    if (!after.headers?.[name]) comparison.found.push(`${where} header ${name}: removed`)
  }
  compareContents(comparison, { where, isRequest: false }, before.content, after.content)
}

function compareContents(comparison, at, before = {}, after = {}) {
  for (const [type, { schema }] of Object.entries(before)) {
    comparison.found.push(
      ...(after[type]
        ? compareSchemas(comparison, at, schema, after[type].schema)
        : [`${at.where}: ${type} removed`]),
    )
  }
}

/** Finds removed codes, which may have been renamed. New codes do not count, because the enumeration is open. */
function compareRefusals({ found }, where, before, after) {
  const current = codesOf(after)
  for (const code of codesOf(before)) if (!current.includes(code)) found.push(`${where} ${code}: removed`)
}

function codesOf(response) {
  const [, narrowed] = response?.content?.['application/json']?.schema.allOf ?? []
  return narrowed?.properties.code.anyOf[0].enum ?? []
}

// ── Schemas ──────────────────────────────────────────────────────────────────────────────────────

/** Compares schemas. A request (`at.isRequest`) may accept more than before, an answer may only say more. */
function compareSchemas(comparison, at, before, after) {
  const { models } = comparison
  const variants = (place) =>
    compareVariants(
      comparison,
      place,
      variantsOf(comparison.before, before),
      variantsOf(comparison.after, after),
    )
  if (before.$ref === undefined || before.$ref !== after.$ref) return variants(at)
  // A model is compared once, and reported by its own name.
  const place = { ...at, where: `${at.isRequest ? 'request' : 'answer'} ${before.$ref.split('/').at(-1)}` }
  if (!models.has(place.where)) models.set(place.where, variants(place))
  return models.get(place.where)
}

/** Checks that each variant of a request is still accepted, and that each variant of an answer was possible. */
function compareVariants(comparison, at, before, after) {
  const [given, possible] = at.isRequest ? [before, after] : [after, before]
  const changed = given.flatMap((variant) => {
    const results = possible.map((other) => {
      const [old, current] = at.isRequest ? [variant, other] : [other, variant]
      return { other, breaks: compareVariant(comparison, at, old, current) }
    })
    if (results.some(({ breaks }) => breaks.length === 0)) return []
    const alike = results.find(({ other }) => other.type === variant.type) ?? results[0]
    if (given.length === 1 && possible.length === 1) return alike.breaks
    if (alike.other.type === variant.type) return alike.breaks
    return [`${at.where}: ${at.isRequest ? 'no longer accepts' : 'may now be'} ${variant.type}`]
  })
  return [...changed, ...compareOpenValues(at, before, after)]
}

/** Finds removed values of an open enumeration (`anyOf: [enum, string]`), whose plain text still accepts them. */
function compareOpenValues({ where }, before, after) {
  if (before.length < 2 || after.length < 2) return []
  const current = after.flatMap((variant) => valuesOf(variant) ?? [])
  const isOpen = (value) => after.some((variant) => variant.type === typeof value && !valuesOf(variant))
  return before
    .flatMap((variant) => valuesOf(variant) ?? [])
    .filter((value) => isOpen(value) && !current.includes(value))
    .map((value) => `${where}: value ${JSON.stringify(value)} removed`)
}

function compareVariant(comparison, at, before, after) {
  const isWider = at.isRequest
    ? before.type === 'integer' && after.type === 'number'
    : before.type === 'number' && after.type === 'integer'
  if (before.type !== after.type && !isWider) return [`${at.where}: was ${before.type}, is ${after.type}`]
  return [
    ...compareValues(at, before, after),
    ...compareLimits(at, before, after),
    ...compareFields(comparison, at, before, after),
    ...compareParts(comparison, at, before, after),
  ]
}

/** Finds removed values, in answers too, because they may have been renamed. */
function compareValues({ where, isRequest }, before, after) {
  const [old, current] = [valuesOf(before), valuesOf(after)]
  if (old && current) {
    return old
      .filter((value) => !current.includes(value))
      .map((value) => `${where}: value ${JSON.stringify(value)} removed`)
  }
  if (isRequest && current) return [`${where}: now an enumeration`]
  return !isRequest && old ? [`${where}: no longer an enumeration`] : []
}

const valuesOf = (schema) => schema.enum ?? ('const' in schema ? [schema.const] : undefined)

const UPPER = ['maxLength', 'maximum', 'exclusiveMaximum', 'maxItems', 'maxProperties']
const LOWER = ['minLength', 'minimum', 'exclusiveMinimum', 'minItems', 'minProperties']

function compareLimits({ where, isRequest }, before, after) {
  if (!isRequest) {
    return before.format && before.format !== after.format ? [`${where}: format was ${before.format}`] : []
  }
  const tightened = [
    ...UPPER.filter((key) => after[key] !== undefined && after[key] < (before[key] ?? Infinity)),
    ...LOWER.filter((key) => after[key] !== undefined && after[key] > (before[key] ?? -Infinity)),
    ...['format', 'pattern'].filter((key) => after[key] !== undefined && after[key] !== before[key]),
    ...['default'].filter((key) => after[key] !== before[key]),
  ]
  return tightened.map((key) => `${where}: ${key} is now ${after[key]}`)
}

function compareFields(comparison, at, before, after) {
  const { where, isRequest } = at
  const [old, current] = [before.properties ?? {}, after.properties ?? {}]
  const changed = Object.keys(old).flatMap((name) => {
    const place = `${where}.${name}`
    if (!current[name]) return [`${place}: removed`]
    const isLoose = !isRequest && isRequired(before, name) && !isRequired(after, name)
    return [
      ...(isLoose ? [`${place}: may now be left out`] : []),
      ...compareSchemas(comparison, { where: place, isRequest }, old[name], current[name]),
    ]
  })
  const demanded = (after.required ?? []).filter((name) => isRequest && !isRequired(before, name))
  const isClosed = isRequest && after.additionalProperties === false && before.additionalProperties !== false
  return [
    ...changed,
    ...demanded.map((name) => `${where}.${name}: now required`),
    ...(isClosed && before.type === 'object' ? [`${where}: unknown fields are now refused`] : []),
  ]
}

const isRequired = (schema, name) => schema.required?.includes(name) === true

/** Compares the items of a list, and the values and keys of a record. */
function compareParts(comparison, at, before, after) {
  const parts = { items: '[]', additionalProperties: '{}', propertyNames: ' keys' }
  return Object.entries(parts).flatMap(([key, name]) =>
    typeof before[key] === 'object' && typeof after[key] === 'object'
      ? compareSchemas(comparison, { ...at, where: `${at.where}${name}` }, before[key], after[key])
      : [],
  )
}

/** Returns the alternatives of a schema, each of one type. */
function variantsOf(document, schema) {
  const resolved = resolve(document, schema)
  const { anyOf, oneOf, type, ...rest } = resolved
  const alternatives = anyOf ?? oneOf
  if (alternatives) return alternatives.flatMap((each) => variantsOf(document, each))
  if (!Array.isArray(type)) return [resolved]
  const { enum: values, ...withoutValues } = rest
  return type.map((each) =>
    each === 'null'
      ? { type: each }
      : { ...withoutValues, type: each, ...(values && { enum: values.filter((value) => value !== null) }) },
  )
}

function resolve(document, node) {
  if (node.$ref === undefined) return node
  const { $ref, ...beside } = node
  const target = $ref
    .slice(2)
    .split('/')
    .reduce((inner, key) => inner?.[key], document)
  if (!target) throw new Error(`Nothing at ${$ref}`)
  return { ...resolve(document, target), ...beside }
}
