import { useRef, useState } from 'react'
import { useDateFormat } from '../../../format/dates.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { TextArea } from '../../../ui/controls/text-field.tsx'
import { FormError } from '../../../ui/feedback/form-error.tsx'
import { Icon } from '../../../ui/page/icon.tsx'
import { Consequence, ShiftDialog } from '../cancel-dialog.tsx'
import type { SwapShift } from '../own-shifts.ts'
import { useText } from '../texts.ts'
import type { Action } from '../use-changes.ts'
import { useSwapText } from './texts.ts'

type SwapDialogProps = {
  shift: SwapShift
  event: { name: string; time_zone: string }
  running: Action | undefined
  problem: string | undefined
  onChange: (change: 'swap' | 'withdraw') => void
  onClose: () => void
}

/** D58 */
export function SwapDialog({ shift, event, running, problem, onChange, onClose }: SwapDialogProps) {
  const t = useSwapText()
  const words = useText()
  const { url } = shift.swap
  return (
    <ShiftDialog
      title={words(url === null ? 'swap.find' : 'swap.looking')}
      shift={shift}
      timeZone={event.time_zone}
      busy={running !== undefined}
      onClose={onClose}
    >
      <ul className="grid gap-3">
        <Consequence icon="check">{t('stays')}</Consequence>
        {url === null && <Consequence icon="share">{t('first')}</Consequence>}
        <Consequence icon="send">{t('told')}</Consequence>
      </ul>
      <div className="grid gap-3">
        {url !== null && <Message shift={shift} event={event} url={url} />}
        <FormError text={problem} className="mt-0" />
        {url === null ? (
          <Button
            size="big"
            busy={running === 'swap' && words('submitting')}
            onClick={() => onChange('swap')}
          >
            {t('make')}
          </Button>
        ) : (
          <Button
            kind="line"
            size="tall"
            busy={running === 'withdraw' && words('submitting')}
            onClick={() => onChange('withdraw')}
          >
            {t('withdraw')}
          </Button>
        )}
        <Button kind="quiet" size="tall" aria-disabled={running !== undefined} onClick={onClose}>
          {t('close')}
        </Button>
      </div>
    </ShiftDialog>
  )
}

type MessageProps = Pick<SwapDialogProps, 'event'> & { shift: SwapShift; url: string }

/** A text to send. Neither the share sheet nor the clipboard exists on plain http; then it is selected. */
function Message({ shift: { role, start_dt, end_dt }, event, url }: MessageProps) {
  const t = useSwapText()
  const format = useDateFormat(event.time_zone)
  const field = useRef<HTMLTextAreaElement>(null)
  const [isCopied, setCopied] = useState(false)
  const when = `${format.day(start_dt)} ${format.timeRange(start_dt, end_dt)}`
  const text = t('text', { role: role.name, when, event: event.name, url })
  const copy = async () => {
    const { clipboard }: { clipboard?: Clipboard } = navigator
    const done = await clipboard?.writeText(text).then(
      () => true,
      () => false,
    )
    if (done) setCopied(true)
    else field.current?.focus()
  }
  return (
    <>
      <TextArea
        ref={field}
        label={t('message')}
        hint={t('hint')}
        rows={3}
        readOnly
        value={text}
        onFocus={(focus) => focus.currentTarget.select()}
      />
      {'share' in navigator && (
        // It rejects when the reader closes the share sheet.
        <Button size="big" onClick={() => void navigator.share({ text }).catch(() => undefined)}>
          <Icon name="share" />
          {t('share')}
        </Button>
      )}
      <Button kind="line" size="tall" onClick={() => void copy()}>
        <Icon name={isCopied ? 'check' : 'copy'} />
        <span aria-live="polite">{t(isCopied ? 'copied' : 'copy')}</span>
      </Button>
    </>
  )
}
