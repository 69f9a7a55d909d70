import type { Organization } from '@muster/contract/organizations'
import { Icon } from '../../../ui/page/icon.tsx'
import { useText } from './texts.ts'

/** Shown above every page of an organisation that the operator has paused. */
export default function PausedNotice({ organization }: { organization: Organization }) {
  const t = useText()
  return (
    <section
      aria-labelledby="paused"
      className="mb-6 flex gap-2 rounded-control bg-wait-soft px-5 py-2.5 text-wait print:hidden"
    >
      <Icon name="alert" />
      <div>
        <h2 id="paused" className="font-semibold">
          {t('paused.title', { name: organization.name })}
        </h2>
        <p className="mt-2">{t('paused.text')}</p>
        {organization.pause_reason && (
          <p className="mt-2">{t('paused.reason', { reason: organization.pause_reason })}</p>
        )}
      </div>
    </section>
  )
}
