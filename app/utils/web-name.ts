// Names in addresses that people choose, such as harmony-music. Safe in the browser.

/** Lowercase letters, digits and single hyphens between them, from 3 to 40 characters. */
export const isWebName = (name: string): boolean =>
  /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name) && name.length >= 3 && name.length <= 40

/** A text as such a name, at most 40 characters; empty where too little is left of it. */
export function webNameFrom(text: string): string {
  const plain = text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 40)
    .replace(/^-+|-+$/g, "")
  return isWebName(plain) ? plain : ""
}
