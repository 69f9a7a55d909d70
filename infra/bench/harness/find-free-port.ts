import { once } from 'node:events'
import { createServer } from 'node:net'
import { portOf } from '../../fakes/port-of.ts'

export async function findFreePort(): Promise<number> {
  const server = createServer()
  await once(server.listen(0), 'listening')
  const port = portOf(server)
  await once(server.close(), 'close')
  return port
}
