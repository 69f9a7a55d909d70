import { platform } from 'node:os'

/** Each client has its own address; only Linux has the whole network 127.0.0.0/8 without setup. */
export function localAddressOf(client: number): string | undefined {
  if (platform() !== 'linux') return undefined
  return `127.1.${Math.floor(client / 250) % 250}.${(client % 250) + 1}`
}
