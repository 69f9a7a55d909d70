// Preloaded into long-running processes: a parent killed with SIGKILL cannot stop its children, so they watch it.
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
