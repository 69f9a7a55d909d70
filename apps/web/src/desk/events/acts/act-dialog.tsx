import { announce } from '../../../ui/feedback/live-region.tsx'
import { showToast } from '../../../ui/feedback/toast.tsx'
import type { Act, AfterActs } from '../use-event-acts.tsx'
import DeleteEventDialog from './delete-event-dialog.tsx'
import DuplicateDialog from './duplicate-dialog.tsx'
import PublishDialog from './publish-dialog.tsx'
import { useActText } from './texts.ts'

type ActDialogProps = { act: Act; after: AfterActs; onEnd: () => void }

/** Asks for what an act needs, and does it. */
export default function ActDialog({ act: { kind, event }, after, onEnd }: ActDialogProps) {
  const t = useActText()
  const onClose = () => {
    onEnd()
    after.closed(event)
  }
  if (kind === 'delete') {
    const onDeleted = () => {
      onEnd()
      after.deleted()
    }
    return <DeleteEventDialog {...{ event, onClose, onDeleted }} />
  }
  if (kind === 'duplicate') {
    return (
      <DuplicateDialog
        event={event}
        onClose={onClose}
        onCopied={(copy) => {
          showToast(t('copied_now', { name: copy.name }))
          onEnd()
          after.copied(copy)
        }}
      />
    )
  }
  return (
    <PublishDialog
      event={event}
      onClose={onClose}
      onPublished={(published) => {
        announce(t('published_now', { name: published.name }))
        onEnd()
        after.published(published)
      }}
    />
  )
}
