export default {
  organization: 'Organisation',
  switch_to: 'Organisation: {{name}}',
  create: 'Create new organisation',
  failed_to_fetch: 'Failed to fetch data',
  page: {
    title: 'New organisation',
    intro: 'A group with its own events, shifts and people.',
    first: 'You do not belong to an organisation yet. Create one to begin.',
    name: 'Name',
    name_required: 'Organization name is required',
    submit: 'Create Organization',
    busy: 'Creating...',
    failed: 'Failed to create organization',
  },
} as const
