import type { APIRequestContext } from '@playwright/test'
import { callApi } from './session.ts'

/** What a journey has made goes with it: the journeys after it have a dashboard that offers the events there are. */
export function deleteLater(path: string): void {
  made.push(path)
}

/** All that was made, last first; what a journey has deleted itself is gone already. */
export async function deleteMade(request: APIRequestContext): Promise<void> {
  for (const path of made.splice(0).toReversed()) {
    await callApi(request, path, { method: 'DELETE', mayBeGone: true })
  }
}

const made: string[] = []
