import type { Translation } from '../../i18n/define-texts.ts'
import type en from './en.ts'

export default {
  title: 'Pass',
  intro: 'Vem som är var, och var ni fortfarande behöver någon.',
  event: 'Evenemang',
  add_shift: 'Lägg till pass',
  no_events: 'Inga evenemang än. Pass hör till ett evenemang, så börja med ett.',
  to_events: 'Till evenemangen',
  no_shifts: 'Evenemanget har inga pass än.',
  no_roles: 'Evenemanget har inga roller än. Lägg till det som volontärerna gör, sedan passen.',
  needed: 'Behövs',
  confirmed: 'Bekräftade',
  pending: 'Väntar',
  declined: 'Tackat nej',
  missing: 'Saknas',
  expired_one: '{{count}} utgången',
  expired_other: '{{count}} utgångna',
  show_more: 'Visa allt',
  show_less: 'Visa mindre',
  fetch_failed: 'Det gick inte att hämta uppgifterna',
  refresh_failed: 'Det gick inte att uppdatera passen',
} satisfies Translation<typeof en>
