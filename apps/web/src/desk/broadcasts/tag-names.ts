import { useQuery } from '@tanstack/react-query'
import { tagsQuery } from '../tags/api.ts'
import { useText } from './texts.ts'

/** Names tags by their ids, also those that were deleted since. */
export function useTagNames(): (ids: readonly string[]) => string {
  const t = useText()
  const { data: tags } = useQuery(tagsQuery())
  return (ids) =>
    tags ? ids.map((id) => tags.find((tag) => tag.id === id)?.name ?? t('deleted_tag')).join(', ') : ''
}
