export const wordMarkClass =
  'inline-flex min-h-11 items-center text-h3/body font-bold tracking-tight text-ink no-underline'
