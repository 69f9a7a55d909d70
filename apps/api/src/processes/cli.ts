import { randomBytes } from 'node:crypto'
import { email as emailField, id as idField, language } from '@muster/contract/fields'
import { organizations } from '@muster/contract/organizations'
import { type Config, ConfigError, needed } from '../config.ts'
import { systemTime } from '../deps.ts'
import { approveSender, listWaitingSenders } from '../features/organizations/approve-sender.ts'
import { checkNewPassword } from '../features/session/check-password.ts'
import { createAdministrator } from '../features/session/create-administrator.ts'
import { generateKeys, loadKeys, rotateSessionKeys, storeSessionKeys } from '../signing/keys.ts'
import { disableOne, enableOne, endOne, endOpenSessions, resetFactorsOfOne } from './account-commands.ts'
import { missing, parse, print, readFlags, text, withDatabase, withDb } from './command-line.ts'
import { doctor } from './doctor.ts'
import { findAnything } from './find-command.ts'
import * as maintenance from './maintenance-commands.ts'
import { hold, release, requeue, showHeld } from './message-commands.ts'
import {
  eraseOrganization,
  exportOne as exportOrganization,
  pauseOne,
  resumeOne,
} from './organization-commands.ts'
import { erase, exportOne, find } from './person-commands.ts'
import { ask, readPiped } from './read-terminal.ts'
import { runProcess } from './run-process.ts'

const USAGE = `npm run muster -- <command>

  create-admin   makes an account and its organisation
                   --email, --organization (asked for when left out)
                   --language en|sv, --country SE, --time-zone Europe/Stockholm
                   The password is asked for, or read from standard input; when empty, one is made and shown.
  end-account    ends an account after 30 days' notice by e-mail; until then its owner can keep it
                   --email, --yes (asked for when left out)
  disable-account  signs an account out everywhere and refuses it, its passkeys and its API keys; nothing is deleted
                   --email, --yes (asked for when left out)
                   --force (also the last owner of an organisation)
  enable-account lets a disabled account sign in again
                   --email, --yes (asked for when left out)
  end-sessions   signs an account out everywhere, or all accounts
                   --email or --all, --yes (asked for when left out)
  reset-factors  removes the second factors and recovery codes of an account, and signs it out everywhere;
                 docs/runbook.md says how to make sure who asks
                   --email, --yes (asked for when left out)
  list-senders   shows the SMS senders that wait for approval
  approve-sender lets an organisation's SMS come from the sender it has chosen
                   --organization <id>, --sender <as it was chosen>
  find-person    shows the people with an e-mail address
                   --email, --organization <id> (all of them when left out)
  export-person  prints everything that is stored about a person, as JSON
                   --organization <id>, --person <id>
  erase-person   erases a person, who is not told; totals of shifts that are over stay
                   --organization <id>, --person <id>, --yes (asked for when left out)
  erase-organization  ends an organisation: members lose it and are told, coming shifts are cancelled and their people
                 told, and the nightly job deletes it. It cannot be undone
                   --organization <id>, --name <as it is called>
  export-organization  writes everything of an organisation into a file, without secrets: a ZIP of CSV files
                   --organization <id>, --to <file that does not exist>
  pause-organization  refuses sign-up and changes in an organisation and holds its messages; nothing is deleted
                   --organization <id>, --reason <what its members read>
  resume-organization  lets it go on
                   --organization <id>
  hold-messages  keeps workers from sending what is unsent: in a restored backup it may have been sent since
  list-held      shows the messages that are held
  release-messages  records the held messages that were sent, and lets workers send the others
                   --channel EMAIL|SMS
                   --sent <file> with the ids that the provider has (the provider is asked when left out)
                   --yes (asked for when left out, with --sent)
  requeue-message  sends a message again whose outcome is FAILED or UNKNOWN
                   --message <id>, --yes (asked for when left out)
  find           shows what has an id or was caused by a request id, or the account and people with an e-mail address
                   <id or e-mail address>
  doctor         checks settings, database, roles, schema, workers, clock and disk, and changes nothing
  start-maintenance  lets every server answer 503 and show a page
                   --minutes 30 (what clients are told; it goes on until end-maintenance)
  end-maintenance  lets them serve again
  generate-keys  prints LINK_KEYS and SESSION_KEYS for the configuration
  rotate-keys    makes the next key sign access tokens, and a new one the next; then restart every process
  migrate        brings the database to the newest schema
`

const [, , command] = process.argv

