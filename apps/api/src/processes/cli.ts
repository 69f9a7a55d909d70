import type { Terminal } from './command-line.ts'
import { findCommand } from './commands.ts'
import { runProcess } from './run-process.ts'

const USAGE = `npm run muster -- <command>      names the database it works on in its first line, on standard error

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
  create-organization  makes an organisation for an account that exists
                   --email, --organization <its name>
                   --language en|sv, --country SE, --time-zone Europe/Stockholm
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
  migrate        brings the database to the newest schema, an empty one too
`

const [, , name = '--help', ...args] = process.argv
const terminal: Terminal = {
  args,
  print: (line) => process.stdout.write(`${line}\n`),
  warn: (line) => process.stderr.write(`${line}\n`),
}

const command = findCommand(name)

if (command) {
  await runProcess(({ config, log }) => command({ config, log, ...terminal }))
} else if (name === 'generate-keys') {
  // Does not use `runProcess`: in production the configuration is not valid until it has keys.
  const { printKeys } = await import('./key-commands.ts')
  printKeys(terminal)
} else {
  process.stderr.write(USAGE)
  process.exitCode = name === '--help' ? 0 : 1
}
