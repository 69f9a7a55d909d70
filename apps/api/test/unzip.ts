import { crc32, inflateRawSync } from 'node:zlib'

const ENTRY = 0x02014b50
const END = Buffer.from([0x50, 0x4b, 0x05, 0x06])

/** Returns the texts of an archive by name. Throws if it is incomplete. */
export function unzip(bytes: Buffer): Map<string, string> {
  const end = bytes.lastIndexOf(END)
  if (end === -1) throw new Error('the archive ends early')
  const files = new Map<string, string>()
  let at = bytes.readUInt32LE(end + 16)
  for (let entry = 0; entry < bytes.readUInt16LE(end + 10); entry += 1) {
    if (bytes.readUInt32LE(at) !== ENTRY) throw new Error('the directory is damaged')
    const [crc, size] = [bytes.readUInt32LE(at + 16), bytes.readUInt32LE(at + 20)]
    const lengths = [28, 30, 32].map((offset) => bytes.readUInt16LE(at + offset))
    const [name_length = 0] = lengths
    const name = bytes.toString('utf8', at + 46, at + 46 + name_length)
    const local = bytes.readUInt32LE(at + 42)
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
    const contents = inflateRawSync(bytes.subarray(start, start + size))
    if (crc32(contents) !== crc) throw new Error(`${name} is damaged`)
    files.set(name, contents.toString())
    at += 46 + lengths.reduce((sum, length) => sum + length, 0)
  }
  return files
}
