import type { Translation } from '@muster/contract/translate'
import { defineTexts } from '../../i18n/define-texts.ts'

export const en = {
  add: 'Add a tag',
  remove: 'Remove the tag {{name}}',
  make: 'Make “{{name}}”',
  dialog: {
    title: 'Tags',
    intro: 'Words by which you sort people. Only you and other administrators see them.',
    empty: 'There are no tags yet. Give one to a person.',
    people_one: '{{count}} person',
    people_other: '{{count}} people',
    rename: 'Rename {{name}}',
    save: 'Save',
    saving: 'Saving...',
    delete: 'Delete {{name}}',
    renamed: 'The tag is called {{name}} now',
    deleted: '{{name}} is deleted',
    question: 'Delete the tag {{name}}?',
    text_one: '{{count}} person loses it. Nothing else changes.',
    text_other: '{{count}} people lose it. Nothing else changes.',
    confirm: 'Delete tag',
    deleting: 'Deleting...',
  },
  people: {
    title_one: 'Tag {{count}} person',
    title_other: 'Tag {{count}} people',
    intro: 'A tick gives all of them the tag, an empty box takes it from all.',
    some: '{{count}} of {{all}}',
    save: 'Save tags',
    saved_one: 'The tags of {{count}} person are saved',
    saved_other: 'The tags of {{count}} people are saved',
  },
  errors: {
    fetch: 'Failed to fetch the tags',
    save: 'Failed to save the tags',
    rename: 'Failed to rename the tag',
    delete: 'Failed to delete the tag',
  },
} as const

const sv = {
  add: 'Lägg till tagg',
  remove: 'Ta bort taggen {{name}}',
  make: 'Skapa ”{{name}}”',
  dialog: {
    title: 'Taggar',
    intro: 'Ord som ni sorterar personer efter. Bara ni administratörer ser dem.',
    empty: 'Det finns inga taggar än. Ge en person en tagg.',
    people_one: '{{count}} person',
    people_other: '{{count}} personer',
    rename: 'Byt namn på {{name}}',
    save: 'Spara',
    saving: 'Sparar...',
    delete: 'Ta bort {{name}}',
    renamed: 'Taggen heter nu {{name}}',
    deleted: '{{name}} har tagits bort',
    question: 'Ta bort taggen {{name}}?',
    text_one: '{{count}} person förlorar den. Inget annat ändras.',
    text_other: '{{count}} personer förlorar den. Inget annat ändras.',
    confirm: 'Ta bort taggen',
    deleting: 'Tar bort...',
  },
  people: {
    title_one: 'Tagga {{count}} person',
    title_other: 'Tagga {{count}} personer',
    intro: 'En bock ger alla taggen, en tom ruta tar den från alla.',
    some: '{{count}} av {{all}}',
    save: 'Spara taggarna',
    saved_one: 'Taggarna på {{count}} person har sparats',
    saved_other: 'Taggarna på {{count}} personer har sparats',
  },
  errors: {
    fetch: 'Det gick inte att hämta taggarna',
    save: 'Det gick inte att spara taggarna',
    rename: 'Det gick inte att byta namn på taggen',
    delete: 'Det gick inte att ta bort taggen',
  },
} satisfies Translation<typeof en>

export const useText = defineTexts('tags', { en, sv })
