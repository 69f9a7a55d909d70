import { cva } from 'class-variance-authority'

export const backLinkClass = cva(
  '-ml-1.5 inline-flex min-h-12 max-w-full items-center gap-1 font-semibold wrap-anywhere no-underline',
)
