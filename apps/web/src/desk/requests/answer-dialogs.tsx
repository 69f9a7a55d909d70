import type { Request } from '@muster/contract/requests'
import { LIMITS } from '@muster/contract/rules/text'
import type { Shift } from '@muster/contract/shifts'
import { useState } from 'react'
import { fullName } from '../../format/names.ts'
import { TextArea } from '../../ui/controls/text-field.tsx'
import { useMaxLength } from '../../ui/hooks/use-max-length.ts'
import { AlertDialog } from '../../ui/overlays/alert-dialog.tsx'
import type { Allowed } from './api.ts'
import { useListNames } from './list-names.ts'
import { useText } from './texts.ts'
import type { Question } from './use-answer-requests.ts'

/** D20, D14: before a full shift is raised, and before somebody gets two shifts at a time. */
export function YesDialog({
  question: { kind, requests, allowed },
  shifts,
  isBusy,
  onYes,
  onClose,
}: {
  question: Question
  shifts: readonly Shift[]
  isBusy: boolean
  onYes: (requests: readonly Request[], allowed: Allowed) => void
  onClose: () => void
}) {
  const t = useText()
  const people = useListNames()(requests)
  const asked = shifts.filter(({ id }) => requests.some(({ shift_id }) => shift_id === id))
  const [only] = asked
  const isFull = kind === 'shift_full'
  const raise =
    only && asked.length === 1
      ? t('full.raise_to', { count: raisedTo(only, requests.length) })
      : t('full.raise')
  return (
    <AlertDialog
      title={isFull ? t(asked.length > 1 ? 'full.title_several' : 'full.title') : t('conflict.title')}
      confirm={isFull ? raise : t('conflict.confirm')}
      kind="primary"
      busy={isBusy && t('answering')}
      onConfirm={() =>
        onYes(requests, { ...allowed, ...(isFull ? { raise: true } : { despite_conflict: true }) })
      }
      onClose={onClose}
    >
      <p>{t(isFull ? 'full.text' : 'conflict.text', people)}</p>
    </AlertDialog>
  )
}

/** Places in line count as taken (D44). */
function raisedTo({ required_qty, waiting, assignment }: Shift, count: number): number {
  const confirmed = assignment.filter(({ status }) => status === 'CONFIRMED').length
  return Math.max(required_qty, confirmed + waiting) + count
}

export function NoDialog({
  requests,
  isBusy,
  problem,
  onNo,
  onClose,
}: {
  requests: readonly Request[]
  isBusy: boolean
  problem: string | undefined
  onNo: (requests: readonly Request[], reason: string) => void
  onClose: () => void
}) {
  const t = useText()
  const tooLong = useMaxLength()(LIMITS.reason)
  const [reason, setReason] = useState('')
  const isTooLong = reason.trim().length > LIMITS.reason
  const [first] = requests
  const isOne = first && requests.every((each) => fullName(each) === fullName(first))
  return (
    <AlertDialog
      title={
        isOne
          ? t('deny.title', { name: fullName(first) })
          : t('deny.title_several', { count: requests.length })
      }
      confirm={t('deny.confirm')}
      busy={isBusy && t('answering')}
      problem={problem}
      onConfirm={() => !isTooLong && onNo(requests, reason)}
      onClose={onClose}
    >
      <p>{t('deny.text')}</p>
      <TextArea
        className="mt-4"
        label={t('deny.reason')}
        hint={t('deny.hint')}
        optional
        rows={2}
        value={reason}
        error={isTooLong ? tooLong.message : undefined}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
    </AlertDialog>
  )
}
