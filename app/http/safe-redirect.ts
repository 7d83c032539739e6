/**
 * The path to send a person to, if it is one of ours; otherwise `fallback`. Written here because the common library lets
 * "/\t/evil.com" pass: the address is parsed as a browser would, must keep our origin, and only path and search return.
 */
export function safeRedirect(to: string | null | undefined, fallback: string): string {
  if (!to?.startsWith("/") || hasControlCharacter(to) || to.includes("\\")) return fallback
  const base = "https://own.invalid"
  let url: URL
  try {
    url = new URL(to, base)
  } catch {
    return fallback
  }
  const path = `${url.pathname}${url.search}`
  return url.origin === base && !path.startsWith("//") ? path : fallback
}

const hasControlCharacter = (text: string) =>
  [...text].some((character) => character.charCodeAt(0) < 32 || character.charCodeAt(0) === 127)
