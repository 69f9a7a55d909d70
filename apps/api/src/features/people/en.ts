export default {
  /** Name of an erased person on past shifts (D33). */
  erased: { first_name: 'Erased', last_name: 'person' },
} as const
