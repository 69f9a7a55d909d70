import { LOGO_SIZE, logoTypeOf } from '@muster/contract/rules/logo'

/** Bytes of a picture as it is chosen. */
export const MOST_CHOSEN = 512 * 1024
const STEP = 0.8
const SMALLEST = 0.2

/** Scales a picture down to what the API takes, in base64. Rejects if it is no picture. */
export async function scaleLogo(file: Blob): Promise<string> {
  const picture = await createImageBitmap(file)
  const fitting = Math.min(1, LOGO_SIZE.width / picture.width, LOGO_SIZE.height / picture.height)
  for (let scale = fitting; scale > fitting * SMALLEST; scale *= STEP) {
    const bytes = await draw(picture, scale)
    if (logoTypeOf(bytes)) return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
  }
  throw new Error('The logo cannot be made small enough')
}

/** WebP, or PNG where the browser writes none. */
async function draw(picture: ImageBitmap, scale: number): Promise<Uint8Array> {
  const size = (pixels: number) => Math.max(1, Math.floor(pixels * scale))
  const canvas = document.createElement('canvas')
  canvas.width = size(picture.width)
  canvas.height = size(picture.height)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('No canvas')
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/webp', 0.92))
  if (!blob) throw new Error('No picture')
  return new Uint8Array(await blob.arrayBuffer())
}
