/**
 * Method and path of every endpoint as plain data, so that the browser does not load the schemas. Keys as in
 * `contract.ts`; each feature file spreads its entries into its endpoints.
 */
export const routes = {
  session: {
    login: { method: 'POST', path: '/auth/login' },
    refresh: { method: 'POST', path: '/auth/refresh' },
    logout: { method: 'POST', path: '/auth/logout' },
    requestPasswordReset: { method: 'POST', path: '/auth/request-password-reset' },
    resetPassword: { method: 'POST', path: '/auth/reset-password' },
    getAccount: { method: 'GET', path: '/api/account' },
    endAccount: { method: 'POST', path: '/api/account/end' },
    keepAccount: { method: 'POST', path: '/api/account/keep' },
  },
  organizations: {
    getLastActiveOrganization: { method: 'GET', path: '/api/last-active-organization' },
    listMyOrganizations: { method: 'GET', path: '/api/my-organizations' },
    setLastActiveOrganization: { method: 'POST', path: '/api/set-last-active-organization' },
    createOrganization: { method: 'POST', path: '/api/organizations' },
    updateOrganization: { method: 'PUT', path: '/admin/organization' },
  },
  apiKeys: {
    listApiKeys: { method: 'GET', path: '/admin/api-keys' },
    createApiKey: { method: 'POST', path: '/admin/api-keys' },
    revokeApiKey: { method: 'DELETE', path: '/admin/api-keys/:id' },
  },
  people: {
    listPeople: { method: 'GET', path: '/admin/people' },
    createPerson: { method: 'POST', path: '/admin/people' },
    updatePerson: { method: 'PUT', path: '/admin/people/:id' },
    getSentLinks: { method: 'GET', path: '/admin/people/:id/sent-links' },
    deletePerson: { method: 'DELETE', path: '/admin/people/:id' },
    exportPerson: { method: 'GET', path: '/admin/people/:id/export' },
  },
  events: {
    listEvents: { method: 'GET', path: '/admin/events' },
    getEvent: { method: 'GET', path: '/admin/events/:id' },
    createEvent: { method: 'POST', path: '/admin/events' },
    updateEvent: { method: 'PUT', path: '/admin/events/:id' },
    deleteEvent: { method: 'DELETE', path: '/admin/events/:id' },
    listRoles: { method: 'GET', path: '/admin/events/:id/roles' },
    createRole: { method: 'POST', path: '/admin/events/:id/roles' },
    updateRole: { method: 'PUT', path: '/admin/events/:id/roles/:roleId' },
    deleteRole: { method: 'DELETE', path: '/admin/events/:id/roles/:roleId' },
    getLastEvent: { method: 'GET', path: '/admin/user/last-event' },
    setLastEvent: { method: 'POST', path: '/admin/user/last-event' },
    getPublicEvent: { method: 'GET', path: '/events/:eventId/public' },
  },
  shifts: {
    listShifts: { method: 'GET', path: '/admin/shifts' },
    createShift: { method: 'POST', path: '/admin/shifts' },
    updateShift: { method: 'PUT', path: '/admin/shifts/:id' },
    deleteShift: { method: 'DELETE', path: '/admin/shifts/:id' },
  },
  assignments: {
    assignPeople: { method: 'POST', path: '/admin/assign' },
    saveAssignments: { method: 'POST', path: '/admin/shifts/:id/assignments' },
    deleteAssignment: { method: 'DELETE', path: '/admin/assignments/:id' },
    changeStatus: { method: 'PATCH', path: '/admin/assignments/:id' },
    extendExpiration: { method: 'PATCH', path: '/admin/assignments/:id/extend-expiration' },
    sendInvite: { method: 'POST', path: '/admin/assignments/:id/send-invite' },
    replaceLink: { method: 'POST', path: '/admin/assignments/:id/new-link' },
    previewNotices: { method: 'POST', path: '/admin/notices/preview' },
  },
  messages: {
    listMessages: { method: 'GET', path: '/admin/people/:id/messages' },
    sendSms: { method: 'POST', path: '/admin/people/:id/send-sms' },
    openThread: { method: 'POST', path: '/admin/people/:id/thread' },
  },
  broadcasts: {
    sendBroadcast: { method: 'POST', path: '/admin/events/:eventId/broadcast' },
    previewBroadcast: { method: 'POST', path: '/admin/events/:eventId/broadcast/preview' },
    getBroadcast: { method: 'GET', path: '/admin/broadcasts/:id' },
    undoBroadcast: { method: 'POST', path: '/admin/broadcasts/:id/undo' },
    listBroadcasts: { method: 'GET', path: '/admin/events/:eventId/broadcasts' },
  },
  signup: {
    signUp: { method: 'POST', path: '/shifts/:shiftId/signup' },
    getSignupCalendar: { method: 'GET', path: '/calendar/:file' },
  },
  invitations: {
    getAssignment: { method: 'GET', path: '/assignment/:token' },
    getOrganizer: { method: 'GET', path: '/assignment/:token/organizer' },
    answerInvitation: { method: 'POST', path: '/assignment/:token/confirm' },
    stopMessages: { method: 'POST', path: '/assignment/:token/messages' },
    getAssignmentCalendar: { method: 'GET', path: '/assignment/:token/calendar.ics' },
  },
} as const
