import type { Tag } from '@muster/contract/tags'
import { queryOptions } from '@tanstack/react-query'
import { call, type Given } from '../../api/call.ts'
import { organizationKey } from '../../api/organization-key.ts'

export type Tagging = NonNullable<Given<'tags', 'tagPeople'>['body']>

export const tagsQuery = () =>
  queryOptions({
    queryKey: organizationKey('tags'),
    queryFn: ({ signal }): Promise<Tag[]> => call('tags', 'listTags', { signal }),
  })

export function renameTag(id: string, name: string): Promise<Tag> {
  return call('tags', 'renameTag', { params: { id }, body: { name } })
}

export function deleteTag(id: string): Promise<undefined> {
  return call('tags', 'deleteTag', { params: { id } })
}

export function tagPeople(body: Tagging): Promise<undefined> {
  return call('tags', 'tagPeople', { body })
}
