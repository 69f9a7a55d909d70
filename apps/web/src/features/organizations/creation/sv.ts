import type { Translation } from '@muster/contract/translate'
import type en from './en.ts'

export default {
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
