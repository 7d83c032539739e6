import type { Actor } from "~/models/foundation/access/actor"
import {
  type NameOffer,
  type NameWish,
  offerAll,
  offerFound,
  offerFoundEach,
  readNameWish,
} from "~/models/foundation/name-search/name-search"
import { listTeachers } from "~/models/people/teacher/teacher.server"
import { listRooms } from "../room/room.server"
import { areSearched } from "../session/listed-lines"
import { type LineOffers, lineFinds } from "./line-offer"

/** What a form offers at first, with those that are chosen already. */
export const offerLines = (
  actor: Actor,
  { teacherId, roomId }: { teacherId?: string | null; roomId?: string | null } = {},
): LineOffers => ({
  teachers: offer(listTeachers(actor), { search: "", chosen: teacherId ?? "" }),
  rooms: offer(listRooms(actor), { search: "", chosen: roomId ?? "" }),
})

/** What a form offers once it was sent: what it searched for, and what is chosen in it. */
export const offerLinesOf = (actor: Actor, form: FormData): LineOffers => ({
  teachers: offer(listTeachers(actor), readNameWish(form, "teacherId", lineFinds.teacher)),
  rooms: offer(listRooms(actor), readNameWish(form, "roomId", lineFinds.room)),
})

/** What a search in the address offers; `chosen` is what it comes to. */
export const offerLinesAsked = (
  actor: Actor,
  asked: URLSearchParams,
  { teacherId, roomId }: { teacherId: string; roomId: string },
): LineOffers => {
  const searchOf = (find: string) => readNameWish(asked, "", find).search
  return {
    teachers: offer(listTeachers(actor), { search: searchOf(lineFinds.teacher), chosen: teacherId }),
    rooms: offer(listRooms(actor), { search: searchOf(lineFinds.room), chosen: roomId }),
  }
}

/** The teachers that the filters of a list offer; the address says whom, and what was searched for. */
export const offerTeacherAsked = (actor: Actor, asked: URLSearchParams): NameOffer =>
  offerTeachers(actor, readNameWish(asked, "teacher", lineFinds.teacher))

/** Teachers for a form that has no room to choose; `except` are no choice. */
export const offerTeachers = (
  actor: Actor,
  wish: NameWish,
  except: ReadonlySet<string | null> = new Set(),
): NameOffer =>
  offer(
    listTeachers(actor).filter(({ id }) => !except.has(id)),
    wish,
  )

/** The teachers for a form that chooses several, each by a wish of its own, read once; `except` are no choice. */
export function offerTeachersEach(
  actor: Actor,
  wishes: readonly NameWish[],
  except: ReadonlySet<string | null> = new Set(),
): NameOffer[] {
  const lines = listTeachers(actor).filter(({ id }) => !except.has(id))
  if (areSearched(lines)) return offerFoundEach(findable(lines), wishes)
  const all = offerAll(choicesOf(lines))
  return wishes.map(() => all)
}

type Line = { id: string; name: string }

const choicesOf = (lines: readonly Line[]) => lines.map(({ id, name }) => ({ value: id, label: name }))
const findable = (lines: readonly Line[]) =>
  choicesOf(lines).map((choice) => ({ ...choice, title: choice.label }))

const offer = (lines: readonly Line[], wish: NameWish): NameOffer =>
  areSearched(lines) ? offerFound(findable(lines), wish) : offerAll(choicesOf(lines))
