type Shade = { light: string; dark: string }
export type BrandColors = Record<'primary' | 'primary_hover' | 'on_primary' | 'primary_soft', Shade>
type Hsl = { hue: number; saturation: number; lightness: number }

/** Colours of `palette.ts`, which the pages must not load: the test compares them. */
export const ownColors = {
  canvas: { light: '#fbfaf7', dark: '#12171c' },
  surface: { light: '#ffffff', dark: '#1a2129' },
  sunken: { light: '#f3f1eb', dark: '#0d1115' },
  ok_soft: { light: '#e0f2e7', dark: '#153524' },
  wait_soft: { light: '#fbefd6', dark: '#382b10' },
  miss_soft: { light: '#fbe6e8', dark: '#411b23' },
  info_soft: { light: '#e4eef9', dark: '#17304b' },
  primary: { light: '#14624f', dark: '#73cdb1' },
  primary_hover: { light: '#0e4d3e', dark: '#8edbc3' },
  on_primary: { light: '#ffffff', dark: '#06261d' },
  primary_soft: { light: '#e0f0e9', dark: '#173a31' },
} as const

/** What the primary colour stands on. */
const surfaces = [
  ownColors.canvas,
  ownColors.surface,
  ownColors.sunken,
  ownColors.ok_soft,
  ownColors.wait_soft,
  ownColors.miss_soft,
  ownColors.info_soft,
]
/** WCAG AA of text. Parts of controls need 3. */
const CONTRAST = 4.5

/** What a page in these colours stands on. */
export const brandCanvas: Shade = ownColors.canvas

/**
 * Colours of public pages. Takes `#rrggbb`, and makes it darker or lighter until it can be read on all surfaces. Null: those
 * of Muster.
 */
export function brandColors(color: string | null): BrandColors {
  if (color === null) return ownColors
  const hsl = toHsl(color)
  const calm = { ...hsl, saturation: hsl.saturation * 0.7 }
  const soft = {
    light: shade(
      { ...calm, lightness: 0.9 },
      1,
      (hex) => luminance(hex) >= luminance(ownColors.primary_soft.light),
    ),
    dark: shade(
      { ...calm, lightness: 0.24 },
      -1,
      (hex) => luminance(hex) <= luminance(ownColors.primary_soft.dark),
    ),
  }
  const isLegible = (mode: keyof Shade) => (hex: string) =>
    [soft, ...surfaces].every((surface) => contrastOf(hex, surface[mode]) >= CONTRAST)
  const primary = { light: shade(hsl, -1, isLegible('light')), dark: shade(hsl, 1, isLegible('dark')) }
  return {
    primary,
    primary_hover: { light: moved(primary.light, -1), dark: moved(primary.dark, 1) },
    on_primary: { light: ownColors.surface.light, dark: ownColors.sunken.dark },
    primary_soft: soft,
  }
}

/** Style sheet that gives a page the colours of `brandColors`. Paper is light. */
export function themeOf(color: string): string {
  const colors = Object.entries(brandColors(color))
  const write = (mode: keyof Shade) => {
    const declarations = colors.map(
      ([name, shades]) => `--color-${name.replaceAll('_', '-')}:${shades[mode]}`,
    )
    return `:root{${declarations.join(';')}}`
  }
  return `${write('light')}@media screen and (prefers-color-scheme:dark){${write('dark')}}`
}

/** WCAG 2.2: from 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** Steps of lightness until the colour is right; black and white always are. */
function shade(hsl: Hsl, direction: 1 | -1, isRight: (hex: string) => boolean): string {
  for (let lightness = hsl.lightness; lightness > 0 && lightness < 1; lightness += direction * 0.01) {
    const hex = toHex({ ...hsl, lightness })
    if (isRight(hex)) return hex
  }
  return toHex({ ...hsl, lightness: direction === 1 ? 1 : 0 })
}

/** A step that can be seen, away from the middle, or back where there is nothing further. */
function moved(color: string, direction: 1 | -1): string {
  const hsl = toHsl(color)
  const further = hsl.lightness + direction * 0.06
  const lightness = further > 0.02 && further < 0.98 ? further : hsl.lightness - direction * 0.14
  return toHex({ ...hsl, lightness })
}

function channelsOf(hex: string): [number, number, number] {
  const channel = (from: number) => Number.parseInt(hex.slice(from, from + 2), 16) / 255
  return [channel(1), channel(3), channel(5)]
}

function luminance(hex: string): number {
  const [red, green, blue] = channelsOf(hex).map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0)
}

function toHsl(hex: string): Hsl {
  const [red, green, blue] = channelsOf(hex)
  const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)]
  const [spread, lightness] = [most - least, (most + least) / 2]
  if (spread === 0) return { hue: 0, saturation: 0, lightness }
  const sixth =
    most === red
      ? (green - blue) / spread
      : most === green
        ? (blue - red) / spread + 2
        : (red - green) / spread + 4
  return { hue: (sixth * 60 + 360) % 360, saturation: spread / (1 - Math.abs(2 * lightness - 1)), lightness }
}

function toHex({ hue, saturation, lightness }: Hsl): string {
  const part = (offset: number) => {
    const place = (offset + hue / 30) % 12
    const value =
      lightness -
      saturation * Math.min(lightness, 1 - lightness) * Math.max(-1, Math.min(place - 3, 9 - place, 1))
    return Math.round(value * 255)
      .toString(16)
      .padStart(2, '0')
  }
  return `#${part(0)}${part(8)}${part(4)}`
}
