import { useStore } from '@nanostores/react'
import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { FormError } from '../../ui/feedback/form-error.tsx'
import { showToast } from '../../ui/feedback/toast.tsx'
import { useFocusNext } from '../../ui/hooks/use-focus-next.ts'
import { useLeaveGuard } from '../../ui/hooks/use-leave-guard.ts'
import { AlertDialog } from '../../ui/overlays/alert-dialog.tsx'
import { Icon } from '../../ui/page/icon.tsx'
import { saveFile } from '../../ui/page/save-file.ts'
import { SettingsCard } from '../../ui/page/settings-card.tsx'
import { $session } from '../session/session-state.ts'
import { useText } from './texts.ts'
import type { RecoveryCodes } from './use-recovery-codes.ts'

export function RecoverySection({ left, recovery }: { left: number; recovery: RecoveryCodes }) {
  const t = useText()
  const id = useId()
  const focusNext = useFocusNext()
  const [isAsked, setIsAsked] = useState(false)
  const { codes, make, isMaking, failure } = recovery
  if (codes) {
    return (
      <NewCodes
        codes={codes}
        onSaved={() => {
          recovery.forget()
          focusNext(id)
        }}
      />
    )
  }
  return (
    <SettingsCard
      title={t('recovery.title')}
      text={
        <>
          <p>{t('recovery.text')}</p>
          <p className={left < 3 ? 'font-semibold text-ink' : ''}>{t('recovery.left', { count: left })}</p>
        </>
      }
      actions={
        <Button
          kind="line"
          id={id}
          busy={isMaking && t('busy')}
          onClick={() => (left > 0 ? setIsAsked(true) : make())}
        >
          {left > 0 ? t('recovery.make') : t('recovery.make_first')}
        </Button>
      }
    >
      <FormError text={failure} />
      {isAsked && (
        <AlertDialog
          title={t('recovery.make_question')}
          confirm={t('recovery.make')}
          onConfirm={() => {
            setIsAsked(false)
            make()
          }}
          onClose={() => setIsAsked(false)}
        >
          <p>{t('recovery.make_text')}</p>
        </AlertDialog>
      )}
    </SettingsCard>
  )
}

/** Shows new codes, only this once. */
function NewCodes({ codes, onSaved }: { codes: string[]; onSaved: () => void }) {
  const t = useText()
  const session = useStore($session)
  const list = useRef<HTMLUListElement>(null)
  const [isRefused, setIsRefused] = useState(false)
  const [leave, setLeave] = useState<() => void>()
  const isLeaving = useRef(false)
  useLeaveGuard(
    () => !isLeaving.current,
    (next) => setLeave(() => next),
  )
  useEffect(() => {
    list.current?.focus()
  }, [])

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(codes.join('\n'))
      showToast(t('recovery.copied'))
    } catch {
      // On plain http there is no clipboard, and a browser may refuse.
      setIsRefused(true)
    }
  }
  const email = 'user' in session ? session.user.email : ''
  const save = () =>
    saveFile(
      t('recovery.file'),
      new Blob([[t('recovery.file_head', { email }), '', ...codes, ''].join('\r\n')], { type: 'text/plain' }),
    )

  return (
    <SettingsCard
      title={t('recovery.title')}
      text={t('recovery.once')}
      actions={
        <span className="-mx-3 flex flex-wrap print:hidden">
          <Button kind="quiet" onClick={() => void copy()}>
            <Icon name="copy" />
            {t('recovery.copy')}
          </Button>
          <Button kind="quiet" onClick={save}>
            <Icon name="download" />
            {t('recovery.save')}
          </Button>
        </span>
      }
    >
      <FormError text={isRefused ? t('recovery.copy_failed') : undefined} />
      <ul
        ref={list}
        tabIndex={-1}
        aria-label={t('recovery.title')}
        className="mt-4 grid grid-cols-fill-85 gap-x-4 gap-y-2 rounded-control bg-sunken p-4 text-meta font-semibold tabular-nums"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Button className="mt-4 print:hidden" onClick={onSaved}>
        {t('recovery.done')}
      </Button>
      {leave && (
        <AlertDialog
          title={t('recovery.leave')}
          confirm={t('recovery.leave_confirm')}
          onConfirm={() => {
            isLeaving.current = true
            leave()
          }}
          onClose={() => setLeave(undefined)}
        >
          <p>{t('recovery.leave_text')}</p>
        </AlertDialog>
      )}
    </SettingsCard>
  )
}
