import { contract } from '@muster/contract/contract'
import { listEndpoints } from '@muster/contract/openapi/document'

const KNOWN = listEndpoints(contract).map(({ route: { method, path } }) => ({
  pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+')}$`),
  methods: method === 'GET' ? ['GET', 'HEAD'] : [method],
}))

/** Returns the methods of a path in the contract; none for any other path. */
export function methodsOf(url: string): string[] {
  const [path = ''] = url.split('?', 1)
  return KNOWN.flatMap(({ pattern, methods }) => (pattern.test(path) ? methods : []))
}
