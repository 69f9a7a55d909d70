import { cva } from 'class-variance-authority'

export const dialogClass = cva(
  [
    'm-auto max-h-[min(85dvh,760px)] overflow-hidden rounded-panel border border-line bg-surface text-ink shadow-card',
    'backdrop:bg-scrim open:flex open:animate-appear open:flex-col',
  ],
  {
    variants: {
      size: {
        small: 'w-[min(440px,100vw-32px)]',
        normal: 'w-[min(560px,100vw-32px)]',
        wide: 'w-[min(960px,100vw-32px)]',
        /** On a phone the whole screen. */
        page: [
          'w-[min(960px,100vw-32px)] max-tablet:m-0 max-tablet:h-dvh max-tablet:max-h-none max-tablet:w-full',
          'max-tablet:max-w-none max-tablet:rounded-none max-tablet:border-0',
        ],
      },
    },
    defaultVariants: { size: 'normal' },
  },
)

export const dialogHeadClass = cva('flex items-start justify-between gap-3 pt-5 pb-3 pl-6')

export const dialogBodyClass = '@container overflow-auto overscroll-contain px-6 pt-1 pb-6'

export const dialogFootClass = 'flex flex-wrap justify-end gap-2 px-6 pt-3 pb-5'
