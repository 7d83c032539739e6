import type { NameOffer } from "~/models/foundation/name-search/name-search"

// The teacher and the room in a form: listed while there are few, found by name where there are many. Safe in the browser.

export type LineOffers = { teachers: NameOffer; rooms: NameOffer }

/** The fields of their searches: a form has both. */
export const lineFinds = { teacher: "findTeacher", room: "findRoom" } as const

/** Whether either is searched; then Enter may search instead of sending the form. */
export const areLinesSearched = ({ teachers, rooms }: LineOffers): boolean =>
  teachers.isSearched || rooms.isSearched
