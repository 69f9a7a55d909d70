import type { Organization } from '@muster/contract/organizations'
import { mayReadLinks } from '@muster/contract/rules/member-role'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { errorText } from '../../api/api-error.ts'
import { chooseOrganization } from '../../api/current-organization.ts'
import { screens } from '../../paths.ts'
import { Button } from '../../ui/controls/button.tsx'
import { showToast } from '../../ui/feedback/toast.tsx'
import { AlertDialog } from '../../ui/overlays/alert-dialog.tsx'
import { cardClass } from '../../ui/page/card.ts'
import { ReplaceLinksTick } from '../assignments/links/replace-links-tick.tsx'
import { removeFromList } from '../organizations/api.ts'
import { leaveOrganization } from './api.ts'
import { useText } from './texts.ts'

export function OwnMembership({ organization: { id, name, role } }: { organization: Organization }) {
  const t = useText()
  const navigate = useNavigate()
  const client = useQueryClient()
  const [isAsked, setIsAsked] = useState(false)
  const [replacesLinks, setReplacesLinks] = useState(false)
  const leave = useMutation({
    mutationFn: () => leaveOrganization(replacesLinks),
    onSuccess: () => {
      showToast(t('own.left', { organization: name }))
      removeFromList(client, id)
      chooseOrganization(null)
      void navigate(screens.shifts, { replace: true })
    },
  })
  return (
    <section className={cardClass({ className: 'grid justify-items-start gap-3' })}>
      <h2 className="text-h3">{t('own.title')}</h2>
      <p>{t('own.text', { role: t(`role.${role}`), organization: name })}</p>
      <p className="text-meta text-ink-2">{t(`about_role.${role}`)}</p>
      <Button kind="line" className="wrap-anywhere" onClick={() => setIsAsked(true)}>
        {t('own.leave', { organization: name })}
      </Button>
      {isAsked && (
        <AlertDialog
          title={t('own.leave_question', { organization: name })}
          confirm={t('own.leave_confirm')}
          busy={leave.isPending && t('busy')}
          problem={leave.error ? errorText(leave.error, t('failed')) : undefined}
          onConfirm={() => leave.mutate()}
          onClose={() => setIsAsked(false)}
        >
          <p>{t('own.leave_text')}</p>
          {role === 'owner' && <p className="mt-2">{t('own.keys_end')}</p>}
          {mayReadLinks(role) && <ReplaceLinksTick checked={replacesLinks} onChange={setReplacesLinks} />}
        </AlertDialog>
      )}
    </section>
  )
}
