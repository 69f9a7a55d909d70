import { fullName, type Name } from '../../format/names.ts'
import { PersonLink } from '../../ui/page/person-link.tsx'

export const personLinkId = ({ id }: { id: string }): string => `person-${id}`

export function PersonName({ person, className }: { person: Name & { id: string }; className?: string }) {
  return (
    <PersonLink person_id={person.id} id={personLinkId(person)} {...(className && { className })}>
      {fullName(person)}
    </PersonLink>
  )
}
