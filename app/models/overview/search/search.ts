import { paths } from "~/utils/paths"

// Search for a person, a class, an invoice, a screen, a setting or a question by a word or two. Safe in the browser.

/** What can be done with something found, such as taking a family's payment. */
export type FoundAct = { to: string; label: string }
/**
 * Something found: its address, what it is called, what tells it from others of that name or is set there now, and what it
 * belongs to.
 */
export type Found = {
  to: string
  title: string
  detail: string | null
  where?: string
  acts?: readonly FoundAct[]
}
/**
 * Things of one kind, the closest first; `more` leads to the list that has the rest. `note` says above them what someone
 * looked for and isn't there.
 */
export type FoundGroup = { label: string; note?: string; found: Found[]; more: string | null }

/** How many of each kind are shown: together 50 at most. */
export const mostOf = {
  students: 12,
  families: 8,
  teachers: 6,
  classes: 8,
  invoices: 6,
  inquiries: 4,
  events: 4,
  rooms: 2,
  schools: 20,
} as const

/** How many of an amount, of payees and of subjects are shown. */
export const mostMentioned = 4

const longest = 100

/** What someone looks for, from the address. */
export const readSearch = (parameters: URLSearchParams): string =>
  (parameters.get("q") ?? "").trim().slice(0, longest)

/** A group of results; empty without results. */
export const groupOf = (
  label: string,
  { found, more }: { found: readonly Found[]; more: boolean },
  restAt?: string,
): FoundGroup[] =>
  found.length === 0
    ? []
    : [
        {
          label,
          found: found.map(({ to, title, detail, where, acts }) => ({
            to,
            title,
            detail,
            ...(where ? { where } : {}),
            ...(acts && acts.length > 0 ? { acts } : {}),
          })),
          more: (more && restAt) || null,
        },
      ]

/** Where to go on when nothing was found. */
export const furtherHelp = (text: string): FoundGroup[] => [
  {
    label: "Not found? Try",
    found: [
      { to: paths.support("admin"), title: `Ask Support about “${text}”`, detail: "A person answers" },
      { to: paths.help(text), title: "Search help", detail: "Articles on every part of Tutti" },
      { to: paths.search(), title: "Browse all pages", detail: "Every screen, setting and action" },
    ],
    more: null,
  },
]
