import type { MemberInvitation } from '@muster/contract/members'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { errorText } from '../../api/api-error.ts'
import { useDateFormat } from '../../format/dates.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Badge } from '../../ui/feedback/badge.tsx'
import { showToast } from '../../ui/feedback/toast.tsx'
import { useFocusNext } from '../../ui/hooks/use-focus-next.ts'
import { showFailure } from '../../ui/overlays/failure-dialog.tsx'
import { useOrganization } from '../organizations/use-organization.ts'
import { changeInvitation, refreshMembers, sendAgain, withdrawInvitation } from './api.ts'
import type { Question } from './confirm-dialog.tsx'
import { actionsId, type Row } from './member-row.tsx'
import { useText } from './texts.ts'

export function useInvitationRows(
  invitations: readonly MemberInvitation[],
  onAsk: (question: Question) => void,
): Row[] {
  const t = useText()
  const format = useDateFormat(useOrganization()?.time_zone ?? 'UTC')
  const resend = useResend()
  const focusNext = useFocusNext()

  const askToWithdraw = ({ id, email, state }: MemberInvitation) =>
    onAsk({
      title: t('withdraw_question', { name: email }),
      text: t(`withdraw_text.${state}`),
      confirm: t('withdraw'),
      done: t('withdrawn'),
      run: () => withdrawInvitation(id),
      opener: actionsId({ key: id }),
    })

  return invitations.map((invitation) => {
    const { id, email, role, leads, state, invited_by, sent_at, expires_at } = invitation
    const date = format.shortDate(sent_at)
    return {
      key: id,
      name: email,
      role,
      leads,
      note: invited_by ? t('list.invited_by', { date, name: invited_by }) : t('list.invited_at', { date }),
      state: <Badge tone={state === 'expired' ? 'miss' : 'wait'}>{t(`state.${state}`)}</Badge>,
      seen:
        state === 'invited' ? (
          t('list.until', { date: format.shortDate(expires_at) })
        ) : (
          <SendAgainButton
            email={email}
            isSending={resend.isPending && resend.variables === id}
            // The focus moves to the row, because the button disappears.
            onClick={() => resend.mutate(id, { onSuccess: () => focusNext(id) })}
          />
        ),
      change: (body) => changeInvitation(id, body),
      entries: [
        { label: t('send_again'), onSelect: () => resend.mutate(id) },
        'rule',
        { label: t('withdraw'), danger: true, onSelect: () => askToWithdraw(invitation) },
      ],
    }
  })
}

function useResend() {
  const t = useText()
  const client = useQueryClient()
  return useMutation({
    mutationFn: sendAgain,
    onSuccess: async ({ email }) => {
      await refreshMembers(client)
      showToast(t('sent_again', { email }))
    },
    onError: (error) => {
      showFailure(errorText(error, t('failed')))
      void refreshMembers(client)
    },
  })
}

type SendAgainButtonProps = { email: string; isSending: boolean; onClick: () => void }

function SendAgainButton({ email, isSending, onClick }: SendAgainButtonProps) {
  const t = useText()
  return (
    <Button
      kind="quiet"
      className="-ml-3"
      aria-label={t('send_again_to', { email })}
      busy={isSending && t('invite.busy')}
      onClick={onClick}
    >
      {t('send_again')}
    </Button>
  )
}
