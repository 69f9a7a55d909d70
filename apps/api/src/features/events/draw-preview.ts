import { palette } from '@muster/contract/palette'
import { createCanvas, GlobalFonts, type SKRSContext2D } from '@napi-rs/canvas'

/** Texts of a preview picture; a line that cannot be drawn is left out. */
export type PreviewText = { name: string; days: string; location: string | null; organization: string }

export const PREVIEW_SIZE = { width: 1200, height: 630 } as const

/**
 * Registers the fonts for the whole process, as the library keeps them: first Latin letters, then the remaining
 * ones.
 */
export function registerPreviewFonts(fonts: readonly Buffer[]): void {
  for (const [index, font] of fonts.entries()) GlobalFonts.register(font, `Preview ${index}`)
}

/** Measured: 1 ms of the event loop; the PNG takes 20 ms of a thread of libuv's pool. */
export async function drawPreview(text: PreviewText): Promise<Buffer> {
  const canvas = createCanvas(PREVIEW_SIZE.width, PREVIEW_SIZE.height)
  const context = canvas.getContext('2d')
  drawTicket(context)
  const name = drawable(text.name)
  // If the name cannot be drawn, the days are the headline: a chat shows the name beside the picture.
  if (name) drawLine(context, text.days, { y: 124, weight: 600, size: 38, color: palette.primary.light })
  drawTitle(context, name ?? text.days)
  const location = drawable(text.location ?? '')
  if (location) drawLine(context, location, { y: 436, weight: 400, size: 36, color: palette.ink_2.light })
  const organization = drawable(text.organization)
  if (organization)
    drawLine(context, organization, { y: 546, weight: 600, size: 34, color: palette.ink.light, width: 560 })
  drawBar(context)
  return canvas.encode('png')
}

/**
 * Leaves out emoji, which the font lacks. Returns undefined if other characters are missing in it, or nothing is
 * left.
 */
export function drawable(text: string): string | undefined {
  const plain = text
    .normalize('NFC')
    .replace(EMOJI, '')
    .replace(/[^\S\u00a0]+/g, ' ')
    .trim()
  return plain !== '' && COVERED.test(plain) ? plain : undefined
}

/** Breaks between words, and inside a word that is wider than the line. */
export function wrapText(text: string, fits: (line: string) => boolean): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (fits(longer)) {
      line = longer
      continue
    }
    if (line !== '') lines.push(line)
    line = ''
    for (const letter of word) {
      if (line !== '' && !fits(line + letter)) {
        lines.push(line)
        line = ''
      }
      line += letter
    }
  }
  return [...lines, line]
}

const EMOJI = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\u200d|\ufe0f|\u20e3/gu
/** Characters that the two font files have; the test draws each. */
const COVERED =
  /^[ -~\u00a0-\u0113\u0116-\u012b\u012e-\u0137\u0139-\u013e\u0141-\u0148\u014a-\u014d\u0150-\u0161\u0164\u0165\u0168-\u017e\u0218-\u021b\u2013\u2014\u2018-\u201a\u201c-\u201e\u2022\u2026\u20ac]+$/

const LEFT = 124
const WIDTH = 952
const FOLD = 470

/** `fontVariationSettings` must not be used: docs/decisions/0025. */
function setFont(context: SKRSContext2D, weight: number, size: number): void {
  context.font = `${weight} ${size}px "Preview 0", "Preview 1"`
}

function drawTicket(context: SKRSContext2D): void {
  context.fillStyle = palette.canvas.light
  context.fillRect(0, 0, PREVIEW_SIZE.width, PREVIEW_SIZE.height)
  context.lineWidth = 2
  context.strokeStyle = palette.line.light
  context.fillStyle = palette.surface.light
  context.beginPath()
  context.roundRect(60, 45, 1080, 540, 36)
  context.fill()
  context.stroke()
  context.fillStyle = palette.canvas.light
  for (const [x, from] of [
    [60, -Math.PI / 2],
    [1140, Math.PI / 2],
  ] as const) {
    context.beginPath()
    context.arc(x, FOLD, 24, from, from + Math.PI)
    context.fill()
    context.stroke()
    // Covers the border of the ticket between the ends of the arc.
    context.fillRect(x - 2, FOLD - 23, 4, 46)
  }
  context.lineWidth = 4
  context.setLineDash([12, 8])
  context.beginPath()
  context.moveTo(LEFT, FOLD)
  context.lineTo(LEFT + WIDTH, FOLD)
  context.stroke()
  context.setLineDash([])
}

/** Sizes of the title: the largest at which all words fit; otherwise words are broken, or cut at the end. */
const TITLE_SIZES = [
  { size: 88, most: 2 },
  { size: 70, most: 3 },
  { size: 54, most: 4 },
  { size: 46, most: 4 },
] as const
const TITLE_TOP = 148
const TITLE_HEIGHT = 236

function drawTitle(context: SKRSContext2D, title: string): void {
  const { size, lines } = fitTitle(context, title)
  setFont(context, 700, size)
  context.fillStyle = palette.ink.light
  const height = size * 1.1
  const top = TITLE_TOP + (TITLE_HEIGHT - lines.length * height) / 2
  for (const [index, line] of lines.entries())
    context.fillText(line, LEFT, top + index * height + size * 0.86)
}

function fitTitle(context: SKRSContext2D, title: string): { size: number; lines: string[] } {
  const fits = (text: string) => context.measureText(text).width <= WIDTH
  for (const { size, most } of TITLE_SIZES) {
    setFont(context, 700, size)
    const lines = wrapText(title, fits)
    if (lines.length <= most && title.split(' ').every(fits)) return { size, lines }
  }
  const { size, most } = TITLE_SIZES[3]
  const lines = wrapText(title, fits)
  if (lines.length <= most) return { size, lines }
  const rest = lines.slice(most - 1).join(' ')
  return { size, lines: [...lines.slice(0, most - 1), cutToWidth(rest, fits)] }
}

type Line = { y: number; weight: number; size: number; color: string; width?: number }

function drawLine(
  context: SKRSContext2D,
  text: string,
  { y, weight, size, color, width = WIDTH }: Line,
): void {
  setFont(context, weight, size)
  context.fillStyle = color
  const line = cutToWidth(text, (part) => context.measureText(part).width <= width)
  context.fillText(line, LEFT, y)
}

function cutToWidth(text: string, fits: (text: string) => boolean): string {
  if (fits(text)) return text
  const [first = ''] = wrapText(text.replaceAll(' ', '\u00a0'), (line) => fits(`${line}…`))
  return `${first.trimEnd()}…`
}

/** Draws the product's sign: the coverage bar, with no data of this event. */
function drawBar(context: SKRSContext2D): void {
  setFont(context, 700, 34)
  context.fillStyle = palette.ink_2.light
  context.textAlign = 'right'
  context.fillText('Muster', LEFT + WIDTH, 546)
  context.textAlign = 'left'
  for (let index = 0; index < 3; index++) {
    context.beginPath()
    context.roundRect(LEFT + WIDTH - 300 + index * 56, 521, 48, 24, 8)
    if (index < 2) {
      context.fillStyle = palette.ok_fill.light
      context.fill()
    } else {
      context.strokeStyle = palette.line_strong.light
      context.lineWidth = 3
      context.stroke()
    }
  }
}
