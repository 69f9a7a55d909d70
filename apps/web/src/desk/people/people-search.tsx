import { contactsShownTo, type ShownContacts } from '@muster/contract/rules/member-role'
import { controlClass } from '../../ui/controls/field.tsx'
import { Icon } from '../../ui/page/icon.tsx'
import { useOrganization } from '../organizations/use-organization.ts'
import { useText } from './texts.ts'

export const searchId = 'find-person'

export function PeopleSearch({
  text,
  hasTeams,
  onChange,
}: {
  text: string
  hasTeams: boolean
  onChange: (text: string) => void
}) {
  const t = useText()
  const role = useOrganization()?.role
  const placeholder = hasTeams
    ? 'search_placeholder_team'
    : PLACEHOLDERS[role ? contactsShownTo(role) : 'none']
  return (
    <>
      <label className="sr-only" htmlFor={searchId}>
        {t('search')}
      </label>
      <span
        className={`relative flex-[0_1_340px] max-desktop:basis-full ${text.trim() === '' ? 'print:hidden' : ''}`}
      >
        <Icon
          name="search"
          className="pointer-events-none absolute top-[calc(50%-10px)] left-3.5 text-ink-3"
        />
        <input
          id={searchId}
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
    </>
  )
}

const PLACEHOLDERS = {
  all: 'search_placeholder',
  phone: 'search_placeholder_phone',
  none: 'search_placeholder_name',
} as const satisfies Record<ShownContacts, string>
