import type { BroadcastPreview } from '@muster/contract/broadcasts'
import type { Language } from '@muster/contract/language'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { sampleIn } from './broadcast-preview.tsx'
import { useText } from './texts.ts'
import type { Draft } from './use-broadcast-draft.ts'

type LinksProps = {
  draft: Draft
  preview: BroadcastPreview | undefined
  language: Language
  onChange: (changes: Partial<Draft>) => void
}

export function MessageLinks({ draft, preview, language, onChange }: LinksProps) {
  const t = useText()
  const isReminder = draft.messageType === 'reminder'
  const expired = preview?.expired_count ?? 0
  const hasExpired = isReminder && draft.includeLink && (expired > 0 || draft.leaveExpired)
  return (
    <div className="small-ticks">
      <div className="flex flex-wrap gap-x-6">
        <Checkbox
          label={t('link')}
          checked={isReminder && draft.includeLink}
          disabled={!isReminder}
          onChange={(change) => onChange({ includeLink: change.currentTarget.checked })}
        />
        {hasExpired && (
          <Checkbox
            label={t('expired.leave', { count: expired })}
            checked={draft.leaveExpired}
            onChange={(change) => onChange({ leaveExpired: change.currentTarget.checked })}
          />
        )}
      </div>
      <p className="text-hint text-ink-3">
        {t(isReminder ? 'link_help' : 'link_custom')}
        {isReminder && draft.includeLink && hasLinkless(draft) && ` ${t('no_link')}`}
      </p>
      {!isReminder && draft.communicationChannel !== 'email' && (
        <Checkbox
          className="mt-2"
          label={t('stop_link.label')}
          hint={<StopLinkCost preview={preview} language={language} />}
          checked={draft.includeStopLink}
          onChange={(change) => onChange({ includeStopLink: change.currentTarget.checked })}
        />
      )}
    </div>
  )
}

const hasLinkless = ({ statuses }: Draft) => statuses.includes('DECLINED') || statuses.includes('WAITING')

function StopLinkCost({ preview, language }: Pick<LinksProps, 'preview' | 'language'>) {
  const t = useText()
  const cost = preview && sampleIn(language, preview)?.sms?.stop_link
  const { characters, segments: count } = cost ?? { characters: 0, segments: 0 }
  return (
    <span>
      {t('stop_link.help')}{' '}
      {cost && (count > 0 ? t('stop_link.more', { characters, count }) : t('stop_link.none', { characters }))}
    </span>
  )
}
