import { useMutation } from '@tanstack/react-query'
import { errorText } from '../../api/api-error.ts'
import { CHANGES_NOTHING_SHOWN } from '../../api/query-client.ts'
import { Button } from '../../ui/controls/button.tsx'
import { FormError } from '../../ui/feedback/form-error.tsx'
import { saveFile } from '../../ui/page/save-file.ts'
import { exportOrganization } from './api.ts'
import { useText } from './texts.ts'

/** O2: the export of the organisation, for its owners. */
export function DownloadEverything({ name, label }: { name: string; label: string }) {
  const t = useText()
  const download = useMutation({
    mutationFn: exportOrganization,
    meta: CHANGES_NOTHING_SHOWN,
    onSuccess: (file) => saveFile(`${name}.zip`, file),
  })
  const problem = download.error ? errorText(download.error, t('export.failed')) : undefined
  return (
    <div className="grid justify-items-start gap-2">
      <Button kind="line" busy={download.isPending && t('export.busy')} onClick={() => download.mutate()}>
        {label}
      </Button>
      <p className="text-meta text-ink-2">{t('export.hint')}</p>
      <FormError text={problem} className="" />
    </div>
  )
}
