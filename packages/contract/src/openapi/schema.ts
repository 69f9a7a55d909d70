import { z } from 'zod'

export type Json = { [key: string]: unknown }

/** The named schemas of the document (`.meta({ id })`), collected while it is written. */
export type Models = Map<string, Json>

/** JSON Schema of what is sent (`input`) or answered (`output`). Named schemas go to `models` and are referred to. */
export function schemaOf(schema: z.ZodType, io: 'input' | 'output', models: Models): Json {
  // Wrapped in an object, because zod writes a named schema at the root inline.
  const { properties, $defs = {} } = z.toJSONSchema(z.object({ root: schema }), {
    io,
    target: 'draft-2020-12',
    override: ({ zodSchema, jsonSchema }) => {
      if (io === 'input' && zodSchema instanceof z.ZodPipe) addRulesOfOutput(zodSchema, jsonSchema)
      // D2: every endpoint is mounted so (`known-fields.ts`). A loose object stays open.
      const isObjectOfFields = zodSchema instanceof z.ZodObject && zodSchema.def.catchall === undefined
      if (io === 'input' && isObjectOfFields) jsonSchema.additionalProperties = false
    },
  })
  for (const [name, model] of Object.entries($defs)) addModel(models, name, tidy(model, io))
  return tidy(properties?.['root'], io)
}

/** Zod prints the first half of a pipe, and the rules may be in the second. */
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

/** Patterns that a format says already, the limits of every integer, and what would refuse added fields of an answer. */
function isNoise(key: string, value: unknown, node: unknown, io: 'input' | 'output'): boolean {
  if (key === 'pattern') return isObject(node) && 'format' in node
  if (key === 'minimum' || key === 'maximum') return Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER
  return key === 'additionalProperties' && value === false && io === 'output'
}

/** `type: [string, null]` instead of `anyOf`, and the description of what may be null beside it. */
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
