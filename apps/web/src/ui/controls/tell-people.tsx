import { useQuery } from '@tanstack/react-query'
import { type NoticeTarget, notifiedQuery } from '../../api/notices-query.ts'
import { defineTexts } from '../../i18n/define-texts.ts'
import { Checkbox } from './checkbox.tsx'

export function TellPeople({
  target,
  checked,
  onChange,
  className = '',
}: {
  target: NoticeTarget
  checked: boolean
  onChange: (checked: boolean) => void
  className?: string
}) {
  const t = useText()
  const { data: notified } = useQuery(notifiedQuery(target))
  if (notified === 0) return <p className={`text-ink-2 ${className}`}>{t('nobody')}</p>
  return (
    <Checkbox
      className={className}
      label={notified === undefined ? t('them') : t('people', { count: notified })}
      checked={checked}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
  )
}

const useText = defineTexts('tell_people', {
  en: {
    them: 'Let them know',
    people_one: 'Let {{count}} person know',
    people_other: 'Let {{count}} people know',
    nobody: 'Nobody gets a message about it.',
  },
  sv: {
    them: 'Meddela dem',
    people_one: 'Meddela {{count}} person',
    people_other: 'Meddela {{count}} personer',
    nobody: 'Ingen får något meddelande om det.',
  },
})
