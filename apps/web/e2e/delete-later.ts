import type { APIRequestContext } from '@playwright/test'
import { callApi } from './session.ts'

/** Remembers what to delete, so that the dashboard of the next journey shows the usual events. */
export function deleteLater(path: string): void {
  made.push(path)
}

/** Deletes the last first. A 404 is accepted, because the journey may have deleted it. */
export async function deleteMade(request: APIRequestContext): Promise<void> {
  for (const path of made.splice(0).toReversed()) {
    await callApi(request, path, { method: 'DELETE', mayBeGone: true })
  }
}

const made: string[] = []
