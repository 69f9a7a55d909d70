import type { Translation } from '@muster/contract/translate'
import { defineTexts } from '../../../i18n/define-texts.ts'

const en = {
  add: 'Add a child or a friend',
  person: 'Person {{number}}',
  remove: 'Remove',
  remove_person: 'Remove person {{number}}',
  minor: 'Under 16, and I am their guardian',
  too_young: 'This shift is from {{age}} years.',
  not_shown: 'Children’s names are never shown on the event page.',
  too_few_one: 'Only {{count}} place is left, and you are {{people}}. A shift takes all of you or nobody.',
  too_few_other:
    'Only {{count}} places are left, and you are {{people}}. A shift takes all of you or nobody.',
  one_in_line: 'A place in line is for one person: {{name}}.',
  you: 'you',
  accept_all: 'We are all at least {{age}}, and I accept the terms',
  accept_guardian: 'I am the guardian of {{names}}, am with them on these shifts, and accept the terms',
  accept_age: 'Everybody is at least {{age}}',
  child: 'the child',
} as const

const sv = {
  add: 'Lägg till barn eller vän',
  person: 'Person {{number}}',
  remove: 'Ta bort',
  remove_person: 'Ta bort person {{number}}',
  minor: 'Under 16 år, och jag är vårdnadshavare',
  too_young: 'Det här passet är från {{age}} år.',
  not_shown: 'Barns namn visas aldrig på evenemangets sida.',
  too_few_one: 'Bara {{count}} plats är ledig, och ni är {{people}}. Ett pass tar alla eller ingen.',
  too_few_other: 'Bara {{count}} platser är lediga, och ni är {{people}}. Ett pass tar alla eller ingen.',
  one_in_line: 'En plats i kön gäller en person: {{name}}.',
  you: 'dig',
  accept_all: 'Vi har alla fyllt {{age}} år, och jag godkänner villkoren',
  accept_guardian: 'Jag är vårdnadshavare för {{names}}, är med dem på passen och godkänner villkoren',
  accept_age: 'Alla har fyllt {{age}} år',
  child: 'barnet',
} satisfies Translation<typeof en>

/** D54. Apart from the texts of the form, so that its first load stays small. */
export const useTogetherText = defineTexts('signup_together', { en, sv })
