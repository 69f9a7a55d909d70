import type { Sequence } from './sequence.ts'

export type DemoPerson = {
  first_name: string
  last_name: string
  email: string
  phone: string | null
  child_team: string | null
  notes: string | null
}

/** The ring of the second Åsa is a combining character. */
const DIFFICULT_NAMES: [first_name: string, last_name: string][] = [
  ['Åsa', 'Öberg'],
  ['Zoë', "O'Brien"],
  ['Björn', 'af Ekenstam'],
  ['A\u030Asa', 'Lindh'],
  ['Li', 'Wu'],
  ['Anna-Karin Elisabeth Margareta', 'von Schwanenflügel-Ängströmsson'],
]

const FIRST_NAMES =
  'Alma Anders Anneli Arvid Astrid Axel Birgitta Bo Camilla Carin Christer Daniel Ebba Elin Elsa Emil Erik Eva Fatima Filip Frida Gunilla Gustav Hanna Hassan Henrik Ida Inger Isak Jan Johan Josefin Julia Karin Karl Kerstin Klara Lars Leila Lena Linnea Linus Ludvig Maja Malin Marcus Maria Mikael Mohammed Moa Nils Olle Oskar Per Peter Petra Rut Saga Sara Signe Simon Siv Sofia Stina Sven Tilda Tobias Ulf Ulrika Vera Viktor Wilma Yasmin Åke Örjan'.split(
    ' ',
  )
const LAST_NAMES =
  'Ahlgren Ahmed Andersson Axelsson Backlund Berg Bergström Björk Blom Claesson Dahl Danielsson Ek Eklund Eriksson Forsberg Fransson Gustafsson Hagberg Hall Hansen Hedlund Holm Håkansson Isaksson Jakobsson Johansson Jonsson Karlsson Kowalski Larsson Lind Lindberg Lindqvist Lundgren Löfgren Malm Martinsson Mattsson Månsson Nguyen Nilsson Norberg Nyström Olsson Persson Pettersson Rosén Sandberg Sjöberg Ståhl Sundström Svensson Söderberg Vikström Wallin Åberg Åkesson Åström Ågren Öhman Östlund'.split(
    ' ',
  )
const TEAMS = ['F10 Blå', 'P11 Vit', 'F12', 'P13 Röd', 'F14']
const NOTES = [
  'Kan bära tungt.',
  'Har gått kurs i första hjälpen.',
  'Kommer gärna med barnen.',
  'Helst inte sent på kvällen.',
  'Har släpkärra.',
]

export function inventPeople(count: number, sequence: Sequence): DemoPerson[] {
  const names = new Map(DIFFICULT_NAMES.slice(0, count).map((name) => [name.join(' '), name]))
  while (names.size < count) {
    const name: [string, string] = [sequence.pick(FIRST_NAMES), sequence.pick(LAST_NAMES)]
    names.set(name.join(' '), name)
  }
  return Array.from(names.values(), ([first_name, last_name], index) => ({
    first_name,
    last_name,
    email: `${asciiName(first_name)}.${asciiName(last_name)}@example.com`,
    phone: index % 11 === 10 ? null : `+4670${String(1_740_605 + index * 7).padStart(7, '0')}`,
    child_team: index % 3 === 0 ? sequence.pick(TEAMS) : null,
    notes: index % 7 === 0 ? sequence.pick(NOTES) : null,
  }))
}

function asciiName(name: string): string {
  return name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, '-')
}
