/** D52: whose sign-up an organizer approves: nobody's, that of people not yet in the organization, or everybody's. */
export const approvals = ['none', 'unknown', 'all'] as const
export type Approval = (typeof approvals)[number]

type Rules = { approval: Approval; needs_tag: string | null }

/** D52, D53: such a sign-up is answered as a request, whoever it is of. */
export const asksFirst = ({ approval, needs_tag }: Rules): boolean =>
  approval !== 'none' || needs_tag !== null
