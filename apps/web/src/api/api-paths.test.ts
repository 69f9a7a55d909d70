import * as routes from '@muster/contract/public-routes'
import { expect, it } from 'vitest'
import { apiPaths } from '../../api-paths.ts'

it('the development server passes every call on', () => {
  const patterns = apiPaths.map((pattern) => new RegExp(pattern))
  const paths = Array.from(JSON.stringify(routes).matchAll(/"path":"([^"]+)"/g), ([, path = '']) => path)
  expect(paths.length).toBeGreaterThan(40)
  expect(paths.filter((path) => !patterns.some((pattern) => pattern.test(path)))).toEqual(['/links'])
})
