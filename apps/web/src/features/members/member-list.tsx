import type { LedRole, Member, MemberInvitation } from '@muster/contract/members'
import { isLastOwner, type MemberRole } from '@muster/contract/rules/member-role'
import { useStore } from '@nanostores/react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { errorText } from '../../api/api-error.ts'
import { useDateFormat } from '../../format/dates.ts'
import { paths } from '../../paths.ts'
import { Button, IconButton } from '../../ui/controls/button.tsx'
import { Menu, type MenuEntry } from '../../ui/controls/menu.tsx'
import { SelectBox } from '../../ui/controls/native-select.tsx'
import { Badge } from '../../ui/feedback/badge.tsx'
import { showToast } from '../../ui/feedback/toast.tsx'
import { showFailure } from '../../ui/overlays/failure-dialog.tsx'
import { Avatar } from '../../ui/page/avatar.tsx'
import { cardClass } from '../../ui/page/card.ts'
import { EmailText } from '../../ui/page/email-text.tsx'
import { Icon } from '../../ui/page/icon.tsx'
import { useOrganization } from '../organizations/use-organization.ts'
import { $session } from '../session/session-state.ts'
import {
  changeInvitation,
  changeMember,
  type RoleChange,
  refreshMembers,
  removeMember,
  sendAgain,
  withdrawInvitation,
} from './api.ts'
import '../../styles/rows.css'
import { ConfirmDialog, type Question } from './confirm-dialog.tsx'
import { LeadsDialog } from './leads-dialog.tsx'
import { RoleOptions } from './role-fields.tsx'
import { useText } from './texts.ts'

type Row = {
  key: string
  /** Else the e-mail address. */
  name: string
  role: MemberRole
  leads: readonly LedRole[]
  note?: string
  /** Not an invitation. */
  isMember?: boolean
  isYou?: boolean
  isLastOwner?: boolean
  state: ReactNode
  seen: ReactNode
  change: (body: RoleChange) => Promise<unknown>
  entries: MenuEntry[]
}

