import { Icon } from '../../../ui/page/icon.tsx'
import { useBlockedText } from './texts.ts'

/** D28, D59 */
export default function BlockedNotice({ hasEmail }: { hasEmail: boolean }) {
  const t = useBlockedText()
  return (
    <p className="mt-6 flex gap-3 rounded-control bg-wait-soft px-4 py-3 print:hidden">
      <Icon name="alert" className="mt-0.5 text-wait" />
      <span className="min-w-0">{t(hasEmail ? 'blocked' : 'sms_only')}</span>
    </p>
  )
}
