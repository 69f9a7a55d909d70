import { initContract } from '@ts-rest/core'
import { answers } from './answers.ts'
import { apiKeys } from './api-keys.ts'
import { assignments } from './assignments.ts'
import { authService } from './auth-service.ts'
import { batches } from './batches.ts'
import { broadcasts } from './broadcasts.ts'
import { correction } from './correction.ts'
import { deletions } from './deletions.ts'
import { direct } from './direct.ts'
import { duplicates } from './duplicates.ts'
import { errorBody } from './errors.ts'
import { events } from './events.ts'
import { factors } from './factors.ts'
import { fill } from './fill.ts'
import { workingHours } from './hours.ts'
import { imports } from './imports.ts'
import { log } from './log.ts'
import { members } from './members.ts'
import { messages } from './messages.ts'
import { organizations } from './organizations.ts'
import { people } from './people.ts'
import { personalPage } from './personal-page.ts'
import { requests } from './requests.ts'
import { savedTexts } from './saved-texts.ts'
import { session } from './session.ts'
import { shifts } from './shifts.ts'
import { signup } from './signup.ts'
import { swap } from './swap.ts'
import { tags } from './tags.ts'
import { waitingList } from './waiting-list.ts'

const c: ReturnType<typeof initContract> = initContract()

const features: Features = {
  session,
  factors,
  authService,
  organizations,
  apiKeys,
  members,
  log,
  people,
  tags,
  imports,
  duplicates,
  deletions,
  hours: workingHours,
  events,
  shifts,
  assignments,
  fill,
  batches,
  messages,
  broadcasts,
  savedTexts,
  signup,
  waitingList,
  requests,
  swap,
  correction,
  answers,
  invitations: personalPage,
  direct,
}

/** All refusals share one body (D2); statuses are defined in D3. */
const options = {
  strictStatusCodes: true,
  commonResponses: {
    400: errorBody,
    401: errorBody,
    403: errorBody,
    404: errorBody,
    409: errorBody,
    413: errorBody,
    415: errorBody,
    422: errorBody,
    429: errorBody,
    500: errorBody,
    503: errorBody,
  },
} as const

/** Named, because the compiler writes no inferred type of this length into the package. */
type Features = {
  session: typeof session
  factors: typeof factors
  authService: typeof authService
  organizations: typeof organizations
  apiKeys: typeof apiKeys
  members: typeof members
  log: typeof log
  people: typeof people
  tags: typeof tags
  imports: typeof imports
  duplicates: typeof duplicates
  deletions: typeof deletions
  hours: typeof workingHours
  events: typeof events
  shifts: typeof shifts
  assignments: typeof assignments
  fill: typeof fill
  batches: typeof batches
  messages: typeof messages
  broadcasts: typeof broadcasts
  savedTexts: typeof savedTexts
  signup: typeof signup
  waitingList: typeof waitingList
  requests: typeof requests
  swap: typeof swap
  correction: typeof correction
  answers: typeof answers
  invitations: typeof personalPage
  direct: typeof direct
}
type Contract = ReturnType<typeof c.router<Features, string, typeof options>>

export const contract: Contract = c.router(features, options)
