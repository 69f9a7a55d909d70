import { type Command, type Unconnected, withDatabase } from './command-line.ts'

/** Each command loads its own modules, because all of them take 0.2 s to load. */
const onDatabase = new Map<string, () => Promise<Command>>(
  Object.entries({
    'create-admin': async () => (await import('./create-admin.ts')).createAdmin,
    'end-account': async () => (await import('./account-commands.ts')).endOne,
    'disable-account': async () => (await import('./account-commands.ts')).disableOne,
    'enable-account': async () => (await import('./account-commands.ts')).enableOne,
    'end-sessions': async () => (await import('./account-commands.ts')).endOpenSessions,
    'reset-factors': async () => (await import('./account-commands.ts')).resetFactorsOfOne,
    'list-senders': async () => (await import('./sender-commands.ts')).listSenders,
    'approve-sender': async () => (await import('./sender-commands.ts')).approveChosenSender,
    'find-person': async () => (await import('./person-commands.ts')).find,
    'export-person': async () => (await import('./person-commands.ts')).exportOne,
    'erase-person': async () => (await import('./person-commands.ts')).erase,
    'create-organization': async () => (await import('./organization-commands.ts')).createOne,
    'erase-organization': async () => (await import('./organization-commands.ts')).eraseOrganization,
    'export-organization': async () => (await import('./organization-commands.ts')).exportOne,
    'pause-organization': async () => (await import('./organization-commands.ts')).pauseOne,
    'resume-organization': async () => (await import('./organization-commands.ts')).resumeOne,
    'hold-messages': async () => (await import('./message-commands.ts')).hold,
    'list-held': async () => (await import('./message-commands.ts')).showHeld,
    'release-messages': async () => (await import('./message-commands.ts')).release,
    'requeue-message': async () => (await import('./message-commands.ts')).requeue,
    find: async () => (await import('./find-command.ts')).findAnything,
    'start-maintenance': async () => (await import('./maintenance-commands.ts')).start,
    'end-maintenance': async () => (await import('./maintenance-commands.ts')).end,
    migrate:
      async () =>
      async ({ print }) =>
        print('The database is up to date.'),
  }),
)

/** Returns undefined if there is no command of that name. */
export function findCommand(name: string): ((context: Unconnected) => Promise<void>) | undefined {
  const load = onDatabase.get(name)
  if (load) {
    return async (context) => {
      const run = await load()
      const makes_tables = name === 'migrate'
      await withDatabase(context, { makes_tables }, (database_url) => run({ ...context, database_url }))
    }
  }
  if (name === 'doctor') return async (context) => (await import('./doctor.ts')).doctor(context)
  if (name === 'rotate-keys')
    return async (context) => (await import('./key-commands.ts')).rotateKeys(context)
  return undefined
}
