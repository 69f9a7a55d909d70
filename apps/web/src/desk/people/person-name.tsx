import type { Person } from '@muster/contract/people'
import { Link } from 'react-router'
import { useMay } from '../../api/rights.ts'
import { fullName, type Name } from '../../format/names.ts'
import { paths } from '../../paths.ts'

export const personLinkId = ({ id }: Pick<Person, 'id'>): string => `person-${id}`

/** Leads to the person's page for those who may read it (D69). */
export function PersonName({
  person,
  className = '',
}: {
  person: Name & { id: string }
  className?: string
}) {
  const name = fullName(person)
  if (!useMay('read')) return <span>{name}</span>
  return (
    <Link
      id={personLinkId(person)}
      to={paths.person(person.id)}
      className={`text-inherit no-underline hover:text-primary hover:underline ${className}`}
    >
      {name}
    </Link>
  )
}