export function MemberList({
  members,
  invitations,
}: {
  members: readonly Member[]
  invitations: readonly MemberInvitation[]
}) {
  const t = useText()
  const client = useQueryClient()
  const navigate = useNavigate()
  const session = useStore($session)
  const organization = useOrganization()
  const format = useDateFormat(organization?.time_zone ?? 'UTC')
  const [question, setQuestion] = useState<Question>()
  const [leading, setLeading] = useState<Row>()
  const organizationName = organization?.name ?? ''
  const owners = members.filter(({ role }) => role === 'owner')
  const enabled_owners = owners.filter(({ is_disabled }) => !is_disabled)

  const change = useMutation({
    mutationFn: ({ row, body }: { row: Row; body: RoleChange }) => row.change(body),
    onSuccess: async (_, { row, body }) => {
      setLeading(undefined)
      showToast(t('role_changed', { name: row.name, role: t(`role.${body.role}`) }))
      await refreshMembers(client)
    },
    onError: (error) => showFailure(errorText(error, t('failed'))),
  })
  const resend = useMutation({
    mutationFn: sendAgain,
    onSuccess: async ({ email }) => {
      showToast(t('sent_again', { email }))
      await refreshMembers(client)
    },
    onError: (error) => showFailure(errorText(error, t('failed'))),
  })

  const rows: Row[] = [
    ...invitations.map(({ id, email, role, leads, state, invited_by, sent_at, expires_at }): Row => {
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
            <Button
              kind="quiet"
              className="-ml-3"
              aria-label={t('send_again_to', { email })}
              onClick={() => resend.mutate(id)}
            >
              {t('send_again')}
            </Button>
          ),
        change: (body) => changeInvitation(id, body),
        entries: [
          { label: t('send_again'), onSelect: () => resend.mutate(id) },
          'rule',
          {
            label: t('withdraw'),
            danger: true,
            onSelect: () =>
              setQuestion({
                title: t('withdraw_question', { name: email }),
                text: t('withdraw_text'),
                confirm: t('withdraw'),
                done: t('withdrawn'),
                run: () => withdrawInvitation(id),
              }),
          },
        ],
      }
    }),
    ...members.map(({ user_id, name: own_name, email, role, leads, last_seen_at, is_disabled }): Row => {
      const name = own_name ?? email
      const isYou = session.status === 'signed-in' && session.user.id === user_id
      const isLast = [owners, enabled_owners].some((each) => isLastOwner(idsOf(each), user_id))
      return {
        key: user_id,
        name,
        ...(own_name !== null && { note: email }),
        role,
        leads,
        isMember: true,
        isYou,
        isLastOwner: isLast,
        state: (
          <Badge tone={is_disabled ? 'miss' : 'ok'}>
            {t(is_disabled ? 'state.disabled' : 'state.active')}
          </Badge>
        ),
        seen: last_seen_at ? t('list.last_seen', { date: format.shortDate(last_seen_at) }) : t('list.never'),
        change: (body) => changeMember(user_id, body),
        entries: [
          {
            label: t('see_log', { name }),
            onSelect: () => void navigate(paths.logOf(user_id)),
          },
          ...(isYou || isLast
            ? []
            : [
                'rule' as const,
                {
                  label: t('remove', { organization: organizationName }),
                  danger: true,
                  onSelect: () =>
                    setQuestion({
                      title: t('remove_question', { name }),
                      text: t('remove_text', { name, organization: organizationName }),
                      confirm: t('remove', { organization: organizationName }),
                      done: t('removed', { name }),
                      run: () => removeMember(user_id),
                    }),
                },
              ]),
        ],
      }
    }),
  ]

  const choose = (row: Row, role: MemberRole) => {
    if (role === 'leader') setLeading(row)
    else change.mutate({ row, body: { role } })
  }

  return (
    <section className={cardClass()}>
      <h2 className="text-h3">
        {[
          t('list.members', { count: members.length }),
          ...(invitations.length > 0 ? [t('list.invited', { count: invitations.length })] : []),
        ].join(', ')}
      </h2>
      <ul className="mt-3 divide-y divide-line">
        {rows.map((row) => (
          <li key={row.key} className="member-row items-center gap-x-4 gap-y-2 py-3">
            <div className="flex min-w-0 items-center gap-3 [grid-area:name]">
              {row.isMember ? <Avatar name={row.name} size="small" /> : <Invited />}
              <div className="min-w-0">
                <p className="font-semibold">
                  <EmailText email={row.name} />{' '}
                  {row.isYou && <span className="font-normal text-ink-2">{t('list.you')}</span>}
                </p>
                {row.note && (
                  <p className="text-meta text-ink-2">
                    <EmailText email={row.note} />
                  </p>
                )}
                {row.role === 'leader' && (
                  <p className="text-meta text-ink-2">
                    {t('list.leads', { roles: row.leads.map(({ name }) => name).join(', ') })}
                  </p>
                )}
              </div>
            </div>
            <div className="[grid-area:role]">
              {row.isYou || row.isLastOwner ? (
                <p>
                  {t(`role.${row.role}`)}
                  {row.isLastOwner && (
                    <span className="block text-hint text-ink-2">{t('list.last_owner')}</span>
                  )}
                </p>
              ) : (
                <SelectBox
                  narrow
                  aria-label={t('list.role_of', { name: row.name })}
                  value={row.role}
                  onChange={({ target: { value } }) => choose(row, roleOf(value))}
                >
                  <RoleOptions />
                </SelectBox>
              )}
            </div>
            <div className="[grid-area:state]">{row.state}</div>
            <p className="text-meta text-ink-2 [grid-area:seen]">{row.seen}</p>
            <Menu
              trigger={
                <IconButton
                  className="justify-self-end [grid-area:menu]"
                  label={t('list.actions_for', { name: row.name })}
                >
                  <Icon name="more" />
                </IconButton>
              }
              entries={
                row.role === 'leader'
                  ? [{ label: t('leads.change'), onSelect: () => setLeading(row) }, ...row.entries]
                  : row.entries
              }
            />
          </li>
        ))}
      </ul>
      {question && <ConfirmDialog question={question} onClose={() => setQuestion(undefined)} />}
      {leading && (
        <LeadsDialog
          name={leading.name}
          led={leading.leads.map(({ id }) => id)}
          busy={change.isPending}
          onSave={(lead_role_ids) => change.mutate({ row: leading, body: { role: 'leader', lead_role_ids } })}
          onClose={() => setLeading(undefined)}
        />
      )}
    </section>
  )
}

const Invited = () => (
  <span className="grid size-8 flex-none place-items-center rounded-full border border-line text-ink-3">
    <Icon name="send" size="small" />
  </span>
)

const idsOf = (members: readonly Member[]) => members.map(({ user_id }) => user_id)

const roleOf = (value: string): MemberRole =>
  value === 'owner' || value === 'admin' || value === 'leader' ? value : 'viewer'
