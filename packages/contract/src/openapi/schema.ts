import { z } from 'zod'

export type Json = { [key: string]: unknown }

/** Named schemas of the document (`.meta({ id })`), collected while it is written. */
export type Models = Map<string, Json>

/** Returns the JSON Schema of a request (`input`) or an answer (`output`). Named schemas are added to `models`. */
export function schemaOf(schema: z.ZodType, io: 'input' | 'output', models: Models): Json {
  // The schema is wrapped in an object, because zod writes a named schema at the root inline.
  const { properties, $defs = {} } = z.toJSONSchema(z.object({ root: schema }), {
    io,
    target: 'draft-2020-12',
    override: ({ zodSchema, jsonSchema }) => {
      if (io === 'input' && zodSchema instanceof z.ZodPipe) addRulesOfOutput(zodSchema, jsonSchema)
      // Every endpoint refuses unknown fields (D2, `known-fields.ts`), except in a loose object.
      const isObjectOfFields = zodSchema instanceof z.ZodObject && zodSchema.def.catchall === undefined
      if (io === 'input' && isObjectOfFields) jsonSchema.additionalProperties = false
    },
  })
  for (const [name, model] of Object.entries($defs)) addModel(models, name, tidy(model, io))
  return tidy(properties?.['root'], io)
}

/** Adds the rules of the second half of a pipe, because zod prints only the first half. */
function addRulesOfOutput({ def }: z.ZodPipe, jsonSchema: object): void {
  if (!(def.in instanceof z.ZodString && def.out instanceof z.ZodString)) return
  const { $schema: _, ...rules } = z.toJSONSchema(def.out, { io: 'input' })
  Object.assign(jsonSchema, { ...rules, ...jsonSchema })
}

function addModel(models: Models, name: string, model: Json): void {
  const { id: _, ...rest } = model
  const known = models.get(name)
  if (known && JSON.stringify(known) !== JSON.stringify(rest)) {
    throw new Error(`Two schemas are named ${name}, or it differs between request and answer`)
  }
  models.set(name, rest)
}

const VALUES = ['examples', 'enum', 'const', 'default']

function tidy(node: unknown, io: 'input' | 'output'): Json {
  const entries = Object.entries(isObject(node) ? node : {}).flatMap(([key, value]): [string, unknown][] => {
    if (value === undefined || isNoise(key, value, node, io)) return []
    if (key === '$ref' && typeof value === 'string') {
      return [[key, value.replace('#/$defs/', '#/components/schemas/')]]
    }
    if (VALUES.includes(key)) return [[key, value]]
    if (Array.isArray(value)) return [[key, value.map((each) => (isObject(each) ? tidy(each, io) : each))]]
    return [[key, isObject(value) ? tidy(value, io) : value]]
  })
  return mergeNull(Object.fromEntries(entries))
}

/** Finds patterns that a format implies, limits of every integer, and what would forbid new fields of an answer. */
function isNoise(key: string, value: unknown, node: unknown, io: 'input' | 'output'): boolean {
  if (key === 'pattern') return isObject(node) && 'format' in node
  if (key === 'minimum' || key === 'maximum') return Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER
  return key === 'additionalProperties' && value === false && io === 'output'
}

/** Writes `type: [string, null]` instead of `anyOf`, and moves the description of the nullable type beside it. */
function mergeNull(schema: Json): Json {
  const { anyOf, ...outer } = schema
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return schema
  const value: unknown = anyOf.find((each) => isObject(each) && each['type'] !== 'null')
  if (!isObject(value) || !anyOf.some((each) => isObject(each) && each['type'] === 'null')) return schema
  const { description, ...rest } = value
  const described = { ...(description !== undefined && { description }), ...outer }
  if (Array.isArray(rest['anyOf'])) return { ...described, anyOf: [...rest['anyOf'], { type: 'null' }] }
  if (typeof rest['type'] !== 'string' || rest['type'] === 'object' || rest['type'] === 'array') {
    return '$ref' in rest ? schema : { ...described, anyOf: [rest, { type: 'null' }] }
  }
  const { type, enum: values } = rest
  return {
    ...rest,
    ...described,
    type: [type, 'null'],
    ...(Array.isArray(values) && { enum: [...values, null] }),
  }
}

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
