import type { Language } from './language.ts'

export const terms = {
  version: '1.3',
  /** Versions accepted in a sign-up, because a page opened before a change still shows the previous one. */
  known_versions: ['1.3'],
  date: '2025-05-02',
  minimum_age: 16,
  retention_months: 24,
  termination_days: 30,
  change_notice_days: 30,
} as const

/** Terms announced by the first release that names them, by an email to every account and on the pages (D24). */
export type AnnouncedTerms = {
  version: string
  /** Day of the announcement, at least `change_notice_days` before `date`. */
  announced_on: string
  date: string
  summary: Record<Language, string>
}

export const announcedTerms: AnnouncedTerms | null = null
