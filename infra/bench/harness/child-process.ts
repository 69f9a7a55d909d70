import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

/* Runs one side of a measurement in its own process, so that it does not add to the other side's cost. */

export type Commands = Record<string, (job: never) => Promise<unknown>>

export type Child<Known extends Commands> = {
  run<Name extends keyof Known & string>(
    command: Name,
    job: Parameters<Known[Name]>[0],
  ): Promise<Awaited<ReturnType<Known[Name]>>>
  stop(): Promise<void>
}

type Request = { id: number; command: string; job: never }
type Reply = { id: number; result: never; failure?: string }

/** Flags that end a process with its parent, even if the parent is killed. */
export const FOLLOW_PARENT = [
  '--import',
  pathToFileURL(path.resolve(import.meta.dirname, '../../run/follow-parent.mjs')).href,
]

export function startChild<Known extends Commands>(name: string): Child<Known> {
  const file = path.resolve(import.meta.dirname, '../processes', `${name}.ts`)
  const child = fork(file, {
    serialization: 'advanced',
    execArgv: ['--import', 'tsx', '--expose-gc', ...FOLLOW_PARENT],
  })
  const pending = new Map<number, { resolve: (result: never) => void; reject: (error: Error) => void }>()
  let requests = 0
  child.on('message', ({ id, result, failure }: Reply) => {
    const waiting = pending.get(id)
    pending.delete(id)
    if (failure === undefined) waiting?.resolve(result)
    else waiting?.reject(new Error(`${name}: ${failure}`))
  })
  child.on('exit', (code) => {
    for (const { reject } of pending.values()) reject(new Error(`${name} ended with ${code}`))
  })

  return {
    run: (command, job) =>
      new Promise((resolve, reject) => {
        const id = ++requests
        pending.set(id, { resolve, reject })
        child.send({ id, command, job })
      }),
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.disconnect()
      await once(child, 'exit')
    },
  }
}

/** Serves commands in the child until the parent disconnects. */
export function serveCommands(commands: Commands): void {
  process.on('message', ({ id, command, job }: Request) => {
    const work = commands[command]
    if (!work) throw new Error(`unknown command ${command}`)
    work(job).then(
      (result) => process.send?.({ id, result }),
      (error: unknown) => process.send?.({ id, failure: String(error) }),
    )
  })
  process.on('disconnect', () => process.exit())
}
