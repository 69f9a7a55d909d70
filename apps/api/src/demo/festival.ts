/* Days count from the event's first day; times are wall-clock in its zone. A shift may end after midnight. */

export type DemoShift = { day: number; start: string; hours: number; required_qty: number }
export type DemoRole = { name: string; description: string | null; shifts: DemoShift[] }
export type DemoEvent = {
  name: string
  description: string | null
  notes: string | null
  location: string
  in_days: number
  start: string
  end: { day: number; time: string }
  roles: DemoRole[]
}

const shift = (day: number, start: string, hours: number, required_qty: number): DemoShift => ({
  day,
  start,
  hours,
  required_qty,
})

export const FESTIVAL: DemoEvent = {
  name: 'Sommarfestivalen i parken',
  description: 'Två dagar med musik, mat och barnens hörna. Allt bärs upp av er som hjälper till.',
  notes:
    'Samling vid det gula tältet tio minuter före passet. Ta på er stövlar om det regnar.\nKarta: https://example.org/sommarfestivalen/karta\nFrågor under dagen: https://example.org/sommarfestivalen/fragor',
  location: 'Stadsparken, Lund',
  in_days: 5,
  start: '07:00',
  end: { day: 1, time: '23:30' },
  roles: [
    {
      name: 'Entré och armband',
      description:
        'Välkomna gästerna, kontrollera biljetter och sätt på armband. Samling vid gula tältet tio minuter före start.',
      shifts: [
        shift(0, '08:00', 4, 4),
        shift(0, '12:00', 4, 7),
        shift(0, '16:00', 4, 4),
        shift(1, '09:00', 4, 4),
        shift(1, '13:00', 4, 4),
        shift(1, '17:00', 4, 3),
      ],
    },
    {
      name: 'Kafé och våfflor',
      description: 'Grädda våfflor, koka kaffe och ta betalt. Recepten: https://example.org/vafflor',
      shifts: [
        shift(0, '09:00', 4, 3),
        shift(0, '13:00', 4, 3),
        shift(0, '17:00', 4, 3),
        shift(1, '09:00', 4, 3),
        shift(1, '13:00', 4, 4),
        shift(1, '17:00', 3, 2),
      ],
    },
    {
      name: 'Parkering',
      description: 'Visa bilarna rätt. Bilar ska vara ute ur parken klockan 09.',
      shifts: [
        shift(0, '07:00', 3, 2),
        shift(0, '10:00', 4, 2),
        shift(0, '14:00', 6, 2),
        shift(1, '08:00', 4, 2),
        shift(1, '12:00', 4, 2),
      ],
    },
    {
      name: 'Scenvärd',
      description: 'Håll ordning bakom scenen och hjälp artisterna på och av. Öronproppar finns.',
      shifts: [
        shift(0, '12:00', 4, 2),
        shift(0, '16:00', 4, 2),
        shift(0, '20:00', 4, 3),
        shift(1, '12:00', 4, 2),
        shift(1, '16:00', 4, 2),
        shift(1, '20:00', 3, 3),
      ],
    },
    {
      name: 'Barnens hörna',
      description: null,
      shifts: [
        shift(0, '10:00', 3, 2),
        shift(0, '13:00', 3, 2),
        shift(1, '10:00', 3, 2),
        shift(1, '13:00', 3, 2),
      ],
    },
    {
      name: 'Sjukvård',
      description: 'Du som har gått kurs i första hjälpen. Väskan hämtas hos ledningen i röda stugan.',
      shifts: [
        shift(0, '10:00', 5, 2),
        shift(0, '15:00', 5, 2),
        shift(0, '20:00', 5, 2),
        shift(1, '10:00', 5, 2),
        shift(1, '15:00', 7, 2),
      ],
    },
    {
      name: 'Volontärköket',
      description: 'Soppa, smörgåsar och fika till alla som hjälper till.',
      shifts: [
        shift(0, '09:00', 4, 3),
        shift(0, '13:00', 4, 3),
        shift(0, '17:00', 4, 2),
        shift(1, '09:00', 4, 3),
        shift(1, '13:00', 4, 3),
      ],
    },
    {
      name: 'Efterstädning',
      description: 'Plocka, sopa och bär in bänkar. Vi bjuder på grillat efteråt.',
      shifts: [shift(0, '22:00', 4, 5), shift(1, '06:30', 2.5, 4), shift(1, '20:30', 3, 8)],
    },
  ],
}

export const SPRING_CLEANING: DemoEvent = {
  name: 'Städdag vid klubbhuset',
  description: null,
  notes: 'Tack alla som kom!',
  location: 'Klubbhuset vid Höje å, samling vid båtbryggan',
  in_days: -20,
  start: '09:00',
  end: { day: 0, time: '16:00' },
  roles: [
    { name: 'Lövkrattning', description: null, shifts: [shift(0, '09:00', 3, 6), shift(0, '12:30', 3, 4)] },
    { name: 'Måla staketet', description: 'Färg och penslar finns.', shifts: [shift(0, '10:00', 5, 4)] },
    { name: 'Soppa och smörgås', description: null, shifts: [shift(0, '10:30', 3, 2)] },
  ],
}

export const FLEA_MARKET: DemoEvent = {
  name: 'Loppmarknad och dans',
  description: 'Loppis på dagen, långbord och dans på kvällen.',
  notes: 'Varje lag tar med ficklampa, handskar och egen mugg.',
  location: 'S:t Hans backar, norra entrén',
  in_days: 33,
  start: '10:00',
  end: { day: 1, time: '00:30' },
  roles: [
    {
      name: 'Loppmarknadsbord',
      description: 'Ta emot, sortera och sälj.',
      shifts: [shift(0, '10:00', 3, 6), shift(0, '13:00', 3, 6)],
    },
    {
      name: 'Korvgrillen',
      description: 'Grilla, sälja och hålla köttet kallt.',
      shifts: [shift(0, '12:00', 5, 3)],
    },
    {
      name: 'Nattvärd',
      description: 'Går runt i västar och följer dem som vill till bussen.',
      shifts: [shift(0, '20:00', 4.5, 4)],
    },
  ],
}

export const YOUTH_CUP: DemoEvent = {
  name: 'Ungdomscupen',
  description: null,
  notes: 'Föräldrar turas om. Läs mer på https://example.org/ungdomscupen',
  location: 'Smörlyckans idrottsplats, Lund',
  in_days: 12,
  start: '08:00',
  end: { day: 0, time: '18:00' },
  roles: [
    { name: 'Kiosken', description: null, shifts: [shift(0, '08:00', 5, 3), shift(0, '13:00', 5, 3)] },
    {
      name: 'Matchsekreterare',
      description: null,
      shifts: [shift(0, '08:30', 4, 2), shift(0, '12:30', 4, 2)],
    },
  ],
}
