import type { SavedText } from '@muster/contract/saved-texts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { once } from '../../api/once.ts'
import { organizationKey } from '../../api/organization-key.ts'

export const savedTextsQuery = () =>
  queryOptions({
    queryKey: organizationKey('saved-texts'),
    queryFn: ({ signal }): Promise<SavedText[]> => call('savedTexts', 'listSavedTexts', { signal }),
    staleTime: 0,
  })

export function addSavedText(body: Pick<SavedText, 'title' | 'text'>): Promise<SavedText> {
  return once(['createSavedText', body], (headers) =>
    call('savedTexts', 'createSavedText', { headers, body }),
  )
}

export function changeSavedText({ id, ...body }: SavedText): Promise<SavedText> {
  return call('savedTexts', 'updateSavedText', { params: { id }, body })
}

export function removeSavedText(id: string): Promise<undefined> {
  return call('savedTexts', 'deleteSavedText', { params: { id } })
}
