/**
 * An address as it may be logged: without its query, which may hold a link's token, and without the secret part
 * of a calendar, of an invoice's link or of an offer's. Anything that isn't one of our paths may hold secrets too.
 */
export function loggedPath(target: string): string {
  if (!target.startsWith("/")) return "(no path)"
  const path = target.replace(/[?#].*$/s, "")
  const [, secret] = /^\/+(feeds|pay|offers)\//i.exec(decoded(path)) ?? []
  return secret ? `/${secret.toLowerCase()}/…` : path
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
