/** What the packed contract does not import stays here: its rules for phone numbers are not among the packed ones. */
const NOT_PACKED = { '@muster/contract': ['libphonenumber-js'] }

export const hooks = {
  beforePacking(manifest) {
    const { scripts: _, devDependencies: __, ...packed } = manifest
    const left_out = NOT_PACKED[manifest.name] ?? []
    return {
      ...packed,
      dependencies: Object.fromEntries(
        Object.entries(manifest.dependencies).filter(([name]) => !left_out.includes(name)),
      ),
    }
  },
}
