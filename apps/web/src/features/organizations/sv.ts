import type { Translation } from '../../i18n/define-texts.ts'
import type en from './en.ts'

export default {
  organization: 'Organisation',
  switch_to: 'Organisation: {{name}}',
  create: 'Skapa ny organisation',
  failed_to_fetch: 'Det gick inte att hämta uppgifterna',
  page: {
    title: 'Ny organisation',
    intro: 'En grupp med egna evenemang, pass och personer.',
    first: 'Du tillhör ingen organisation än. Skapa en för att börja.',
    name: 'Namn',
    name_required: 'Organisationen behöver ett namn',
    submit: 'Skapa organisation',
    busy: 'Skapar...',
    failed: 'Det gick inte att skapa organisationen',
  },
} satisfies Translation<typeof en>
