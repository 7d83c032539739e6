// A school's own lists of instruments, levels and rooms, offered in forms. An entry in use is archived, never deleted.

export const listKinds = ["instruments", "levels", "rooms"] as const
export type ListKind = (typeof listKinds)[number]

export type ListEntry = { id: string; name: string; isArchived: boolean }

export const listLabels: Record<
  ListKind,
  { noun: "instrument" | "level" | "room"; title: string; about: string; example: string }
> = {
  instruments: {
    noun: "instrument",
    title: "Instruments",
    about: "Offered when a student, a class or a teacher is written down.",
    example: "Such as Violin or Voice.",
  },
  levels: {
    noun: "level",
    title: "Levels",
    about: "In their order, from the first step on. Offered with a student's instrument.",
    example: "Such as Beginner or Grade 3.",
  },
  rooms: {
    noun: "room",
    title: "Rooms",
    about: "Where lessons take place; two at once in one room are refused.",
    example: "Such as Room 1 or Hall.",
  },
}

export type ListRefusal = "name-taken" | "not-found"
export const listRefusals: Record<ListRefusal, string> = {
  "name-taken": "There is one of that name already, perhaps put away below.",
  "not-found": "This entry is gone.",
}
