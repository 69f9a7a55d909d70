import type { Event } from '@muster/contract/events'
import type { Request } from '@muster/contract/requests'
import type { Shift } from '@muster/contract/shifts'
import { useState } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { useFocusNext } from '../../ui/hooks/use-focus-next.ts'
import { NoDialog, YesDialog } from './answer-dialogs.tsx'
import { noId, RequestRow, yesId } from './request-row.tsx'
import { useText } from './texts.ts'
import { useAnswerRequests } from './use-answer-requests.ts'

/** D52: each is answered alone, or those that are ticked together. A tick takes all of its form along (D54). */
export function RequestList({
  event,
  requests,
  shifts,
  namesShifts,
  labelledBy,
  lastId,
}: {
  event: Event
  requests: readonly Request[]
  shifts: readonly Shift[]
  /** Whether each row says which shift it is about. */
  namesShifts: boolean
  labelledBy: string
  /** What gets the focus when none is left. */
  lastId: string
}) {
  const t = useText()
  const focusNext = useFocusNext()
  const [chosen, setChosen] = useState<readonly string[]>([])
  const ticked = requests.filter(({ id }) => chosen.includes(id))
  // After "No" the focus never goes to "Yes": a second press of the key would approve.
  const answer = useAnswerRequests(event, (answered, said) => {
    const next = nextOf(requests, answered)
    focusNext(next ? (said === 'denied' ? noId(next) : yesId(next)) : lastId)
  })
  const tick = ({ id, form_id }: Request, isTicked: boolean) =>
    setChosen(
      isTicked
        ? [...chosen, ...requests.filter((each) => each.form_id === form_id).map((each) => each.id)]
        : chosen.filter((each) => each !== id),
    )
  const closeDialog = () => {
    const [denied, asked] = [answer.denying?.[0], answer.question?.requests[0]]
    answer.close()
    if (denied) focusNext(noId(denied))
    else if (asked) focusNext(yesId(asked))
  }
  return (
    <>
      <ul
        aria-labelledby={labelledBy}
        hidden={requests.length === 0}
        className="@container divide-y divide-line rounded-control border border-line bg-surface"
      >
        {requests.map((request) => (
          <RequestRow
            key={request.id}
            event={event}
            request={request}
            shift={namesShifts ? shifts.find(({ id }) => id === request.shift_id) : undefined}
            isTicked={chosen.includes(request.id)}
            isBusy={answer.isBusy}
            onTick={requests.length > 1 ? (isTicked) => tick(request, isTicked) : undefined}
            onYes={() => answer.approve([request])}
            onNo={() => answer.askReason([request])}
          />
        ))}
      </ul>
      {ticked.length > 0 && (
        <div className="sticky -bottom-6 flex flex-wrap justify-end gap-2 bg-canvas pt-2 pb-6 in-[.dock]:bg-surface">
          <Button
            kind="line"
            aria-disabled={answer.isBusy}
            onClick={() => !answer.isBusy && answer.askReason(ticked)}
          >
            {t('no_to', { count: ticked.length })}
          </Button>
          <Button busy={answer.isBusy && t('answering')} onClick={() => answer.approve(ticked)}>
            {t('yes_to', { count: ticked.length })}
          </Button>
        </div>
      )}
      {answer.question && (
        <YesDialog
          question={answer.question}
          shifts={shifts}
          isBusy={answer.isBusy}
          onYes={answer.approve}
          onClose={closeDialog}
        />
      )}
      {answer.denying && (
        <NoDialog
          requests={answer.denying}
          isBusy={answer.isBusy}
          problem={answer.problem}
          onNo={answer.deny}
          onClose={closeDialog}
        />
      )}
    </>
  )
}

/** Returns the first that is left below what was answered, or else above. */
function nextOf(requests: readonly Request[], answered: readonly string[]): Request | undefined {
  const isLeft = ({ id }: Request) => !answered.includes(id)
  const first = requests.findIndex((each) => !isLeft(each))
  return requests.slice(first).find(isLeft) ?? requests.findLast(isLeft)
}
