import { platform } from 'node:os'

/** Returns a separate address for each client. Only Linux has the whole network 127.0.0.0/8 without setup. */
export function localAddressOf(client: number): string | undefined {
  if (platform() !== 'linux') return undefined
  return `127.1.${Math.floor(client / 250) % 250}.${(client % 250) + 1}`
}
