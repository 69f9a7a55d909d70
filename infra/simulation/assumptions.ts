/* Assumptions that no measurement gives: how people behave, and what the deployment has. Times are in ms. */

export const assumptions = {
  seed: 1,
  /** Time from the opening on. The tables count what happened within it. */
  watched: 120_000,
  /** Size of the one event, which has 2,000 places. */
  shifts: 100,
  places: 20,
  /** Half of the people want one of the ten shifts that most want. */
  popular_shifts: 10,
  popular_share: 0.5,
  /** Half of the people have a form open and wait for the opening; they press 2 s after it on average (exponential). */
  early_share: 0.5,
  early_press: 2_000,
  /** The others open the page within 45 s, and take 15 s on average for the form (lognormal). */
  late_within: 45_000,
  form: 15_000,
  form_sigma: 0.5,
  database_cores: 16,
  bits_per_s: 10e9,
  /** Locations of a CDN that each keep the page for a second (`s-maxage`), and serve it while they ask again. */
  cdn_locations: 50,
  cdn_fresh: 1_000,
} as const

export type Plan = { people: number; processes: number; hides_names?: boolean }

export const PLANS: readonly Plan[] = [2_000, 20_000, 200_000].flatMap((people) =>
  [1, 4, 20].map((processes) => ({ people, processes })),
)

/** The largest plan once more, with hidden names (D22). */
export const HIDDEN: Plan = { people: 200_000, processes: 20, hides_names: true }
