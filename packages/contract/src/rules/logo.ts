export type LogoType = 'image/png' | 'image/webp'

/** Pixels. */
export const LOGO_SIZE = { width: 480, height: 160 } as const
const MOST_BYTES = 64 * 1024

/** Reads what a file is from its bytes, never from its name. Undefined if it is no logo: an SVG, or too large. */
export function logoTypeOf(bytes: Uint8Array): LogoType | undefined {
  if (bytes.length < 30 || bytes.length > MOST_BYTES) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (textAt(bytes, 0, 8) === '\u0089PNG\r\n\u001a\n' && textAt(bytes, 12, 4) === 'IHDR')
    return fits(view.getUint32(16), view.getUint32(20)) ? 'image/png' : undefined
  if (textAt(bytes, 0, 4) !== 'RIFF' || textAt(bytes, 8, 4) !== 'WEBP') return undefined
  const size = webpSizes[textAt(bytes, 12, 4)]?.(view)
  return size && fits(...size) ? 'image/webp' : undefined
}

/** Pixels, by the kind of the first chunk. The fields of the last two are one less. */
const webpSizes: Record<string, (view: DataView) => [width: number, height: number]> = {
  'VP8 ': (view) => [view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff],
  VP8L(view) {
    const bits = view.getUint32(21, true)
    return [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1]
  },
  VP8X: (view) => [(view.getUint32(24, true) & 0xffffff) + 1, (view.getUint32(26, true) >>> 8) + 1],
}

const fits = (width: number, height: number) =>
  width > 0 && height > 0 && width <= LOGO_SIZE.width && height <= LOGO_SIZE.height

const textAt = (bytes: Uint8Array, from: number, length: number) =>
  String.fromCharCode(...bytes.subarray(from, from + length))
