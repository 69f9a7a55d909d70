import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useMay } from '../../api/rights.ts'
import { fullName, type Name } from '../../format/names.ts'
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

export const personLinkId = ({ id }: { id: string }): string => `person-${id}`

export function PersonName({ person, className }: { person: Name & { id: string }; className?: string }) {
  return (
    <PersonLink person_id={person.id} id={personLinkId(person)} {...(className && { className })}>
      {fullName(person)}
    </PersonLink>
  )
}
