/**
 * An address as it may be written to the log: never its query, which may hold the token of a link, and never a calendar's
 * address, which is a secret from its second part on. What is no path of ours may hold anything.
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
