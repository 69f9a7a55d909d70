// Written by `npm run openapi`.
/** Routes that volunteers' pages call. The scripts of these pages contain no others. */
export const publicRoutes = {
  session: {
    refresh: { method: 'POST', path: '/auth/refresh' },
  },
  events: {
    getPublicEvent: { method: 'GET', path: '/events/:eventId/public' },
  },
  signup: {
    signUp: { method: 'POST', path: '/shifts/:shiftId/signup' },
    signUpForSeveral: { method: 'POST', path: '/events/:eventId/signup' },
    askForOpeningMail: { method: 'POST', path: '/events/:eventId/opening-mail' },
    getSignupCalendar: { method: 'GET', path: '/calendar/:file' },
  },
  waitingList: {
    joinWaitingList: { method: 'POST', path: '/shifts/:shiftId/waiting-list' },
    getWaitingPlace: { method: 'GET', path: '/waiting/:token' },
    changeWaitingPlace: { method: 'POST', path: '/waiting/:token' },
  },
  requests: {
    getOwnRequest: { method: 'GET', path: '/requests/:token' },
    withdrawRequest: { method: 'DELETE', path: '/requests/:token' },
  },
  swap: {
    openSwap: { method: 'POST', path: '/assignment/:token/swap' },
    closeSwap: { method: 'DELETE', path: '/assignment/:token/swap' },
    getSwap: { method: 'GET', path: '/swaps/:token' },
    takeSwap: { method: 'POST', path: '/swaps/:token' },
  },
  correction: {
    correctEmail: { method: 'POST', path: '/signup/correction' },
  },
  invitations: {
    getAssignment: { method: 'GET', path: '/assignment/:token' },
    getOrganizer: { method: 'GET', path: '/assignment/:token/organizer' },
    getCertificate: { method: 'GET', path: '/assignment/:token/certificate' },
    getOwnAnswers: { method: 'GET', path: '/assignment/:token/answers' },
    changeOwnAnswers: { method: 'PUT', path: '/assignment/:token/answers' },
    answerInvitation: { method: 'POST', path: '/assignment/:token/confirm' },
    changeAnswer: { method: 'POST', path: '/assignment/:token/change' },
    stopMessages: { method: 'POST', path: '/assignment/:token/messages' },
    setReminders: { method: 'POST', path: '/assignment/:token/reminders' },
    getDetails: { method: 'GET', path: '/assignment/:token/details' },
    changeDetails: { method: 'PUT', path: '/assignment/:token/details' },
    changeEmail: { method: 'PUT', path: '/assignment/:token/email' },
    sendLinks: { method: 'POST', path: '/links' },
    getCalendarFeed: { method: 'GET', path: '/assignment/:token/calendar-feed' },
    renewCalendarFeed: { method: 'POST', path: '/assignment/:token/calendar-feed' },
    sendCalendarFeed: { method: 'POST', path: '/assignment/:token/calendar-feed/send' },
    readCalendarFeed: { method: 'GET', path: '/calendar/feed/:file' },
    getAssignmentCalendar: { method: 'GET', path: '/assignment/:token/calendar.ics' },
  },
} as const
