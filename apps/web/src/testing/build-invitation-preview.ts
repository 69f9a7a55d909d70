import type { InvitationPreview } from '@muster/contract/send-invitations'

export const buildInvitationPreview = (given: Partial<InvitationPreview> = {}): InvitationPreview => ({
  language: 'sv',
  email: { subject: 'Kan du hjälpa till?', text: 'Hej Bo!' },
  sms: { text: 'Kan du hjälpa till? Svara: x', characters: 184, segments: 2 },
  emails: 2,
  texts: 1,
  sms_segments: 2,
  unreachable: [],
  ...given,
})
