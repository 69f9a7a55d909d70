import { PageTitle } from '../../../ui/page/page-title.tsx'
import { useText } from './texts.ts'

/** In place of the form, where only the operator creates organisations. */
export function CreationClosed({ title }: { title: string }) {
  const t = useText()
  return (
    <div className="mx-auto max-w-100 pt-[6vh]">
      <PageTitle title={title} />
      <p className="mt-1 text-ink-2">{t('creation_closed')}</p>
    </div>
  )
}
