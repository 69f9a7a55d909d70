import type { Translation } from '@muster/contract/translate'
import { defineTexts } from '../../../i18n/define-texts.ts'

export const en = {
  title: 'Create organization',
  intro: 'A group with its own events, shifts and people.',
  first: 'You belong to no organization now. Create one, or ask an owner to invite you.',
  closed:
    'Only the operator of this service creates organizations. Contact its support, or ask an owner to invite you.',
  name: 'Name',
  name_required: 'Organization name is required',
  contact_email: 'Contact e-mail',
  contact_email_hint: 'Shown to volunteers. Their questions and replies come here.',
  submit: 'Create Organization',
  busy: 'Creating...',
  failed: 'Failed to create organization',
} as const

const sv = {
  title: 'Skapa organisation',
  intro: 'En grupp med egna evenemang, pass och personer.',
  first: 'Du är inte med i någon organisation nu. Skapa en, eller be en ägare att bjuda in dig.',
  closed:
    'Bara den som driver tjänsten skapar organisationer. Kontakta tjänstens support, eller be en ägare att bjuda in dig.',
  name: 'Namn',
  name_required: 'Organisationen behöver ett namn',
  contact_email: 'E-post för kontakt',
  contact_email_hint: 'Visas för volontärer. Deras frågor och svar kommer hit.',
  submit: 'Skapa organisation',
  busy: 'Skapar...',
  failed: 'Det gick inte att skapa organisationen',
} satisfies Translation<typeof en>

export const useText = defineTexts('creation', { en, sv })
