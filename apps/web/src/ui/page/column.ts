import { cva } from 'class-variance-authority'

export const columnClass = cva('mx-auto w-full px-5 pb-6', {
  variants: {
    width: {
      narrow: 'max-w-160',
      wide: 'max-w-160 desktop:max-w-240',
      /** Two columns beside each other. */
      columns: 'max-w-160 desktop:max-w-296 desktop:px-8',
    },
  },
  defaultVariants: { width: 'narrow' },
})
