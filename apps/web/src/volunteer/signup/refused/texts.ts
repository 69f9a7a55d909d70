import type { Translation } from '@muster/contract/translate'
import { defineTexts } from '../../../i18n/define-texts.ts'

const en = {
  title: 'We could not give you every shift',
  reasons: {
    shift_full: 'The last place was just taken.',
    shift_over: 'This shift has begun or is over.',
    shift_moved: 'This shift has moved.',
    already_signed_up: 'You are signed up for this shift already.',
    schedule_conflict: 'You already have a shift at that time.',
    too_young: 'Too young for this shift.',
    too_many_shifts: 'That would be more shifts than one person may take at this event.',
    other: 'This shift could not be taken.',
  },
  /** Of somebody who is signed up with the contact (D54). */
  of_other: {
    already_signed_up: '{{name}} is signed up for this shift already.',
    schedule_conflict: '{{name}} already has a shift at that time.',
    too_young: '{{name}} is too young for this shift.',
    too_many_shifts: 'For {{name}} that would be more shifts than one person may take at this event.',
  },
  own: {
    sent: 'We send you the link to your own page again by e-mail, at most once a day. Look in your inbox.',
    page: 'Your own page shows your shifts. Its link is in our e-mails about them.',
    get_links: 'Get the link to your shifts',
  },
  moved: {
    now: 'New time: {{when}}',
    agree: 'The new time works: sign up',
    agree_line: 'The new time works: join the waiting list',
  },
  back_to_form: 'Back to the form',
} as const

const sv = {
  title: 'Alla pass gick inte att få',
  reasons: {
    shift_full: 'Den sista platsen togs nyss.',
    shift_over: 'Passet har börjat eller är slut.',
    shift_moved: 'Passet har flyttats.',
    already_signed_up: 'Du är redan anmäld till passet.',
    schedule_conflict: 'Du har redan ett pass då.',
    too_young: 'För ung för det här passet.',
    too_many_shifts: 'Det blir fler pass än en person får ta på det här evenemanget.',
    other: 'Passet gick inte att ta.',
  },
  of_other: {
    already_signed_up: '{{name}} är redan anmäld till passet.',
    schedule_conflict: '{{name}} har redan ett pass då.',
    too_young: '{{name}} är för ung för det här passet.',
    too_many_shifts: 'För {{name}} blir det fler pass än en person får ta på det här evenemanget.',
  },
  own: {
    sent: 'Vi mejlar dig länken till din egen sida igen, högst en gång om dagen. Titta i din inkorg.',
    page: 'På din egen sida ser du dina pass. Länken dit finns i våra mejl om dem.',
    get_links: 'Få länken till dina pass',
  },
  moved: {
    now: 'Ny tid: {{when}}',
    agree: 'Den nya tiden passar: anmäl mig',
    agree_line: 'Den nya tiden passar: ställ mig i kö',
  },
  back_to_form: 'Tillbaka till formuläret',
} satisfies Translation<typeof en>

/** Apart from the texts of the form, so that its first load stays small. */
export const useRefusedText = defineTexts('signup_refused', { en, sv })
