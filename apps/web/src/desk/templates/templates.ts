/** From, to, how many people it needs. */
type TemplateShift = readonly [from: string, to: string, required_qty: number]

/** One day of an event (D47): `from` and `to` are the clock times of its start and end. */
export type Template = {
  from: string
  to: string
  /** How many days an event has that begins with it. */
  days: number
  /** By the key of the role's name in the texts. */
  roles: Readonly<Partial<Record<TemplateRole, readonly TemplateShift[]>>>
}

export type TemplateRole =
  | 'bar'
  | 'build'
  | 'coffee'
  | 'desk'
  | 'entrance'
  | 'first_aid'
  | 'food'
  | 'information'
  | 'kiosk'
  | 'outdoors'
  | 'parking'
  | 'raffle'
  | 'recycling'
  | 'stage'
  | 'stalls'

export const templateNames = ['match', 'festival', 'market', 'cleaning'] as const
export type TemplateName = (typeof templateNames)[number]

export const templates: Record<TemplateName, Template> = {
  match: {
    from: '09:00',
    to: '15:00',
    days: 1,
    roles: {
      build: [
        ['09:00', '10:00', 3],
        ['14:00', '15:00', 3],
      ],
      kiosk: [
        ['10:00', '12:00', 2],
        ['12:00', '14:00', 2],
      ],
      entrance: [
        ['10:00', '12:00', 2],
        ['12:00', '14:00', 2],
      ],
      parking: [
        ['09:30', '11:30', 2],
        ['11:30', '13:30', 2],
      ],
      desk: [['10:00', '14:00', 1]],
    },
  },
  festival: {
    from: '10:00',
    to: '23:00',
    days: 2,
    roles: {
      build: [
        ['10:00', '12:00', 6],
        ['21:00', '23:00', 6],
      ],
      entrance: [
        ['11:00', '14:00', 3],
        ['14:00', '17:00', 3],
        ['17:00', '20:00', 3],
        ['20:00', '22:00', 2],
      ],
      bar: [
        ['12:00', '16:00', 3],
        ['16:00', '19:30', 4],
        ['19:30', '23:00', 4],
      ],
      food: [
        ['11:00', '14:30', 3],
        ['14:30', '18:00', 3],
        ['18:00', '21:30', 3],
      ],
      stage: [
        ['11:00', '15:00', 2],
        ['15:00', '19:00', 2],
        ['19:00', '23:00', 2],
      ],
      parking: [
        ['10:30', '14:30', 2],
        ['14:30', '18:30', 2],
      ],
      first_aid: [
        ['12:00', '17:00', 1],
        ['17:00', '22:00', 1],
      ],
      information: [['12:00', '18:00', 2]],
    },
  },
  market: {
    from: '07:00',
    to: '19:00',
    days: 1,
    roles: {
      build: [
        ['07:00', '09:00', 4],
        ['17:00', '19:00', 4],
      ],
      stalls: [
        ['09:00', '12:00', 3],
        ['12:00', '15:00', 3],
        ['15:00', '18:00', 3],
      ],
      coffee: [
        ['09:00', '12:00', 3],
        ['12:00', '15:00', 3],
        ['15:00', '17:00', 2],
      ],
      raffle: [
        ['10:00', '13:00', 2],
        ['13:00', '16:00', 2],
      ],
      parking: [
        ['08:00', '11:00', 2],
        ['11:00', '14:00', 2],
        ['14:00', '17:00', 2],
      ],
    },
  },
  cleaning: {
    from: '10:00',
    to: '14:00',
    days: 1,
    roles: {
      outdoors: [
        ['10:00', '12:00', 8],
        ['12:00', '14:00', 8],
      ],
      recycling: [
        ['10:00', '12:00', 2],
        ['12:00', '14:00', 2],
      ],
      food: [['11:00', '13:00', 3]],
    },
  },
}
