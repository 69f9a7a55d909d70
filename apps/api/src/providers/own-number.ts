/** Numbers of ours, E.164, and whose they are; null: everybody's (D31). */
export type Numbers = readonly { number: string; organization_id: string | null }[]

/** The number of that organisation alone, or with null the one of everybody's. */
export function ownNumberOf(numbers: Numbers, organization_id: string | null): string | undefined {
  return numbers.find((each) => each.organization_id === organization_id)?.number
}

/** Whose number it is. Null: everybody's. */
export function ownerOf(numbers: Numbers, number: string): string | null {
  return numbers.find((each) => each.number === number)?.organization_id ?? null
}
