// Search for a person, a class, an invoice, a screen, a setting or a question by a word or two. Safe in the browser.

/** What can be done with something found, such as taking a family's payment. */
export type FoundAct = { to: string; label: string }
/** Something found: where it is, what it is called, and what tells it from others of that name. */
export type Found = { to: string; title: string; detail: string | null; acts?: readonly FoundAct[] }
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
  schools: 20,
  actions: 4,
  places: 6,
} as const

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
          found: found.map(({ to, title, detail, acts }) => ({
            to,
            title,
            detail,
            ...(acts && acts.length > 0 ? { acts } : {}),
          })),
          more: (more && restAt) || null,
        },
      ]
