import type { en } from './texts.ts'

type KeyText = keyof typeof en.does
type Keys = readonly { keys: readonly string[]; does: KeyText }[]
type Group = { group: keyof typeof en.group; keys: Keys }

/** Single keys of the page of shifts, whose listener must have them all. */
export const shiftsKeys = ['/', 'j', 'k', 'x', 'J', 'K', 'f', 'g', 'n', 'b', '1', '2', '3', 'Escape'] as const

/** Single keys of an event's page, on all its tabs. */
export const eventKeys = ['s', 'o'] as const

const ofEvent: Group = {
  group: 'event',
  keys: [
    { keys: ['s'], does: 'share' },
    { keys: ['o'], does: 'open_page' },
  ],
}

const ofShifts: readonly Group[] = [
  {
    group: 'shifts',
    keys: [
      { keys: ['/'], does: 'search' },
      { keys: ['j', 'k'], does: 'rows' },
      { keys: ['Enter'], does: 'open' },
      { keys: ['x'], does: 'select' },
      { keys: ['J', 'K'], does: 'select_on' },
      { keys: ['f'], does: 'fill' },
      { keys: ['g'], does: 'gaps' },
      { keys: ['n'], does: 'add' },
      { keys: ['b'], does: 'add_many' },
      { keys: ['1', '2', '3'], does: 'views' },
      { keys: ['Esc'], does: 'close' },
    ],
  },
  {
    group: 'gap',
    keys: [
      { keys: ['←', '→'], does: 'other_gaps' },
      { keys: ['Ctrl Enter'], does: 'ask_all' },
    ],
  },
  {
    group: 'open_shift',
    keys: [
      { keys: ['a'], does: 'people' },
      { keys: ['j', 'k'], does: 'neighbours' },
      { keys: ['Ctrl S'], does: 'save' },
      { keys: ['Ctrl Enter'], does: 'save_and_ask' },
    ],
  },
]

const ofPeople: Group = {
  group: 'people',
  keys: [
    { keys: ['/'], does: 'search_people' },
    { keys: ['j', 'k'], does: 'rows' },
    { keys: ['Enter'], does: 'open' },
    { keys: ['x'], does: 'select' },
    { keys: ['Esc'], does: 'clear' },
  ],
}

export const allKeys: readonly Group[] = [...ofShifts, ofEvent, ofPeople]

/** What the list of keys shows on the page of a path. */
export function keysOf(pathname: string): readonly Group[] {
  if (pathname === '/') return ofShifts
  if (pathname === '/people') return [ofPeople]
  const [, event_id, tab] = /^\/events\/([^/]+)(?:\/(shifts|messages|settings))?$/.exec(pathname) ?? []
  if (event_id === undefined || event_id === 'new') return []
  return tab === 'shifts' ? [ofEvent, ...ofShifts] : [ofEvent]
}

export const keysEverywhere: Keys = [
  { keys: ['Ctrl K'], does: 'palette' },
  { keys: ['?'], does: 'help' },
]
