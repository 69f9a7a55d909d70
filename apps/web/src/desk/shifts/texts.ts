import type { Translation } from '@muster/contract/translate'
import { defineTexts } from '../../i18n/define-texts.ts'

export const en = {
  by_role: 'Shifts by role',
  time: 'Time',
  coverage: 'Coverage',
  actions: 'Edit',
  outside: 'Outside the event',
  from_before: 'from {{start}}',
  until: 'until {{end}}',
  asked_again_one: '{{count}} has not confirmed the new time',
  asked_again_other: '{{count}} have not confirmed the new time',
  waiting_one: '{{count}} in line',
  waiting_other: '{{count}} in line',
  edit: 'Edit',
  edit_shift: 'Edit shift',
  remove_shift: 'Remove shift',
  open: 'Show the people of {{shift}}',
  close: 'Hide the people of {{shift}}',
  remove: {
    title: 'Remove this shift?',
    text: 'Are you sure you want to delete this shift?',
    people_one: '{{count}} confirmed or picked person loses their place.',
    people_other: '{{count}} confirmed or picked people lose their places.',
    nobody: 'Nobody is confirmed or picked.',
    waiting_one: '{{count}} person in line loses their place in it.',
    waiting_other: '{{count}} people in line lose their places in it.',
    busy: 'Removing...',
    removed: 'The shift is removed',
  },
  errors: {
    delete: 'Failed to delete shift',
  },
} as const

export const sv = {
  by_role: 'Pass per roll',
  time: 'Tid',
  coverage: 'Bemanning',
  actions: 'Redigera',
  outside: 'Utanför evenemanget',
  from_before: 'från {{start}}',
  until: 'till {{end}}',
  asked_again_one: '{{count}} har inte bekräftat nya tiden',
  asked_again_other: '{{count}} har inte bekräftat nya tiden',
  waiting_one: '{{count}} i kön',
  waiting_other: '{{count}} i kön',
  edit: 'Redigera',
  edit_shift: 'Redigera passet',
  remove_shift: 'Ta bort passet',
  open: 'Visa personerna på {{shift}}',
  close: 'Dölj personerna på {{shift}}',
  remove: {
    title: 'Ta bort passet?',
    text: 'Vill du verkligen ta bort passet?',
    people_one: '{{count}} bekräftad eller vald person förlorar sin plats.',
    people_other: '{{count}} bekräftade eller valda personer förlorar sina platser.',
    nobody: 'Ingen är bekräftad eller vald.',
    waiting_one: '{{count}} person i kön förlorar sin köplats.',
    waiting_other: '{{count}} personer i kön förlorar sina köplatser.',
    busy: 'Tar bort...',
    removed: 'Passet är borttaget',
  },
  errors: {
    delete: 'Det gick inte att ta bort passet',
  },
} satisfies Translation<typeof en>

export const useText = defineTexts('shifts', { en, sv })
