import { buttonClass } from '../../../ui/controls/button.tsx'
import { Icon } from '../../../ui/page/icon.tsx'
import type { EventPreview } from '../public-event.ts'
import { usePreviewText } from './texts.ts'

/** D49: stands above a draft. */
export default function PreviewBanner({ event_id, preview }: { event_id: string; preview: EventPreview }) {
  const t = usePreviewText()
  const question = new URLSearchParams({ publish: event_id, org: preview.organization_id })
  return (
    <aside className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-panel bg-info-soft px-4 py-3 text-info">
      <Icon name="pencil" />
      <p className="min-w-0 flex-1 font-semibold">{t('preview')}</p>
      <a className={buttonClass()} href={`/events?${question}`}>
        {t('publish')}
      </a>
    </aside>
  )
}
