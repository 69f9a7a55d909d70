import type { BroadcastPreview } from '@muster/contract/broadcasts'
import { foldForSearch } from '@muster/contract/rules/fold'
import { useState } from 'react'
import { compareTexts, fullName } from '../../format/names.ts'
import { useLanguage } from '../../i18n/language.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { Sheet } from '../../ui/overlays/sheet.tsx'
import { isDeliverable, reasonsOf } from './count-deliverable.ts'
import { reasonText } from './reason-text.ts'
import { useText } from './texts.ts'
import type { Draft } from './use-broadcast-draft.ts'

type Recipient = BroadcastPreview['recipients'][number]
type Listed = Pick<Recipient, 'person_id' | 'first_name' | 'last_name'> & { recipient?: Recipient }

type SheetProps = {
  preview: BroadcastPreview
  draft: Draft
  onChange: (changes: Partial<Draft>) => void
  onClose: () => void
}

/** Who gets it, and who cannot be reached, with a tick each. */
export function PeopleSheet({ preview, draft, onChange, onClose }: SheetProps) {
  const t = useText()
  const compare = compareTexts(useLanguage())
  const [search, setSearch] = useState('')
  const { person_ids, except_ids } = draft
  const isTicked = (id: string) => (person_ids?.includes(id) ?? true) && !except_ids.includes(id)
  const toggle = (id: string, isOn: boolean) => {
    const change = (list: readonly string[], adds: boolean) =>
      adds ? [...list, id] : list.filter((each) => each !== id)
    if (person_ids) onChange({ person_ids: change(person_ids, isOn) })
    else onChange({ except_ids: change(except_ids, !isOn) })
  }
  const folded = foldForSearch(search.trim())
  const all: Listed[] = [
    ...preview.recipients.map((recipient) => ({ ...recipient, recipient })),
    ...preview.left_out,
  ].filter((person) => foldForSearch(fullName(person)).includes(folded))
  const isBad = ({ recipient }: Listed) => recipient !== undefined && !isDeliverable(recipient)
  const sorted = all.toSorted(
    (a, b) => Number(isBad(b)) - Number(isBad(a)) || compare(fullName(a), fullName(b)),
  )
  return (
    <Sheet
      title={t('recipients.title')}
      meta={t('people', { count: preview.recipients.length })}
      footer={<Button onClick={onClose}>{t('close_list')}</Button>}
      onClose={onClose}
    >
      <TextField
        label={t('find_person')}
        type="search"
        value={search}
        onChange={(change) => setSearch(change.currentTarget.value)}
      />
      <p className="mt-3 flex gap-5">
        <button
          type="button"
          className="link-button"
          onClick={() => onChange({ person_ids: null, except_ids: [] })}
        >
          {t('tick_all')}
        </button>
        <button
          type="button"
          className="link-button"
          onClick={() => onChange({ person_ids: [], except_ids: [] })}
        >
          {t('tick_none')}
        </button>
      </p>
      <ul className="mt-2">
        {sorted.map((person) => (
          <li key={person.person_id} className="border-t border-line py-1 wrap-anywhere offscreen-10">
            <Checkbox
              label={fullName(person)}
              hint={<Ways of={person} />}
              checked={isTicked(person.person_id)}
              onChange={(change) => toggle(person.person_id, change.currentTarget.checked)}
            />
          </li>
        ))}
      </ul>
    </Sheet>
  )
}

function Ways({ of: { recipient } }: { of: Listed }) {
  const t = useText()
  if (!recipient) return t('not_to')
  const { email, sms, shifts } = recipient
  const ways = [email === 'reachable' && t('channel.email'), sms === 'reachable' && t('channel.sms')]
  const reasons = reasonsOf(recipient).map((reason) => reasonText(reason, t))
  return (
    <>
      {[ways.filter(Boolean).join(', '), t('recipients.shifts', { count: shifts })]
        .filter(Boolean)
        .join(' · ')}
      {reasons.length > 0 && <span className="block text-miss">{reasons.join(' · ')}</span>}
    </>
  )
}
