import { cva, type VariantProps } from 'class-variance-authority'
import type { ComponentProps, ReactNode } from 'react'

export const buttonClass = cva(
  [
    'inline-flex items-center justify-center gap-2 rounded-control py-2 text-center leading-tight font-semibold',
    'no-underline transition-[background-color] forced-colors:border forced-colors:aria-disabled:text-[GrayText]',
  ],
  {
    variants: {
      kind: {
        primary: 'bg-primary px-4.5 text-on-primary hover:bg-primary-hover off:bg-sunken off:text-ink-3',
        danger: [
          'bg-miss px-4.5 text-surface hover:[filter:brightness(0.9)]',
          'off:bg-sunken off:text-ink-3',
        ],
        line: [
          'bg-surface px-4.5 text-ink inner-border-line-strong hover:bg-sunken',
          'off:bg-sunken off:text-ink-3 off:[box-shadow:none]',
        ],
        quiet: 'px-3 text-primary hover:bg-primary-soft off:bg-transparent off:text-ink-3',
      },
      size: {
        normal: 'min-h-11',
        tall: 'min-h-12',
        big: 'min-h-13 w-full text-action',
      },
    },
    compoundVariants: [
      // Printers omit backgrounds.
      { kind: ['primary', 'danger', 'line'], class: 'print:border print:bg-transparent print:text-ink' },
    ],
    defaultVariants: { kind: 'primary', size: 'normal' },
  },
)

type ButtonProps = Omit<ComponentProps<'button'>, 'type'> &
  VariantProps<typeof buttonClass> & {
    type?: 'button' | 'submit'
    /** The label while the action runs; the button keeps its width and ignores presses. */
    busy?: false | string
    children: ReactNode
  }

export function Button({
  kind,
  size,
  type = 'button',
  busy,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const isBusy = typeof busy === 'string'
  return (
    <button
      {...rest}
      type={isBusy ? 'button' : type}
      className={buttonClass({ kind, size, className })}
      // `disabled` would lose the focus.
      aria-disabled={isBusy || rest['aria-disabled']}
      onClick={isBusy ? undefined : onClick}
    >
      {busy === undefined ? children : <StackedWords over={busy}>{children}</StackedWords>}
    </button>
  )
}

/** Stacks both labels in one place, so that the width does not change. */
export function StackedWords({ over, children }: { over: ReactNode; children: ReactNode }) {
  return (
    <span className="inline-grid justify-items-center *:inline-flex *:items-center *:gap-2 *:[grid-area:1/1]">
      <span className={over ? 'invisible' : ''}>{children}</span>
      {over && <span>{over}</span>}
    </span>
  )
}

export const iconButtonClass = cva(
  'inline-grid size-11 flex-none place-items-center rounded-control text-ink-2 transition-[background-color] hover:bg-sunken hover:text-ink forced-colors:border',
)

export function IconButton({
  label,
  className,
  ...rest
}: Omit<ComponentProps<'button'>, 'type' | 'aria-label'> & { label: string }) {
  return (
    <button
      {...rest}
      type="button"
      aria-label={label}
      title={label}
      className={iconButtonClass({ className })}
    />
  )
}
