import { createRequire } from "node:module"

// How Playwright writes what a locator looks for.

type Text = string | RegExp
type Exact = { exact?: boolean }
type Escape = (text: Text, isExact: boolean) => string

const { iso } = createRequire(import.meta.url)("playwright-core/lib/coreBundle") as {
  iso: {
    escapeForTextSelector: Escape
    escapeForAttributeSelector: Escape
    asLocator(language: "javascript", selector: string): string
    urlMatches(baseUrl: string | undefined, url: string, match: Text | ((url: URL) => boolean)): boolean
  }
}
export const { asLocator, escapeForTextSelector, urlMatches } = iso

const attribute = (name: string, text: Text, exact?: boolean) =>
  `internal:attr=[${name}=${iso.escapeForAttributeSelector(text, Boolean(exact))}]`

export type RoleOptions = Exact & {
  name?: Text
  description?: Text
  checked?: boolean
  disabled?: boolean
  expanded?: boolean
  includeHidden?: boolean
  level?: number
  pressed?: boolean
  selected?: boolean
}

export const selectors = {
  text: (text: Text, { exact }: Exact = {}) => `internal:text=${escapeForTextSelector(text, Boolean(exact))}`,
  label: (text: Text, { exact }: Exact = {}) =>
    `internal:label=${escapeForTextSelector(text, Boolean(exact))}`,
  alt: (text: Text, { exact }: Exact = {}) => attribute("alt", text, exact),
  placeholder: (text: Text, { exact }: Exact = {}) => attribute("placeholder", text, exact),
  title: (text: Text, { exact }: Exact = {}) => attribute("title", text, exact),
  role(role: string, { exact, includeHidden, ...options }: RoleOptions = {}) {
    const asked = Object.entries({ ...options, "include-hidden": includeHidden }).filter(
      ([, value]) => value !== undefined,
    )
    const written = asked.map(([name, value]) =>
      name === "name" || name === "description"
        ? `[${name}=${iso.escapeForAttributeSelector(value as Text, Boolean(exact))}]`
        : `[${name}=${value}]`,
    )
    return `internal:role=${role}${written.join("")}`
  },
}
