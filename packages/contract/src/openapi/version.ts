/** Version of the API, as in package.json (docs/api-compatibility.md). */
export const API_VERSION = '0.2.0'
