// Preloaded into long-running processes, which watch their parent, because SIGKILL leaves it no time to stop them.
import { isMainThread } from 'node:worker_threads'

if (isMainThread && process.platform !== 'win32') {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 250)
  watch.unref()
}
