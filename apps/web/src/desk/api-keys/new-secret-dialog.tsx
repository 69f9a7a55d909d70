import type { CreatedApiKey } from '@muster/contract/api-keys'
import { useRef, useState } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { FormError } from '../../ui/feedback/form-error.tsx'
import { announce } from '../../ui/feedback/live-region.tsx'
import { useLeaveGuard } from '../../ui/hooks/use-leave-guard.ts'
import { AlertDialog } from '../../ui/overlays/alert-dialog.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { Icon } from '../../ui/page/icon.tsx'
import { useText } from './texts.ts'

/** Shows the secret, only this once. Asks before it is closed if the secret was not copied. */
export function NewSecretDialog({ created, onClose }: { created: CreatedApiKey; onClose: () => void }) {
  const t = useText()
  const copyButton = useRef<HTMLButtonElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const [copy, setCopy] = useState<'copied' | 'failed'>()
  const [leave, setLeave] = useState<() => void>()
  const isLeaving = useRef(false)
  useLeaveGuard(
    () => copy !== 'copied' && !isLeaving.current,
    (next) => setLeave(() => next),
  )

  const copySecret = async () => {
    try {
      await navigator.clipboard.writeText(created.secret)
      setCopy('copied')
      announce(t('secret.copied'))
    } catch {
      // On plain http there is no clipboard, and a browser may refuse.
      setCopy('failed')
      field.current?.select()
    }
  }
  const close = () => {
    if (copy === 'copied') onClose()
    else setLeave(() => onClose)
  }

  return (
    <>
      <Dialog
        title={t('secret.title', { name: created.name })}
        initialFocus={copyButton}
        onClose={close}
        footer={
          <Button kind={copy === 'copied' ? 'primary' : 'line'} onClick={close}>
            {t('secret.done')}
          </Button>
        }
      >
        <p className="mb-4 font-semibold">{t('secret.once')}</p>
        <TextField
          ref={field}
          label={t('secret.label')}
          readOnly
          autoComplete="off"
          spellCheck={false}
          value={created.secret}
          onFocus={(focus) => focus.currentTarget.select()}
          onCopy={() => setCopy('copied')}
        />
        <Button
          ref={copyButton}
          kind={copy === 'copied' ? 'line' : 'primary'}
          className="mt-3 w-full"
          onClick={() => void copySecret()}
        >
          {copy === 'copied' && <Icon name="check" />}
          {t(copy === 'copied' ? 'secret.copied' : 'secret.copy')}
        </Button>
        <FormError text={copy === 'failed' ? t('secret.copy_failed') : undefined} />
      </Dialog>
      {leave && (
        <AlertDialog
          title={t('secret.leave')}
          confirm={t('secret.leave_confirm')}
          onConfirm={() => {
            isLeaving.current = true
            leave()
          }}
          onClose={() => setLeave(undefined)}
        >
          <p>{t('secret.leave_text')}</p>
        </AlertDialog>
      )}
    </>
  )
}
