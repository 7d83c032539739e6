import { type Findable, findFolded, foldAll } from "~/utils/find-among"
import { intentOf } from "~/utils/intent"

// What a form lists to choose one from: all that a small school has, or in a large one those whose name was searched for.
// Safe in the browser.

export type NameChoice = { value: string; label: string; group?: string }

export type NameOffer = {
  /** there are too many to list, so they are searched by name */
  isSearched: boolean
  search: string
  /** in any case the one chosen before */
  choices: NameChoice[]
  /** the search found more than are listed */
  more: boolean
}

/** What was searched for, and what is chosen so far. */
export type NameWish = { search: string; chosen: string }

/** The search of a form that has one; a form with several names each. */
export const onlySearch = "find"

/** More than these are searched for. */
export const mostListed = 200
const mostFound = 20
const longest = 100

export const nothingSought: NameWish = { search: "", chosen: "" }

/** The wish in an address or a form; `name` is the field of the choice, `find` that of its search. */
export function readNameWish(
  fields: URLSearchParams | FormData,
  name: string,
  find: string = onlySearch,
): NameWish {
  const textOf = (field: string) => {
    const value = fields.get(field)
    return typeof value === "string" ? value.trim().slice(0, longest) : ""
  }
  return { search: textOf(find), chosen: textOf(name) }
}

/** Whether a form asks for a search: the search button was pressed, or a search in it has led to no choice yet. */
export const asksForNames = (form: FormData | URLSearchParams): boolean =>
  intentOf(form) === "find" || unsettledSearches(form).length > 0

/** What the searches choose that look for students and families in rows to tick (routes/students/student-choice.server.ts). */
export const fieldsOfTicks: Record<string, string> = { search: "students", familySearch: "family" }

/** The fields that a form would choose by a search whose name was not searched for yet, or of whose names none was chosen. */
export function unsettledSearches(form: FormData | URLSearchParams): string[] {
  const textOf = (name: string) => String(form.get(name) ?? "").trim()
  return [...form.keys()].flatMap((key) => {
    const find = key.replace(/Shown$/, "")
    const typed = find === key ? "" : textOf(find)
    if (typed === "") return []
    const field = textOf(choiceOf(find))
    const isChosen = field === "" || textOf(field) !== ""
    return typed === textOf(key) && isChosen ? [] : [field || (fieldsOfTicks[find] ?? "")]
  })
}

/** The field that says what was searched for already. */
export const shownAs = (find: string): string => `${find}Shown`

/** The field that says which field of a posted form a search is for: nothing is saved while that one is empty. */
export const choiceOf = (find: string): string => `${find}For`

/** Everything, for a list that is short enough. */
export const offerAll = (choices: NameChoice[]): NameOffer => ({
  isSearched: false,
  search: "",
  choices,
  more: false,
})

type Listed = NameChoice & Findable

/** Those whose name was searched for, the closest first, with the one chosen before; a choice that isn't among `all` is none. */
export const offerFound = (all: readonly Listed[], wish: NameWish): NameOffer =>
  offerAmong(all, foldAll(all), wish)

/** The same for a form that chooses one of them several times, each with a search of its own. */
export function offerFoundEach(all: readonly Listed[], wishes: readonly NameWish[]): NameOffer[] {
  const folded = foldAll(all)
  return wishes.map((wish) => offerAmong(all, folded, wish))
}

function offerAmong(
  all: readonly Listed[],
  folded: ReturnType<typeof foldAll<Listed>>,
  { search, chosen }: NameWish,
): NameOffer {
  const { found, more } = findFolded(folded, search, mostFound)
  const before = chosen ? all.find(({ value }) => value === chosen) : undefined
  const listed = before && !found.includes(before) ? [before, ...found] : found
  return {
    isSearched: true,
    search,
    choices: listed.map(({ value, label, group }) => (group ? { value, label, group } : { value, label })),
    more,
  }
}
