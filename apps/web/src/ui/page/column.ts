import { cva } from 'class-variance-authority'

export const columnClass = cva('mx-auto w-full px-5 pb-6', {
  variants: { wide: { true: 'max-w-160 desktop:max-w-240', false: 'max-w-160' } },
  defaultVariants: { wide: false },
})