switch (command) {
  case 'create-admin':
    await runProcess(({ config }) => withDatabase(config, createAdmin))
    break
  case 'end-account':
    await runProcess(({ config }) => withDatabase(config, endOne))
    break
  case 'disable-account':
    await runProcess(({ config }) => withDatabase(config, disableOne))
    break
  case 'enable-account':
    await runProcess(({ config }) => withDatabase(config, enableOne))
    break
  case 'end-sessions':
    await runProcess(({ config }) => withDatabase(config, endOpenSessions))
    break
  case 'reset-factors':
    await runProcess(({ config }) => withDatabase(config, resetFactorsOfOne))
    break
  case 'list-senders':
    await runProcess(({ config }) => withDatabase(config, listSenders))
    break
  case 'approve-sender':
    await runProcess(({ config }) => withDatabase(config, approveChosenSender))
    break
  case 'find-person':
    await runProcess(({ config }) => withDatabase(config, find))
    break
  case 'export-person':
    await runProcess(({ config }) => withDatabase(config, exportOne))
    break
  case 'erase-person':
    await runProcess(({ config }) => withDatabase(config, erase))
    break
  case 'erase-organization':
    await runProcess(({ config }) => withDatabase(config, eraseOrganization))
    break
  case 'export-organization':
    await runProcess((context) => withDatabase(context.config, (url) => exportOrganization(context, url)))
    break
  case 'pause-organization':
    await runProcess(({ config }) => withDatabase(config, pauseOne))
    break
  case 'resume-organization':
    await runProcess(({ config }) => withDatabase(config, resumeOne))
    break
  case 'hold-messages':
    await runProcess((context) => withDatabase(context.config, (url) => hold(context, url)))
    break
  case 'list-held':
    await runProcess((context) => withDatabase(context.config, (url) => showHeld(context, url)))
    break
  case 'release-messages':
    await runProcess((context) => withDatabase(context.config, (url) => release(context, url)))
    break
  case 'requeue-message':
    await runProcess((context) => withDatabase(context.config, (url) => requeue(context, url)))
    break
  case 'find':
    await runProcess(({ config }) => withDatabase(config, findAnything))
    break
  case 'doctor':
    await runProcess(({ config }) => doctor(config))
    break
  case 'start-maintenance':
    await runProcess(({ config }) => withDatabase(config, maintenance.start))
    break
  case 'end-maintenance':
    await runProcess(({ config }) => withDatabase(config, maintenance.end))
    break
  case 'migrate':
    await runProcess(({ config }) => withDatabase(config, async () => print('The database is up to date.')))
    break
  case 'rotate-keys':
    await runProcess(({ config }) => rotateKeys(config))
    break
  case 'generate-keys':
    // Without `runProcess`: in production the configuration is not valid until it has keys.
    printKeys()
    break
  default:
    process.stderr.write(USAGE)
    process.exitCode = command === undefined || command === '--help' ? 0 : 1
}

async function createAdmin(database_url: string): Promise<void> {
  const given = readFlags({
    email: text,
    organization: text,
    language: text,
    country: text,
    'time-zone': text,
  })
  const isTerminal = process.stdin.isTTY
  const email = parse(
    emailField,
    given.email ?? (isTerminal ? await ask('E-mail: ') : missing('--email')),
    'The e-mail',
  )
  const organization = parse(
    organizations.createOrganization.body,
    {
      name: given.organization ?? (isTerminal ? await ask('Organisation: ') : missing('--organization')),
      language: given.language,
      country: given.country,
      time_zone: given['time-zone'],
    },
    'The organisation',
  )
  const typed = isTerminal
    ? await ask('Password (empty: one is made): ', { secret: true })
    : await readPiped()
  const password = typed || randomBytes(15).toString('base64url')
  if (checkNewPassword(password, email)) {
    throw new ConfigError('Choose a password of 12 to 200 characters that is not easy to guess.')
  }

  const chosen_language = organization.language ?? language.enum.en
  const created = await withDb(database_url, (db) =>
    createAdministrator(
      { db },
      {
        email,
        password,
        language: chosen_language,
        organization: {
          name: organization.name,
          language: chosen_language,
          country: organization.country ?? null,
          time_zone: organization.time_zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
        },
      },
    ),
  )
  if (!created) throw new ConfigError(`There is an account for ${email} already.`)
  print(`${email} can sign in and administers "${organization.name}".`)
  if (!typed) print(`Password, shown only now: ${password}`)
}

async function listSenders(database_url: string): Promise<void> {
  readFlags({})
  const waiting = await withDb(database_url, (db) => listWaitingSenders({ db }))
  if (waiting.length === 0) print('No sender waits for approval.')
  for (const { id, name, sms_sender } of waiting) print(`${id}  "${sms_sender}"  chosen by "${name}"`)
}

async function approveChosenSender(database_url: string): Promise<void> {
  const { organization, sender } = readFlags({ organization: text, sender: text })
  if (!organization || !sender) throw new ConfigError('--organization and --sender are needed.')
  const organization_id = parse(idField, organization, 'The organisation')
  const isApproved = await withDb(database_url, (db) =>
    approveSender({ db, now: systemTime }, { organization_id, sms_sender: sender }),
  )
  if (!isApproved) throw new ConfigError(`No organisation ${organization_id} has chosen "${sender}".`)
  print(`SMS of the organisation come from "${sender}".`)
}

async function rotateKeys(config: Config): Promise<void> {
  readFlags({})
  if (config.production) needed('rotate-keys', 'SESSION_KEYS', config.session_keys)
  const keys = await loadKeys(config)
  const session = rotateSessionKeys(keys.session)
  const isStored = await storeSessionKeys(config, { ...keys, session })
  print(
    session[0].kid === keys.session[0].kid
      ? `The key ${session[1]?.kid} is published and signs after the next rotation.`
      : `From the next start on the key ${session[0].kid} signs.`,
  )
  if (!isStored) print(`SESSION_KEYS=${JSON.stringify({ keys: session })}`)
}

function printKeys(): void {
  const { link, session } = generateKeys()
  print(`LINK_KEYS=${link.join(',')}`)
  print(`SESSION_KEYS=${JSON.stringify(session)}`)
}
