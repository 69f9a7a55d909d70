import type { LedRole } from '@muster/contract/members'
import type { MemberRole } from '@muster/contract/rules/member-role'
import type { ReactNode } from 'react'
import { IconButton } from '../../ui/controls/button.tsx'
import { Menu, type MenuEntry } from '../../ui/controls/menu.tsx'
import { SelectBox } from '../../ui/controls/native-select.tsx'
import { Avatar } from '../../ui/page/avatar.tsx'
import { EmailText } from '../../ui/page/email-text.tsx'
import { Icon } from '../../ui/page/icon.tsx'
import type { RoleChange } from './api.ts'
import '../../styles/rows.css'
import { RoleOptions } from './role-fields.tsx'
import { useText } from './texts.ts'

/** Row of a member or an invitation. */
export type Row = {
  /** Also the id of the element, which gets the focus when a button of its row is gone. */
  key: string
  /** Name, or the e-mail address if there is none. */
  name: string
  role: MemberRole
  leads: readonly LedRole[]
  note?: string
  /** False for an invitation. */
  isMember?: boolean
  isYou?: boolean
  /** Text shown at the last owner, whose role cannot be changed. */
  lastOwner?: string
  state: ReactNode
  seen: ReactNode
  change: (body: RoleChange, replaces_links?: boolean) => Promise<unknown>
  entries: MenuEntry[]
}

export const actionsId = ({ key }: Pick<Row, 'key'>) => `actions-${key}`

export function MemberRow({
  row,
  onRole,
  onLead,
}: {
  row: Row
  onRole: (role: MemberRole) => void
  onLead: () => void
}) {
  const t = useText()
  return (
    <li id={row.key} tabIndex={-1} className="member-row items-center gap-x-4 gap-y-2 py-3">
      <NameCell row={row} />
      <RoleCell row={row} onRole={onRole} />
      <div className="[grid-area:state]">{row.state}</div>
      <p className="text-meta text-ink-2 [grid-area:seen]">{row.seen}</p>
      <Menu
        trigger={
          <IconButton
            id={actionsId(row)}
            className="justify-self-end [grid-area:menu]"
            label={t('list.actions_for', { name: row.name })}
          >
            <Icon name="more" />
          </IconButton>
        }
        entries={
          row.role === 'leader'
            ? [{ label: t('leads.change'), onSelect: onLead }, ...row.entries]
            : row.entries
        }
      />
    </li>
  )
}

function NameCell({ row }: { row: Row }) {
  const t = useText()
  return (
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
  )
}

function RoleCell({ row, onRole }: { row: Row; onRole: (role: MemberRole) => void }) {
  const t = useText()
  return (
    <div className="[grid-area:role]">
      {row.isYou || row.lastOwner ? (
        <p>
          {t(`role.${row.role}`)}
          {row.lastOwner && <span className="block text-hint text-ink-2">{row.lastOwner}</span>}
        </p>
      ) : (
        <SelectBox
          narrow
          aria-label={t('list.role_of', { name: row.name })}
          value={row.role}
          onChange={({ target: { value } }) => onRole(roleOf(value))}
        >
          <RoleOptions />
        </SelectBox>
      )}
    </div>
  )
}

const Invited = () => (
  <span className="grid size-8 flex-none place-items-center rounded-full border border-line text-ink-3">
    <Icon name="send" size="small" />
  </span>
)

const roleOf = (value: string): MemberRole =>
  value === 'owner' || value === 'admin' || value === 'leader' ? value : 'viewer'
