import type { BatchPreview, Consequences } from '@muster/contract/shifts'

const nobody = { question: 0, notice: 0, nothing: 0 }

export function buildConsequences({ people, ...given }: Partial<Consequences> = {}): Consequences {
  return {
    people: {
      confirmed: nobody,
      asked: nobody,
      expired: nobody,
      not_asked: nobody,
      waiting: nobody,
      ...people,
    },
    emails: 0,
    sms: 0,
    texted_lately: 0,
    ...given,
  }
}

/** Builds what `told` confirmed people are told by e-mail. */
export function buildNotices({
  told,
  ...given
}: {
  told: number
  waiting_lists?: number
}): Consequences & { told: number } {
  const people = { ...buildConsequences().people, confirmed: { ...nobody, notice: told } }
  return { told, ...buildConsequences({ people, emails: told }), ...given }
}

/** Builds what a batch would do: `told` confirmed people hear of it by e-mail. */
export function buildPreview({
  told = 0,
  ...given
}: Partial<BatchPreview> & { told?: number } = {}): BatchPreview {
  const people = { ...buildConsequences().people, confirmed: { ...nobody, notice: told } }
  return {
    ...buildConsequences({ people, emails: told }),
    clashes: [],
    left_out: [],
    clash_count: 0,
    ...given,
  }
}
