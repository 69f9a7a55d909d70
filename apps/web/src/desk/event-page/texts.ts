import type { Translation } from '@muster/contract/translate'
import { defineTexts } from '../../i18n/define-texts.ts'

const en = {
  title: 'Event',
  unknown: 'This event does not exist, was removed, or is not shown to you.',
  fetch_failed: 'Failed to fetch events',
  to_events: 'Go to events',
  open_page: 'Open page',
  share: 'Share',
  archived: 'Archived',
  tabs: {
    label: 'Event',
    overview: 'Overview',
    shifts: 'Shifts',
    messages: 'Messages',
    settings: 'Settings',
  },
  state: {
    draft: 'Draft',
    opens: 'Sign-up opens {{at}}',
    open: 'Sign-up open',
    open_until: 'Sign-up open until {{at}}',
    full: 'Full',
    closed: 'Sign-up closed',
  },
  messages: {
    none: 'No messages yet.',
    new: 'New broadcast',
    failed: 'Failed to load the messages',
  },
} as const

const sv = {
  title: 'Evenemang',
  unknown: 'Evenemanget finns inte, har tagits bort eller visas inte för dig.',
  fetch_failed: 'Det gick inte att hämta evenemangen',
  to_events: 'Till evenemangen',
  open_page: 'Öppna sidan',
  share: 'Dela',
  archived: 'Arkiverat',
  tabs: {
    label: 'Evenemang',
    overview: 'Översikt',
    shifts: 'Pass',
    messages: 'Meddelanden',
    settings: 'Inställningar',
  },
  state: {
    draft: 'Utkast',
    opens: 'Anmälan öppnar {{at}}',
    open: 'Anmälan öppen',
    open_until: 'Anmälan öppen till {{at}}',
    full: 'Fullt',
    closed: 'Anmälan stängd',
  },
  messages: {
    none: 'Inga meddelanden än.',
    new: 'Nytt utskick',
    failed: 'Det gick inte att hämta meddelandena',
  },
} satisfies Translation<typeof en>

export const useText = defineTexts('event_page', { en, sv })
