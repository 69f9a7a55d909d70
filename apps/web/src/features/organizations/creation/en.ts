export default {
  title: 'Create organization',
  intro: 'A group with its own events, shifts and people.',
  first: 'You belong to no organization now. Create one, or ask an owner to invite you.',
  closed:
    'Only the operator of this service creates organizations. Contact its support, or ask an owner to invite you.',
  name: 'Name',
  name_required: 'Organization name is required',
  contact_email: 'Contact e-mail',
  contact_email_hint: 'Shown to volunteers. Their questions and replies come here.',
  submit: 'Create Organization',
  busy: 'Creating...',
  failed: 'Failed to create organization',
} as const
