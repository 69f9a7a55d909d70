export default {
  /** D33: stands for a person on shifts that are over. */
  erased: { first_name: 'Erased', last_name: 'person' },
} as const
