import type { Translation } from '@muster/contract/translate'
import type en from './en.ts'

export default {
  title: 'Alla pass gick inte att få',
  reasons: {
    shift_full: 'Den sista platsen togs nyss.',
    shift_over: 'Passet har börjat eller är slut.',
    shift_moved: 'Passet har flyttats.',
    already_signed_up: 'Du är redan anmäld till passet.',
    schedule_conflict: 'Du har redan ett pass då.',
    other: 'Passet gick inte att ta.',
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
