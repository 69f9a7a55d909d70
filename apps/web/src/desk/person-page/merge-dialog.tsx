import type { PersonPage } from '@muster/contract/people'
import { formatPhone } from '@muster/contract/rules/phone'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useRef, useState } from 'react'
import { Link } from 'react-router'
import { errorText } from '../../api/api-error.ts'
import { NO_BREAK } from '../../format/dates.ts'
import { fullName } from '../../format/names.ts'
import { paths } from '../../paths.ts'
import { TextField } from '../../ui/controls/text-field.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { foundPeopleQuery } from '../people/api.ts'
import { useText } from './texts.ts'

const MOST = 8

/** Finds the other entry, and leads to both side by side (D60). */
export default function MergeDialog({ person, onClose }: { person: PersonPage; onClose: () => void }) {
  const t = useText()
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(person.last_name)
  const q = useDeferredValue(text.trim())
  // One more than are shown, because the person is found too.
  const { data, error } = useQuery({ ...foundPeopleQuery({ q, limit: MOST + 1 }), enabled: q !== '' })
  const found = q === '' ? [] : (data?.people.filter(({ id }) => id !== person.id).slice(0, MOST) ?? [])
  return (
    <Dialog
      title={t('merge_dialog.title', { name: fullName(person) })}
      intro={t('merge_dialog.intro')}
      initialFocus={field}
      onClose={onClose}
    >
      <TextField
        ref={field}
        type="search"
        label={t('merge_dialog.search')}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <div className="mt-3 min-h-60">
        <output className="block text-compact text-ink-2">
          {q !== '' && data && found.length === 0 && t('merge_dialog.none')}
          {error && errorText(error, t('fetch_failed'))}
        </output>
        <ul className="divide-y divide-line">
          {found.map(({ id, phone, email, child_team, ...name }) => (
            <li key={id}>
              <Link
                to={paths.pair(person.id, id)}
                className="block rounded-small px-2 py-2 text-inherit no-underline hover:bg-sunken"
              >
                <b className="block text-compact wrap-anywhere">{fullName(name)}</b>
                <span className="block text-meta/snug wrap-anywhere text-ink-2">
                  {[child_team, email, phone && formatPhone(phone).replaceAll(' ', NO_BREAK)]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  )
}
