/** Returns the query without the organisation, which every address of a screen names (D38). */
export function shownSearch(): string {
  const search = new URLSearchParams(location.search)
  search.delete('org')
  return search.size > 0 ? `?${search}` : ''
}
