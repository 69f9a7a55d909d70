import { useQuery } from '@tanstack/react-query'
import { fullName } from '../../format/names.ts'
import { peopleQuery } from './api.ts'
import { useText } from './texts.ts'

/** D11: says who may be the same person, typed in another way. */
export function Lookalike({ id }: { id: string }) {
  const t = useText()
  const { data } = useQuery({
    ...peopleQuery(),
    // The list has read it, unless it is too long to be read whole.
    enabled: false,
    select: (people) => people.find((person) => person.id === id),
  })
  if (!data) return null
  return (
    <span className="block text-hint font-normal text-ink-2">{t('lookalike', { name: fullName(data) })}</span>
  )
}
