import { contactsShownTo, type ShownContacts } from '@muster/contract/rules/member-role'
import { useEffect, useId } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { controlClass } from '../../ui/controls/field.tsx'
import { announce } from '../../ui/feedback/live-region.tsx'
import { useFocusNext } from '../../ui/hooks/use-focus-next.ts'
import { Icon } from '../../ui/page/icon.tsx'
import { useOrganization } from '../organizations/use-organization.ts'
import { useText } from './texts.ts'

export function PeopleSearch({
  text,
  searched,
  found,
  all,
  hasTeams,
  onChange,
}: {
  text: string
  /** The text that the list is filtered by: `text`, or its previous value. */
  searched: string
  found: number
  all: number
  hasTeams: boolean
  onChange: (text: string) => void
}) {
  const t = useText()
  const id = useId()
  const focusNext = useFocusNext()
  const role = useOrganization()?.role
  const placeholder = hasTeams
    ? 'search_placeholder_team'
    : PLACEHOLDERS[role ? contactsShownTo(role) : 'none']
  const isSearching = searched.trim() !== ''
  const nobody = isSearching && found === 0 ? t('not_found', { text: searched.trim() }) : undefined
  const result = isSearching ? (nobody ?? t('found', { count: found })) : undefined

  useEffect(() => {
    if (result !== undefined) announce(result)
  }, [result])

  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <label className="sr-only" htmlFor={id}>
          {t('search')}
        </label>
        <span
          className={`relative flex-[0_1_340px] max-tablet:basis-full ${isSearching ? '' : 'print:hidden'}`}
        >
          <Icon
            name="search"
            className="pointer-events-none absolute top-[calc(50%-10px)] left-3.5 text-ink-3"
          />
          <input
            id={id}
            type="search"
            className={controlClass({ className: 'pl-10.5!' })}
            placeholder={t(placeholder)}
            autoComplete="off"
            spellCheck={false}
            enterKeyHint="search"
            value={text}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
        </span>
        <span className="text-meta text-ink-2 tabular-nums">
          {isSearching ? t('found', { count: found }) : t('count', { count: all })}
        </span>
      </div>
      {nobody && (
        <div className="grid justify-items-start gap-2 pt-2 pb-4">
          <p>{nobody}</p>
          <Button
            kind="line"
            onClick={() => {
              onChange('')
              focusNext(id)
            }}
          >
            {t('clear_search')}
          </Button>
        </div>
      )}
    </>
  )
}

const PLACEHOLDERS = {
  all: 'search_placeholder',
  phone: 'search_placeholder_phone',
  none: 'search_placeholder_name',
} as const satisfies Record<ShownContacts, string>
