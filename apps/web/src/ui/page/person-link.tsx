import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useMay } from '../../api/rights.ts'
import { paths } from '../../paths.ts'

export const personLinkClass = 'text-inherit no-underline hover:text-primary hover:underline'

/** Leads to the person's page for those who may read it (D69). `id` is the link's own, to which the focus returns. */
export function PersonLink({
  person_id,
  id,
  className = '',
  children,
}: {
  person_id: string
  id?: string
  className?: string
  children: ReactNode
}) {
  if (!useMay('read')) return <span>{children}</span>
  return (
    <Link id={id} to={paths.person(person_id)} className={`${personLinkClass} ${className}`}>
      {children}
    </Link>
  )
}
