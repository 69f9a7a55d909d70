import type { Language } from '@muster/contract/language'
import { type MemberRole, memberRoles } from '@muster/contract/rules/member-role'
import { addNamespace } from '@muster/contract/translate'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { button, heading, paragraph } from '../../mail/email.ts'
import { formatDeadline, zoneLabel } from '../../mail/shift-summary.ts'
import { toShownName } from '../../mail/text.ts'
import { endedWhere } from './ended-where.ts'
import { emailTemplate, type Kind } from './kind.ts'

/** M2: invites an address to become a member. */
export const memberInvitation = {
  email: emailTemplate({
    payload: z.object({
      invitation_id: z.string(),
      round: z.number(),
      organization: z.string(),
      role: z.enum(memberRoles),
      /** With the e-mail address of the account, which is proven; its name is already written by `toPersonName`. */
      invited_by: z.string(),
      expires_at: z.string(),
      /** Rows queued by older versions do not have it. */
      time_zone: z.string().default('UTC'),
    }),
    write(
      { invitation_id, round, organization, role, invited_by, expires_at, time_zone },
      { language, links },
    ) {
      const t = texts[language]
      const subject = t('subject')
      const who = t('who', {
        invited_by,
        organization: toShownName(organization),
        role: roleName(role, language),
      })
      const until = t('until', {
        moment: `${formatDeadline(expires_at, { time_zone }, language)} (${zoneLabel(time_zone)})`,
      })
      return {
        subject,
        preheader: who,
        blocks: [
          heading(subject),
          paragraph(who),
          button(t('open'), links.join({ invitation_id, round })),
          paragraph(until),
          paragraph(t('not_you')),
        ],
      }
    },
  }),
  refresh: endedWhere(
    'account_message',
    (now) => sql`not exists (
      select from member_invitation
      where id = (m.payload->>'invitation_id')::uuid and round = (m.payload->>'round')::int and withdrawn_at is null
        and used_at is null and expires_at > ${now}
    )`,
  ),
} satisfies Kind

const roleName = (role: MemberRole, language: Language) => texts[language](`role.${role}`)

const texts = addNamespace('email_member_invitation', {
  en: {
    subject: 'Your invitation to an organization in Muster',
    who: '{{invited_by}} invites you to {{organization}} in Muster, as {{role}}.',
    open: 'Accept the invitation',
    until: 'The link works once, until {{moment}}, and only for this address.',
    not_you: 'Don’t know what this is about? Then there is nothing to do.',
    role: { owner: 'owner', admin: 'admin', viewer: 'viewer', leader: 'shift leader' },
  },
  sv: {
    subject: 'Din inbjudan till en organisation i Muster',
    who: '{{invited_by}} bjuder in dig till {{organization}} i Muster, som {{role}}.',
    open: 'Tacka ja till inbjudan',
    until: 'Länken fungerar en gång, till {{moment}}, och bara för den här adressen.',
    not_you: 'Vet du inte vad det gäller? Då behöver du inte göra något.',
    role: { owner: 'ägare', admin: 'administratör', viewer: 'läsare', leader: 'passledare' },
  },
})
