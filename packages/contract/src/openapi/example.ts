import { isObject, type Json, type Models } from './schema.ts'

/** Builds the example of a schema from those of its fields. Throws if one is missing. */
export function exampleOf(schema: Json, models: Models): unknown {
  const { examples, $ref, anyOf, oneOf, type } = schema
  if (Array.isArray(examples)) return examples[0]
  if (typeof $ref === 'string') return exampleOf(models.get($ref.split('/').at(-1) ?? '') ?? {}, models)
  if ('const' in schema) return schema['const']
  if (Array.isArray(schema['enum'])) return schema['enum'][0]
  const [first]: unknown[] = Array.isArray(anyOf) ? anyOf : Array.isArray(oneOf) ? oneOf : []
  if (isObject(first)) return exampleOf(first, models)
  if (type === 'boolean') return true
  if (type === 'array' && isObject(schema['items'])) return [exampleOf(schema['items'], models)]
  if (type === 'object' && isObject(schema['properties'])) {
    const fields = Object.entries(schema['properties'])
    return Object.fromEntries(
      fields.flatMap(([name, field]) => (isObject(field) ? [[name, exampleOf(field, models)]] : [])),
    )
  }
  throw new Error(`No example of ${JSON.stringify(schema)}`)
}
