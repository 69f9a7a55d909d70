import { encode, renderSVG } from 'uqr'

/** Modules around the code that the standard asks for. */
const QUIET_ZONE = 4
/** Pixels of a module: a code of the link of an event is then about 1,000 wide. */
const MODULE = 24

/** Returns the code as an SVG file. */
export function writeCode(text: string): Blob {
  return new Blob([renderSVG(text, { ecc: 'M', border: QUIET_ZONE })], { type: 'image/svg+xml' })
}

/** Returns the code as a PNG file. Throws if the browser cannot draw it. */
export async function paintCode(text: string): Promise<Blob> {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE })
  const canvas = document.createElement('canvas')
  canvas.width = size * MODULE
  canvas.height = size * MODULE
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.fillStyle = '#000'
  for (const [y, line] of data.entries()) {
    for (const [x, isDark] of line.entries())
      if (isDark) context.fillRect(x * MODULE, y * MODULE, MODULE, MODULE)
  }
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png')
  })
}
