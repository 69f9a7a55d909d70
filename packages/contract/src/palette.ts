/** Colours of apps/web/src/styles/tokens.css, used in messages and in the server's own pages. */
export const palette = {
  canvas: { light: '#fbfaf7', dark: '#12171c' },
  surface: { light: '#ffffff', dark: '#1a2129' },
  sunken: { light: '#f3f1eb', dark: '#0d1115' },
  line: { light: '#e3dfd5', dark: '#2d3741' },
  line_strong: { light: '#858272', dark: '#74818e' },
  ink: { light: '#1b2430', dark: '#edf1f4' },
  ink_2: { light: '#4a5563', dark: '#b8c2cb' },
  ink_3: { light: '#626c79', dark: '#97a3af' },
  primary: { light: '#14624f', dark: '#73cdb1' },
  primary_hover: { light: '#0e4d3e', dark: '#8edbc3' },
  on_primary: { light: '#ffffff', dark: '#06261d' },
  primary_soft: { light: '#e0f0e9', dark: '#173a31' },
  ok: { light: '#1c7048', dark: '#74d29c' },
  ok_soft: { light: '#e0f2e7', dark: '#153524' },
  ok_fill: { light: '#2a9461', dark: '#3fa873' },
  wait: { light: '#835400', dark: '#f0c26a' },
  wait_soft: { light: '#fbefd6', dark: '#382b10' },
  wait_fill: { light: '#b37a12', dark: '#d79e33' },
  miss: { light: '#ad2439', dark: '#ff93a0' },
  miss_soft: { light: '#fbe6e8', dark: '#411b23' },
  miss_fill: { light: '#d4495c', dark: '#db5467' },
  info: { light: '#1d5a9f', dark: '#92c2f6' },
  info_soft: { light: '#e4eef9', dark: '#17304b' },
  focus: { light: '#1d5a9f', dark: '#92c2f6' },
} as const

export const paletteCss = Object.entries(palette)
  .map(([name, { light, dark }]) => `--${name.replaceAll('_', '-')}: light-dark(${light}, ${dark})`)
  .join('; ')
