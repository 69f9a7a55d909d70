/** RFC 6266: returns an ASCII name for old clients, then the exact one. */
export function contentDisposition(file_name: string): string {
  const plain = file_name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\w .-]/g, '_')
  const exact = encodeURIComponent(file_name).replace(
    /['()*!]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`
}
