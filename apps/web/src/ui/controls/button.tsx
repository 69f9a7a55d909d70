import type { ComponentProps, ReactNode } from 'react'

type ButtonProps = Omit<ComponentProps<'button'>, 'type'> & {
  kind?: ButtonKind
  type?: 'button' | 'submit'
  big?: boolean
  /** The words while the press is being worked on; the button keeps its width and answers no second press. */
  busy?: false | string
  children: ReactNode
}

export type ButtonKind = keyof typeof kinds

const kinds = { primary: 'btn', line: 'btn btn-line', quiet: 'btn btn-quiet' } as const

/** The class of something that looks like a button, for links. */
export function buttonClass(kind: ButtonKind = 'primary', big = false): string {
  return big ? `${kinds[kind]} btn-big` : kinds[kind]
}

export function Button({
  kind = 'primary',
  type = 'button',
  big = false,
  busy,
  className = '',
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const isBusy = typeof busy === 'string'
  return (
    <button
      {...rest}
      type={isBusy ? 'button' : type}
      className={`${buttonClass(kind, big)} ${className}`}
      // Disabled would drop the focus that the press has put here.
      aria-disabled={isBusy || rest['aria-disabled']}
      onClick={isBusy ? undefined : onClick}
    >
      {busy === undefined ? children : <BusyWords busy={busy}>{children}</BusyWords>}
    </button>
  )
}

function BusyWords({ busy, children }: { busy: false | string; children: ReactNode }) {
  return (
    <span className="btn-words">
      <span data-off={busy === false ? undefined : ''} className="inline-flex items-center gap-2">
        {children}
      </span>
      {busy !== false && <span>{busy}</span>}
    </span>
  )
}

/** A square button with nothing but an icon; `label` is its name. */
export function IconButton({
  label,
  className = '',
  ...rest
}: Omit<ComponentProps<'button'>, 'type' | 'aria-label'> & { label: string }) {
  return (
    <button {...rest} type="button" aria-label={label} title={label} className={`icon-btn ${className}`} />
  )
}
