import { LIMITS } from '@muster/contract/rules/text'
import { type FormEvent, type ReactNode, useId, useRef } from 'react'
import { useDateFormat } from '../../format/dates.ts'
import { Button } from '../../ui/controls/button.tsx'
import { TextArea } from '../../ui/controls/text-field.tsx'
import { FormError } from '../../ui/feedback/form-error.tsx'
import { useMaxLength } from '../../ui/hooks/use-max-length.ts'
import { dialogClass } from '../../ui/overlays/dialog-classes.ts'
import { Modal } from '../../ui/overlays/modal.tsx'
import { Icon, type IconName } from '../../ui/page/icon.tsx'
import type { OpenShift } from './own-shifts.ts'
import { useText } from './texts.ts'

/** On phones the dialog is at the bottom, within reach of the thumb. */
const sheetClass = dialogClass({
  size: null,
  className: [
    'tablet:w-[min(480px,100vw-32px)] max-tablet:mb-0 max-tablet:max-h-[92dvh]',
    'max-tablet:w-full max-tablet:max-w-none max-tablet:rounded-b-none',
  ],
})

const COUNTED_FROM = 160

type CancelDialogProps = {
  shift: OpenShift
  timeZone: string
  reason: string
  isBusy: boolean
  problem: string | undefined
  onReason: (reason: string) => void
  onCancel: () => void
  onClose: () => void
}

export function CancelDialog({
  shift,
  timeZone,
  reason,
  isBusy,
  problem,
  onReason,
  onCancel,
  onClose,
}: CancelDialogProps) {
  const t = useText()
  const atMost = useMaxLength()(LIMITS.reason)
  const field = useRef<HTMLTextAreaElement>(null)
  const length = reason.trim().length
  const isTooLong = length > atMost.value
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isTooLong) field.current?.focus()
    else onCancel()
  }
  return (
    <ShiftDialog title={t('cancel.open')} shift={shift} timeZone={timeZone} busy={isBusy} onClose={onClose}>
      <ul className="grid gap-3">
        <Consequence icon="out">{t('cancel.frees')}</Consequence>
        <Consequence icon="send">{t('cancel.told')}</Consequence>
        <Consequence icon="undo">{t('cancel.back')}</Consequence>
      </ul>
      <form className="grid gap-5" noValidate onSubmit={submit}>
        <TextArea
          ref={field}
          label={t('cancel.reason')}
          optional
          rows={2}
          value={reason}
          hint={
            length < COUNTED_FROM || isTooLong
              ? t('cancel.reason_hint')
              : t('cancel.left', { count: atMost.value - length })
          }
          error={isTooLong ? atMost.message : undefined}
          onChange={({ target }) => onReason(target.value)}
        />
        <div className="grid gap-3">
          <FormError text={problem} className="mt-0" />
          <Button type="submit" size="big" busy={isBusy && t('submitting')}>
            {t('cancel.confirm')}
          </Button>
          <Button kind="line" size="tall" aria-disabled={isBusy} onClick={isBusy ? undefined : onClose}>
            {t('cancel.keep')}
          </Button>
        </div>
      </form>
    </ShiftDialog>
  )
}

export function ShiftDialog({
  title,
  shift,
  timeZone,
  busy = false,
  onClose,
  children,
}: {
  title: string
  shift: OpenShift
  timeZone: string
  busy?: boolean
  onClose: () => void
  children: ReactNode
}) {
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const format = useDateFormat(timeZone)
  return (
    // The heading has the focus: a focused field would open a phone's keyboard.
    <Modal className={sheetClass} labelledBy={id} initialFocus={heading} busy={busy} onClose={onClose}>
      <div className="grid gap-5 overflow-auto overscroll-contain px-5 pt-6 pb-safe-6 wrap-anywhere tablet:px-6">
        <h2 id={id} ref={heading} tabIndex={-1} className="text-h1/tight font-bold">
          {title}
        </h2>
        <p className="rounded-control bg-sunken p-4">
          <b className="block">{shift.role.name}</b>
          <time dateTime={shift.start_dt}>
            {format.day(shift.start_dt)}, {format.timeRange(shift.start_dt, shift.end_dt)}
          </time>
        </p>
        {children}
      </div>
    </Modal>
  )
}

export function Consequence({ icon, children }: { icon: IconName; children: string }) {
  return (
    <li className="flex gap-3">
      <Icon name={icon} className="mt-0.5 text-ink-3" />
      {children}
    </li>
  )
}
