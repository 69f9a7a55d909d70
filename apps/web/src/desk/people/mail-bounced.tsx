import { Link } from 'react-router'
import { useMay } from '../../api/rights.ts'
import { fullName } from '../../format/names.ts'
import { paths } from '../../paths.ts'
import { buttonClass } from '../../ui/controls/button.tsx'
import { useText } from './texts.ts'

type MailBouncedProps = {
  person: { id: string; first_name: string; last_name: string; phone?: string | null | undefined }
}

/** D31: beside whoever does not get their mail, with the two ways to help. */
export function MailBounced({ person }: MailBouncedProps) {
  const t = useText()
  const mayPlan = useMay('plan')
  const name = fullName(person)
  const act = buttonClass({ kind: 'quiet', className: 'px-2! text-compact pointer-fine:min-h-9!' })
  return (
    <p className="flex flex-wrap items-center gap-x-1 text-hint font-semibold text-miss">
      {t('bounced.title')}
      {person.phone && (
        <a className={act} href={`tel:${person.phone}`} aria-label={t('bounced.call_name', { name })}>
          {t('bounced.call')}
        </a>
      )}
      {mayPlan && (
        <Link
          className={act}
          to={paths.correctEmail(person.id)}
          aria-label={t('bounced.correct_name', { name })}
        >
          {t('bounced.correct')}
        </Link>
      )}
    </p>
  )
}
