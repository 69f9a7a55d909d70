import type { Translation } from '@muster/contract/translate'
import { defineTexts } from '../../i18n/define-texts.ts'

export const en = {
  title: 'Keys',
  group: {
    shifts: 'Shifts',
    gap: 'Who could fill this?',
    open_shift: 'Open shift',
    everywhere: 'Everywhere',
  },
  or: 'or',
  does: {
    search: 'Find a person or shift',
    rows: 'Next or previous row',
    open: 'Open the row',
    select: 'Select the row',
    select_on: 'Select the row and the next or previous one',
    fill: 'Who could fill this?',
    gaps: 'Only gaps',
    add: 'Add shift',
    views: 'By role, by time, timeline',
    close: 'Clear the selection, close the shift, or clear the search',
    people: 'Add people',
    neighbours: 'Next or previous shift',
    save: 'Save',
    save_and_ask: 'Save and ask',
    other_gaps: 'Previous or next gap',
    ask_all: 'Ask all who are ticked',
    palette: 'Find events, people, shifts and pages',
    help: 'This list',
  },
  single: 'Single keys',
  single_text:
    'Keys such as j and / act at once where nothing is typed. This is kept in this browser, for you.',
  single_on: 'Single keys act',
  show: 'Show the keys',
  are_off: 'Single keys are switched off.',
  switch_on: 'Switch them on under Your details',
  switch_off: 'Switch single keys off under Your details',
} as const

const sv = {
  title: 'Tangenter',
  group: { shifts: 'Pass', gap: 'Vem kan ta det här?', open_shift: 'Öppet pass', everywhere: 'Överallt' },
  or: 'eller',
  does: {
    search: 'Sök person eller pass',
    rows: 'Nästa eller föregående rad',
    open: 'Öppna raden',
    select: 'Välj raden',
    select_on: 'Välj raden och nästa eller föregående',
    fill: 'Vem kan ta det här?',
    gaps: 'Bara luckor',
    add: 'Lägg till pass',
    views: 'Per roll, per tid, tidslinje',
    close: 'Avmarkera, stäng passet, eller rensa sökningen',
    people: 'Lägg till personer',
    neighbours: 'Nästa eller föregående pass',
    save: 'Spara',
    save_and_ask: 'Spara och fråga',
    other_gaps: 'Föregående eller nästa lucka',
    ask_all: 'Fråga alla som är förkryssade',
    palette: 'Hitta evenemang, personer, pass och sidor',
    help: 'Den här listan',
  },
  single: 'Enkla tangenter',
  single_text:
    'Tangenter som j och / verkar direkt där man inte skriver. Det sparas i den här webbläsaren, för dig.',
  single_on: 'Enkla tangenter verkar',
  show: 'Visa tangenterna',
  are_off: 'Enkla tangenter är avstängda.',
  switch_on: 'Slå på dem under Dina uppgifter',
  switch_off: 'Stäng av enkla tangenter under Dina uppgifter',
} satisfies Translation<typeof en>

export const useKeysText = defineTexts('keys', { en, sv })
