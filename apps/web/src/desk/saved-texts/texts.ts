import type { Translation } from '@muster/contract/translate'
import { defineTexts } from '../../i18n/define-texts.ts'

const en = {
  title: 'Saved texts',
  none: 'No texts saved yet.',
  use: 'Use',
  remove: 'Remove {{title}}',
  replace: 'Replace {{title}} by the present text',
  name: 'Name',
  save: 'Save the present text',
  saving: 'Saving...',
  blank: 'Write a text first.',
  needs_name: 'The text needs a name',
  failed: 'It could not be saved.',
  load_failed: 'The saved texts could not be loaded.',
} as const

const sv = {
  title: 'Sparade texter',
  none: 'Inga texter sparade än.',
  use: 'Använd',
  remove: 'Ta bort {{title}}',
  replace: 'Ersätt {{title}} med texten som står nu',
  name: 'Namn',
  save: 'Spara texten som står nu',
  saving: 'Sparar...',
  blank: 'Skriv en text först.',
  needs_name: 'Texten behöver ett namn',
  failed: 'Det gick inte att spara.',
  load_failed: 'Det gick inte att hämta de sparade texterna.',
} satisfies Translation<typeof en>

export const useText = defineTexts('saved_texts', { en, sv })
