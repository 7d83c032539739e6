/** How long a browser's wish counts, in seconds: after that a page with scripts asks again. */
const holdsSeconds = 24 * 3600

/**
 * Whether the browser asks for less data in a way that the server doesn't see. From the next page on it does: that one comes
 * without scripts.
 */
export function asksForLess(): boolean {
  const asks = matchMedia("(prefers-reduced-data: reduce)").matches
  // biome-ignore lint/suspicious/noDocumentCookie: over plain http there is no Cookie Store
  if (asks) document.cookie = `reduced-data=on; Path=/; SameSite=Lax; Max-Age=${holdsSeconds}`
  return asks
}
