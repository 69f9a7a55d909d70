import { cva } from 'class-variance-authority'

export const popupClass = cva(
  'max-h-[min(var(--available-height,420px),420px)] max-w-[min(360px,100vw-24px)] min-w-50 overflow-auto rounded-card border border-line bg-surface p-1.5 shadow-card outline-none',
)

export const popupItemClass = cva(
  [
    'flex w-full cursor-pointer items-center justify-between gap-3 rounded-small px-3 py-2 leading-tight no-underline outline-none',
    'data-highlighted:bg-primary-soft data-disabled:cursor-not-allowed data-disabled:text-ink-3',
    'forced-colors:data-highlighted:outline-2 forced-colors:data-highlighted:outline-[Highlight]',
  ],
  {
    variants: {
      kind: {
        plain: 'min-h-11 text-ink',
        tall: 'min-h-12 text-ink',
        danger: 'min-h-11 text-miss',
        action: 'min-h-12 justify-start font-semibold text-primary',
      },
    },
    defaultVariants: { kind: 'plain' },
  },
)
