import type { Translation } from '@muster/contract/translate'
import { defineTexts } from '../../../i18n/define-texts.ts'

const en = {
  new: { title: 'New event' },
  from: {
    title: 'Or copy an event',
    copy_one: 'duplicate, {{count}} shift',
    copy_other: 'duplicate, {{count}} shifts',
  },
  roles: {
    title: 'What people do',
    hint: 'Such as entrance, kitchen or first aid. Enter adds one.',
    list: 'Roles',
    name: 'Role',
    required: 'Give the role a name.',
    add: 'Add',
    adding: 'Adding...',
    added: '{{name}} is added',
    remove: 'Remove {{name}}',
    removed: '{{name}} is removed',
    failed: 'Failed to create role',
    remove_failed: 'Error deleting role',
  },
  shifts: {
    title: 'Then the shifts',
    roles_first: 'Add what people do first.',
    hint: 'Roles, days, times and how many: all shifts in one go.',
    many: 'Add many',
    one: 'Add one shift',
  },
} as const

const sv = {
  new: { title: 'Nytt evenemang' },
  from: {
    title: 'Eller kopiera ett evenemang',
    copy_one: 'kopiera, {{count}} pass',
    copy_other: 'kopiera, {{count}} pass',
  },
  roles: {
    title: 'Vad man gör',
    hint: 'Till exempel entré, kök eller sjukvård. Enter lägger till.',
    list: 'Roller',
    name: 'Roll',
    required: 'Ge rollen ett namn.',
    add: 'Lägg till',
    adding: 'Lägger till...',
    added: '{{name}} har lagts till',
    remove: 'Ta bort {{name}}',
    removed: '{{name}} har tagits bort',
    failed: 'Det gick inte att skapa rollen',
    remove_failed: 'Det gick inte att ta bort rollen',
  },
  shifts: {
    title: 'Därefter passen',
    roles_first: 'Lägg först till vad man gör.',
    hint: 'Roller, dagar, tider och antal: alla pass på en gång.',
    many: 'Lägg till många',
    one: 'Lägg till ett pass',
  },
} satisfies Translation<typeof en>

export const useText = defineTexts('event_start', { en, sv })
