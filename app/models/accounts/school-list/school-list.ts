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
    about: "Choices for students, classes and teachers.",
    example: "For example, Violin or Voice",
  },
  levels: {
    noun: "level",
    title: "Levels",
    about: "Choices for a student’s level, in the order you add them.",
    example: "For example, Beginner or Grade 3",
  },
  rooms: {
    noun: "room",
    title: "Rooms",
    about: "Each room holds one lesson at a time.",
    example: "For example, Room 1 or Main hall",
  },
}
