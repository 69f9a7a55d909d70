import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { organizationKey } from '../../../api/organization-key.ts'
import { Checkbox } from '../../../ui/controls/checkbox.tsx'
import { useText } from './texts.ts'

const openLinksQuery = () =>
  queryOptions({
    queryKey: organizationKey('open-links'),
    queryFn: async ({ signal }) => (await call('assignments', 'countOpenLinks', { signal })).links,
    staleTime: 0,
  })

type ReplaceLinksTickProps = { checked: boolean; onChange: (checked: boolean) => void }

/** D63: for dialogs in which somebody loses the right to read personal links. Shows nothing if there are none. */
export function ReplaceLinksTick({ checked, onChange }: ReplaceLinksTickProps) {
  const t = useText()
  const { data: links, isError } = useQuery(openLinksQuery())
  if (links === 0 || (links === undefined && !isError)) return null
  return (
    <Checkbox
      className="mt-3"
      label={links === undefined ? t('replace_uncounted') : t('replace', { count: links })}
      hint={t('hint')}
      checked={checked}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
  )
}
