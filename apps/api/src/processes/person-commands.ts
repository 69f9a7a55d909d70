import { email as emailField, id as idField } from '@muster/contract/fields'
import { personExport } from '@muster/contract/people'
import { foldAddress } from '@muster/contract/rules/fold'
import { ConfigError } from '../config.ts'
import type { Db, OrgId } from '../db/client.ts'
import { createFindOrganization } from '../db/find-organization.ts'
import { recordAction } from '../db/record-action.ts'
import { systemTime } from '../deps.ts'
import { erasePeople, lockToErase } from '../features/people/erase-people.ts'
import { exportPerson, readPersonToExport } from '../features/people/export-person.ts'
import { findPerson, listPeopleByEmail } from '../features/people/queries.ts'
import {
  type CommandContext,
  confirm,
  missing,
  parse,
  readFlags,
  text,
  tick,
  withDb,
} from './command-line.ts'

export async function find({ database_url, args, print }: CommandContext): Promise<void> {
  const { email, organization } = readFlags(args, { email: text, organization: text })
  const wanted = {
    email: foldAddress(parse(emailField, email ?? missing('--email'), 'The e-mail')),
    ...(organization && { organization_id: parse(idField, organization, 'The organisation') }),
  }
  const people = await withDb(database_url, (db) => db.system((tx) => listPeopleByEmail(tx, wanted)))
  if (people.length === 0) print('Nobody has this address.')
  for (const { id, first_name, last_name, organization: of } of people) {
    print(`--organization ${of.id} --person ${id}  ${first_name} ${last_name}, of "${of.name}"`)
  }
}

export async function exportOne({ database_url, args, print }: CommandContext): Promise<void> {
  const wanted = readPerson(args)
  const exported = await withDb(database_url, async (db) => {
    const org = await getOrganization(db, wanted)
    return exportPerson({ db, now: systemTime }, org, wanted.person)
  })
  print(JSON.stringify(personExport.parse(exported), null, 2))
}

export async function erase({ database_url, args, print }: CommandContext): Promise<void> {
  const { yes, ...wanted } = readPerson(args)
  await withDb(database_url, async (db) => {
    const org = await getOrganization(db, wanted)
    const { person, shifts } = await db.transaction(org, (tx) =>
      readPersonToExport(tx, wanted.person, systemTime()),
    )
    const name = `${person.first_name} ${person.last_name}`
    if (!yes) await confirm(`Erase ${name}, who is on ${shifts.length} shifts? It cannot be undone.`)
    await db.transaction(org, async (tx) => {
      await erasePeople(tx, await lockToErase(tx, [wanted.person]), systemTime())
      await recordAction(tx, { action: 'person.erased', at: systemTime(), person_ids: [wanted.person] })
    })
    print(`${name} is erased.`)
  })
}

function readPerson(args: string[]) {
  const { organization, person, yes } = readFlags(args, { organization: text, person: text, yes: tick })
  return {
    organization: parse(idField, organization ?? missing('--organization'), 'The organisation'),
    person: parse(idField, person ?? missing('--person'), 'The person'),
    yes,
  }
}

/** Requires both ids, so that a mistyped one cannot select another person. */
async function getOrganization(
  db: Db,
  { organization, person }: { organization: string; person: string },
): Promise<OrgId> {
  const org = await createFindOrganization(db).ofPerson(person)
  const found = org === organization && (await db.transaction(org, (tx) => findPerson(tx, person)))
  if (!org || !found) throw new ConfigError(`Organisation ${organization} has no person ${person}.`)
  return org
}
