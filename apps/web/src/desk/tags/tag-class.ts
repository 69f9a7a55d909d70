export const tagClass =
  'inline-flex h-6 max-w-full items-center rounded-small bg-sunken px-2.25 text-hint/none whitespace-nowrap text-ink-2 [[data-lit]_&]:bg-surface'
