import { type AppRoute, type AppRouter, isAppRoute } from '@ts-rest/core'
import { z } from 'zod'
import { isAuthService, isFile } from './refusals.ts'

/** Returns the endpoints of a feature with queries and bodies that refuse unknown fields (D2). */
export function withKnownFieldsOnly<Feature extends AppRouter>(feature: Feature): Feature {
  const strict: Feature = { ...feature }
  for (const [name, route] of Object.entries(feature)) {
    if (isAppRoute(route) && !isAuthService(route)) Reflect.set(strict, name, strictRoute(route))
  }
  return strict
}

function strictRoute(route: AppRoute): AppRoute {
  return {
    ...route,
    ...(!isFile(route) && { query: strictSchema(route.query) ?? noFields }),
    ...('body' in route && { body: strictSchema(route.body) ?? noFields.nullish() }),
  }
}

const noFields = z.strictObject({})

/** Returns undefined if no schema is declared. Throws for a schema whose fields cannot be known. */
function strictSchema(schema: unknown): z.ZodObject | undefined {
  if (schema instanceof z.ZodObject) return schema.strict()
  if (schema instanceof z.ZodType) throw new Error('The schema of a query or a body is an object')
  return undefined
}
