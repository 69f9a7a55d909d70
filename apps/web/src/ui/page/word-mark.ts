export const wordMarkClass =
  'inline-flex min-h-11 items-center text-h3/body font-bold tracking-[-0.025em] text-ink no-underline'
