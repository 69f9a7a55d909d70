import { once } from 'node:events'
import { createServer } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { portOf } from '../../../../infra/run/ports.ts'
import { buildTextFrame } from './text-frame.ts'

const server = createServer()
let client: WebSocket
let write: (frame: Buffer) => void
beforeAll(async () => {
  new WebSocketServer({ server }).on('connection', (_socket, { socket }) => {
    write = (frame) => socket.write(frame)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  client = new WebSocket(`ws://127.0.0.1:${portOf(server)}`)
  await once(client, 'open')
})
afterAll(() => {
  client.terminate()
  server.close()
})

it.each([0, 1, 125, 126, 127, 65_535, 65_536, 300_000])(
  'a client reads a text of %i bytes',
  async (bytes) => {
    const text = 'x'.repeat(bytes)
    const read = once(client, 'message')
    write(buildTextFrame(text))
    const [data, isBinary] = await read
    expect([String(data) === text, isBinary]).toEqual([true, false])
  },
)

it('counts bytes, not letters', async () => {
  const text = 'Åsa 🧡 '.repeat(20)
  const read = once(client, 'message')
  write(buildTextFrame(text))
  expect(String((await read)[0])).toBe(text)
})
