export default {
  replace_one: 'Also replace the one personal link to a coming shift',
  replace_other: 'Also replace the {{count}} personal links to coming shifts',
  replace_uncounted: 'Also replace all personal links to coming shifts',
  hint: 'Whoever could read the links can go on using them. New ones go to the volunteers by e-mail or SMS; an old link says where to get the new one.',
} as const
