import { useQuery } from '@tanstack/react-query'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { sentLinksQuery } from './api.ts'
import { useText } from './texts.ts'

/** D17: asks whether to send new links, because links sent to a changed contact stop working. Renders nothing if none was. */
export function SendNewLinks({
  person,
  changed,
  checked,
  onChange,
}: {
  person: { id: string }
  changed: { email?: boolean | undefined; phone?: boolean | undefined }
  checked: boolean
  onChange: (checked: boolean) => void
}) {
  const t = useText()
  const { data: sent = { email: 0, phone: 0 } } = useQuery({
    ...sentLinksQuery(person.id),
    enabled: changed.email === true || changed.phone === true,
  })
  const count = Math.max(changed.email ? sent.email : 0, changed.phone ? sent.phone : 0)
  if (count === 0) return null
  return (
    <div className="mt-2">
      <p>{t('links_stop', { count })}</p>
      <Checkbox
        label={t('send_links', { count })}
        checked={checked}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
    </div>
  )
}
