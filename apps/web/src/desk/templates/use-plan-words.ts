import { useText } from './texts.ts'

type Counts = { roles: number; shifts: number; places: number }

/** How much of a plan there is, in words. */
export function usePlanWords() {
  const t = useText()
  const shifts = ({ shifts: count }: Pick<Counts, 'shifts'>) => t('shifts', { count })
  return {
    roles: ({ roles: count }: Pick<Counts, 'roles'>) => t('roles', { count }),
    shifts,
    shiftsAndPlaces: (counts: Pick<Counts, 'shifts' | 'places'>) =>
      `${shifts(counts)}, ${t('places', { count: counts.places })}`,
  }
}
