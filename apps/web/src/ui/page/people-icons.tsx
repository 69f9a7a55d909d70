import type { ReactNode } from 'react'

/* Lucide's shapes (ISC licence). Not among the icons of all pages, which would load them too early. */

type IconProps = { small?: boolean }

function Shape({ small = false, children }: IconProps & { children: ReactNode }) {
  return (
    <svg
      className={small ? 'size-4.5 flex-none' : 'size-5 flex-none'}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {children}
    </svg>
  )
}

export const MessageIcon = (props: IconProps) => (
  <Shape {...props}>
    <path d="M21 15a2 2 0 0 1-2 2H7l-4 4V5a2 2 0 0 1 2-2h14a2 2 0 0 1 2 2z" />
  </Shape>
)

export const MailIcon = (props: IconProps) => (
  <Shape {...props}>
    <path d="m22 7-8.991 5.727a2 2 0 0 1-2.009 0L2 7M4 4h16a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2z" />
  </Shape>
)

export const TagIcon = (props: IconProps) => (
  <Shape {...props}>
    <path d="M12.586 2.586A2 2 0 0 0 11.172 2H4a2 2 0 0 0-2 2v7.172a2 2 0 0 0 .586 1.414l8.704 8.704a2.426 2.426 0 0 0 3.42 0l6.58-6.58a2.426 2.426 0 0 0 0-3.42zM7.5 7.5h.01" />
  </Shape>
)

export const TrashIcon = (props: IconProps) => (
  <Shape {...props}>
    <path d="M10 11v6M14 11v6M19 6v14a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2V6M3 6h18M8 6V4a2 2 0 0 1 2-2h4a2 2 0 0 1 2 2v2" />
  </Shape>
)

export const ColumnsIcon = (props: IconProps) => (
  <Shape {...props}>
    <path d="M21 4h-7M10 4H3M21 12h-9M8 12H3M21 20h-5M12 20H3M14 2v4M8 10v4M16 18v4" />
  </Shape>
)

export const RenewIcon = (props: IconProps) => (
  <Shape {...props}>
    <path d="M3 12a9 9 0 0 1 9-9 9.75 9.75 0 0 1 6.74 2.74L21 8M21 3v5h-5M21 12a9 9 0 0 1-9 9 9.75 9.75 0 0 1-6.74-2.74L3 16M8 16H3v5" />
  </Shape>
)

export const MergeIcon = (props: IconProps) => (
  <Shape {...props}>
    <path d="m8 6 4-4 4 4M12 2v10.3a4 4 0 0 1-1.172 2.872L4 22M20 22l-5-5" />
  </Shape>
)
