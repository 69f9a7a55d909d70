import { needed } from '../config.ts'
import { generateKeys, loadKeys, rotateSessionKeys, storeSessionKeys } from '../signing/keys.ts'
import { readFlags, type Terminal, type Unconnected } from './command-line.ts'

export async function rotateKeys({ config, args, print }: Unconnected): Promise<void> {
  readFlags(args, {})
  if (config.production) needed('rotate-keys', 'SESSION_KEYS', config.session_keys)
  const keys = await loadKeys(config)
  const session = rotateSessionKeys(keys.session)
  const isStored = await storeSessionKeys(config, { ...keys, session })
  print(
    session[0].kid === keys.session[0].kid
      ? `The key ${session[1]?.kid} is published and signs after the next rotation.`
      : `From the next start on the key ${session[0].kid} signs.`,
  )
  if (!isStored) print(`SESSION_KEYS=${JSON.stringify({ keys: session })}`)
}

export function printKeys({ print }: Pick<Terminal, 'print'>): void {
  const { link, session } = generateKeys()
  print(`LINK_KEYS=${link.join(',')}`)
  print(`SESSION_KEYS=${JSON.stringify(session)}`)
}
