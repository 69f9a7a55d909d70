import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { portOf } from '../run/ports.ts'

export type SilentProxy = {
  url: string
  /** Stops forwarding, even the end of a connection. New connections are still accepted. */
  fallSilent: () => void
  speak: () => void
  /** Directs new connections to another database and cuts those that exist. */
  moveTo: (database_url: string) => void
  close: () => void
}

/** Opens a proxy that acts as a host or network that falls silent without closing a connection. */
export async function openSilentProxy(database_url: string): Promise<SilentProxy> {
  let target = new URL(database_url)
  const lines = new Set<{ pause: () => void; resume: () => void; cut: () => void }>()
  let is_silent = false

  const proxy = createServer({ allowHalfOpen: true }, (client) => {
    const upstream = connect({ host: target.hostname, port: Number(target.port), allowHalfOpen: true })
    const ends = [client, upstream]
    const line = {
      pause: () => ends.forEach(hold),
      resume() {
        client.pipe(upstream)
        upstream.pipe(client)
        if (ends.some(({ destroyed }) => destroyed)) line.cut()
      },
      cut() {
        for (const end of ends) end.destroy()
        lines.delete(line)
      },
    }
    lines.add(line)
    for (const end of ends) {
      end.on('error', () => undefined)
      end.on('close', () => {
        if (!is_silent) line.cut()
      })
    }
    if (is_silent) line.pause()
    else line.resume()
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const url = new URL(database_url)
  url.port = String(portOf(proxy))

  return {
    url: url.href,
    fallSilent() {
      is_silent = true
      for (const line of lines) line.pause()
    },
    speak() {
      is_silent = false
      for (const line of lines) line.resume()
    },
    moveTo(other_url) {
      target = new URL(other_url)
      for (const line of lines) line.cut()
    },
    close() {
      proxy.close()
      for (const line of lines) line.cut()
    },
  }
}

function hold(end: Socket): void {
  end.unpipe()
  end.pause()
}
