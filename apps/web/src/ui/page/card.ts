import { cva } from 'class-variance-authority'

export const cardClass = cva('rounded-card border border-line bg-surface', {
  variants: {
    padding: { normal: 'p-5 tablet:p-6', small: 'p-4', shift: 'p-5', none: '' },
    flat: { true: '', false: 'shadow-card' },
  },
  defaultVariants: { padding: 'normal', flat: false },
})
