/**
 * An address as it may be logged: without its query, which may hold a link's token, and without a calendar's secret
 * part. Anything that isn't one of our paths may hold secrets too.
 */
export function loggedPath(target: string): string {
  if (!target.startsWith("/")) return "(no path)"
  const path = target.replace(/[?#].*$/s, "")
  return /^\/+feeds\//i.test(decoded(path)) ? "/feeds/…" : path
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
