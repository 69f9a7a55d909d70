import { cva } from 'class-variance-authority'

export const stickyBarClass = cva(
  'tall:sticky tall:bottom-safe-3 z-5 flex flex-wrap items-center rounded-card border border-line bg-surface py-2.5 pr-2.5 pl-4 shadow-card tablet:pl-5 print:hidden',
)
