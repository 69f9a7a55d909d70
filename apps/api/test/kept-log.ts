const LONGEST = 20

const lines: string[] = []

/** Takes the log of every app of this process. */
export const keptLog = {
  write(line: string) {
    lines.push(line)
    if (lines.length > LONGEST) lines.shift()
  },
}

/** Returns the newest lines since the last call. */
export const takeLog = (): string => lines.splice(0).join('')
