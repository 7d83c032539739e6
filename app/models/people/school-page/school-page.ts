import { webNameFrom } from "~/utils/names"

// A school's own public page: how its address is spelled. Safe in the browser.

/** Names in `/s/{name}` that a visitor would take for ours. */
const reserved = new Set(
  (
    "about account accounts admin administrator api app assets auth billing blog contact demo enroll help home " +
    "info invitation login logout mail official pay privacy register root s school schools security settings " +
    "signup status support system terms test tutti www"
  ).split(" "),
)

export const isReserved = (name: string): boolean => reserved.has(name)

/** A first suggestion: the school's name as an address. */
export function addressFrom(schoolName: string): string {
  const name = webNameFrom(schoolName)
  return isReserved(name) ? "" : name
}

/** How many addresses a school can have had. Each stays its own, so that old links lead on. */
export const mostAddresses = 10

/** What a visitor's page shows of a school. */
export type ShownTeacher = { id: string; name: string; instruments: string | null; about: string | null }
