import type { Member, MemberInvitation } from '@muster/contract/members'
import { type MemberRole, mayReadLinks } from '@muster/contract/rules/member-role'
import { useId, useState } from 'react'
import { useFocusNext } from '../../ui/hooks/use-focus-next.ts'
import { cardClass } from '../../ui/page/card.ts'
import { ConfirmDialog, type Question } from './confirm-dialog.tsx'
import { LeadsDialog } from './leads-dialog.tsx'
import { actionsId, MemberRow, type Row } from './member-row.tsx'
import { useText } from './texts.ts'
import { useInvitationRows } from './use-invitation-rows.tsx'
import { useMemberRows } from './use-member-rows.tsx'
import { useRoleChange } from './use-role-change.ts'

const losesLinks = ({ isMember = false, role }: Row, next: MemberRole): boolean =>
  isMember && mayReadLinks(role) && !mayReadLinks(next)

export function MemberList({
  members,
  invitations,
}: {
  members: readonly Member[]
  invitations: readonly MemberInvitation[]
}) {
  const t = useText()
  const headingId = useId()
  const focusNext = useFocusNext()
  const [question, setQuestion] = useState<Question>()
  const [leading, setLeading] = useState<Row>()
  const closeLeads = () => {
    setLeading(undefined)
    // Opened from the menu of the row; the select that makes a leader gets the focus back by itself.
    if (leading?.role === 'leader') focusNext(actionsId(leading))
  }
  const change = useRoleChange(closeLeads)
  const invitationRows = useInvitationRows(invitations, setQuestion)
  const memberRows = useMemberRows(members, setQuestion)

  const choose = (row: Row, role: MemberRole) => {
    if (role === 'leader') setLeading(row)
    else if (row.isMember && (row.role === 'owner' || losesLinks(row, role)))
      setQuestion(askToDemote(row, role))
    else change.mutate({ row, body: { role } })
  }

  const askToDemote = (row: Row, role: Exclude<MemberRole, 'leader'>): Question => ({
    title: t('role_question', { name: row.name, role: t(`role.${role}`) }),
    text: t(row.role === 'owner' ? 'keys_end' : 'loses_contacts', { name: row.name }),
    confirm: t('role_confirm'),
    done: t('role_changed', { name: row.name, role: t(`role.${role}`) }),
    run: (replaces_links) => row.change({ role }, replaces_links),
    offersLinks: losesLinks(row, role),
  })

  return (
    <section className={cardClass()}>
      <h2 id={headingId} tabIndex={-1} className="text-h3">
        {[
          t('list.members', { count: members.length }),
          ...(invitations.length > 0 ? [t('list.invited', { count: invitations.length })] : []),
        ].join(', ')}
      </h2>
      <ul className="mt-3 divide-y divide-line">
        {[...invitationRows, ...memberRows].map((row) => (
          <MemberRow
            key={row.key}
            row={row}
            onRole={(role) => choose(row, role)}
            onLead={() => setLeading(row)}
          />
        ))}
      </ul>
      {question && (
        <ConfirmDialog
          question={question}
          onDone={() => {
            setQuestion(undefined)
            focusNext(headingId)
          }}
          onClose={() => {
            setQuestion(undefined)
            if (question.opener) focusNext(question.opener)
          }}
        />
      )}
      {leading && (
        <LeadsDialog
          name={leading.name}
          {...(leading.isMember &&
            leading.role === 'owner' && { note: t('keys_end', { name: leading.name }) })}
          led={leading.leads.map(({ id }) => id)}
          busy={change.isPending}
          offersLinks={losesLinks(leading, 'leader')}
          onSave={(lead_role_ids, replaces_links) =>
            change.mutate({ row: leading, body: { role: 'leader', lead_role_ids }, replaces_links })
          }
          onClose={closeLeads}
        />
      )}
    </section>
  )
}
