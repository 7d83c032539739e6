import type { Permission } from "../models/foundation/access/permissions"
import type { StaffPermission } from "../models/foundation/access/staff-permissions"

// One address of the product with its facts. From these tables derive the routes, `paths`, the screens a member may
// open, what the edge lets in, and what the tests prove of each.

/** Who opens what no permission guards: of those logged in all, those whose school is open, or all but the staff. */
export type Who = "anyone" | "signed-in" | "people" | "customers" | "staff"
export type Need = Who | Permission | StaffPermission

export type Facts = {
  /** Opens also while the school hasn't paid. */
  unpaid?: true
  /** The most bytes that may be sent, where it isn't the usual megabyte. */
  body?: number
  /** A public page that is the same for every visitor. */
  cached?: true
  /** A GET that writes: a buyer comes back from the provider, or a school's log says that our staff looked. */
  writes?: "provider" | "log"
}

/**
 * A screen, a part of the settings or an act that a search finds, by its title and the words that people use for it,
 * with a | between them: what says it best stands first.
 */
export type Place = ({ page: string } | { setting: string } | { act: string }) & {
  words: string
  /** The part of the page, or how the page is asked for. */
  at?: `#${string}` | `?${string}`
  /** What it belongs to, beside its title, where that isn't what its folder's pages belong to. */
  in?: string
  /** Who finds it, where that isn't who opens the page. */
  for?: Permission | StaffPermission
  /**
   * Who finds it of them: `school` all but a solo teacher, `teacher` teachers in their own area, `money` in a family who
   * may see money, `email` who logs in with an address.
   */
  only?: "school" | "teacher" | "money" | "email"
  /** What says what it is set to now: a name of `setting-values.server.ts`. */
  value?: string
}

/** An address that nothing is said of has no words to be found by. */
type Found = (Place | { words?: never }) & { parts?: readonly Place[] }

export type Address<Path extends string = string> = Facts &
  Found & { path: Path; file: string; belongsTo: string; opens: Need; sends: Need }

export const megabyte = 1_048_576
/** Up to 10,000 letters of any script, from visitors who aren't logged in. */
export const aMessage = 98_304
/** A file of so many megabytes, and one for the rest of its form. */
export const fileOf = (megabytes: number): number => (megabytes + 1) * megabyte
/** A file of a school: a receipt, a document, one of a message or of the library. */
export const aFile = fileOf(10)

/**
 * Addresses whose modules are in one folder of `app/routes`, and what they belong to where a search shows them. Each
 * says who opens it, and who sends its forms if that is someone else. After a `?` stands what links may add: `name`
 * beside the others in one object, `:name` in order; with `!` it has to be there, `=a|b` are its values, `*` is anything.
 */
export const pagesIn =
  (folder: string, belongsTo = "") =>
  <const Path extends string>(
    path: Path,
    file: string,
    needs: Need | readonly [Need, Need],
    facts: Facts & Found = {},
  ): Address<Path> => {
    const [opens, sends] = typeof needs === "string" ? [needs, needs] : needs
    return { path, file: `${folder}/${file}`, belongsTo, opens, sends, ...facts }
  }

/** Who may make a call; its guard answers everybody else with 401 or 403. */
export type Caller =
  | "anyone"
  | "signed-in"
  | "customers"
  | "payers"
  | "payers and platform"
  | "platform"
  | "provider"
type Callers = Partial<Record<"get" | "post" | "delete", Caller>>
export type Call<Path extends string = string> = Pick<Facts, "body"> & {
  path: Path
  file: string
  callers: Callers
}

/** A call of the JSON API: who may make it with which method. */
export const call = <const Path extends string>(
  path: Path,
  file: string,
  { body, ...callers }: Callers & Pick<Facts, "body">,
): Call<Path> => ({ path, file: `api/${file}`, callers, ...(body ? { body } : {}) })

/** The address as the routes write it. */
export const routeOf = (path: string): string => path.split("?")[0] ?? ""

/** What matches an address and, of one with parameters, each of its pages. */
export const patternOf = (path: string): RegExp =>
  new RegExp(`^${routeOf(path).replaceAll(".", "\\.").replace(/:\w+/g, "[^/]+")}/?$`)
