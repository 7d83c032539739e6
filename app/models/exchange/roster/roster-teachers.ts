// The names in the teacher column: teachers the school has, teachers to add, and names to leave out.
import type { CustomAnswers } from "~/models/foundation/custom-field/custom-field"
import { fold } from "~/utils/names"
import { joinAnswers, type RowReading } from "./roster-reading"
import { byCapitals, cleanLine, withoutTitle } from "./roster-text"

/** What the person decided about a name: add it, leave it out, or the id of a teacher the school has. */
export type TeacherChoice = "create" | "leave-out" | (string & {})

export type PlannedTeacher = {
  /** Names the teacher within this plan. */
  key: string
  /** As the first row names them, without a title and with the first name first. */
  name: string
  use: "existing" | "create" | "leave-out" | "no-room"
  /** Set when use is "existing". */
  teacherId: string | null
  /** Of a name that isn't known: the one teacher whom it may mean, for a person to confirm. */
  likelyId?: string
  rowNumbers: number[]
  /** To the school's own fields; of a teacher the school has, only those that have none yet. */
  answers?: CustomAnswers
  /** What a teacher the school has answers already. */
  present?: CustomAnswers
}

export type KnownTeacher = { id: string; name: string; answers?: CustomAnswers }

const titles = new Set(
  "mr mrs ms miss mx dr prof professor herr frau monsieur madame mademoiselle mme mlle senor senora sr sra srta".split(
    " ",
  ),
)

/** "Green, Rachel", "Ms. Rachel Green" and "Rachel Green" are one name. A title with only a last name stays: "Ms. Green". */
export function teacherName(text: string): string {
  const parts = cleanLine(text).split(",")
  const [last = "", first = ""] = parts.map((part) => part.trim())
  const isTurned = parts.length === 2 && last !== "" && first !== ""
  const capitals = byCapitals(withoutTitle(text))
  const name = isTurned
    ? `${first} ${last}`
    : capitals
      ? `${capitals.firstName} ${capitals.lastName}`
      : cleanLine(text)
  const words = name.split(" ").filter((word) => !titles.has(fold(word)))
  return words.length > 1 ? words.join(" ") : name
}

const keyOf = (name: string): string => fold(teacherName(name)).split(" ").sort().join(" ") || name

/** The only teacher whom "B. Alvarez", "Ms. Alvarez" or "Beatriz" can mean. */
function likelyTeacher(name: string, known: readonly KnownTeacher[]): KnownTeacher | undefined {
  const words = fold(name)
    .split(" ")
    .filter((word) => !titles.has(word))
  const [first = "", last] = words
  const [likely, another] = known.filter((teacher) => {
    const own = fold(teacher.name).split(" ")
    if (words.length === 1) return first.length > 2 && own.includes(first)
    return words.length === 2 && first.length === 1 && own[0]?.startsWith(first) && own.at(-1) === last
  })
  return another ? undefined : likely
}

/** Adds a row's answers about its teacher; what differs from an earlier row or from the school's record goes to the notes. */
export function answerTeacher(teacher: PlannedTeacher, row: RowReading): void {
  const known = { ...teacher.answers, ...teacher.present }
  const joined = Object.entries(joinAnswers(known, row, "teacher") ?? {})
  const added = joined.filter(([fieldId]) => teacher.present?.[fieldId] === undefined)
  if (added.length > 0) teacher.answers = Object.fromEntries(added)
}

/**
 * Finds out who is meant by each name, one name after the other, and adds new ones while the plan has room.
 * Case, accents, punctuation, titles and which name comes first make no difference.
 * @param room places left on the plan; null is no limit
 */
export class TeacherRoll {
  readonly #byName = new Map<string, PlannedTeacher>()
  readonly #known: readonly KnownTeacher[]
  readonly #knownByName: Map<string, KnownTeacher>
  readonly #choices: Map<string, TeacherChoice>
  #roomLeft: number

  constructor(
    known: readonly KnownTeacher[],
    choices: Readonly<Record<string, TeacherChoice>>,
    room: number | null,
  ) {
    this.#known = known
    this.#knownByName = new Map(known.map((teacher) => [keyOf(teacher.name), teacher]))
    this.#choices = new Map(Object.entries(choices).map(([name, choice]) => [keyOf(name), choice]))
    this.#roomLeft = room ?? Number.POSITIVE_INFINITY
  }

  /** Everyone named so far, in the order they were named. */
  get teachers(): PlannedTeacher[] {
    return [...this.#byName.values()]
  }

  /** Who is meant by a name, which is put on the roll if it is new. */
  find(name: string, rowNumber: number): PlannedTeacher {
    const folded = keyOf(name)
    const named = this.#byName.get(folded)
    const teacher = named ?? this.#decide(teacherName(name), folded)
    if (!named) this.#byName.set(folded, teacher)
    teacher.rowNumbers.push(rowNumber)
    return teacher
  }

  #decide(name: string, folded: string): PlannedTeacher {
    const choice = this.#choices.get(folded)
    const chosen = this.#known.find((teacher) => teacher.id === choice)
    const decided = choice === "create" || choice === "leave-out"
    const existing = chosen ?? (decided ? undefined : this.#knownByName.get(folded))
    const teacher: PlannedTeacher = {
      key: `teacher-${this.#byName.size + 1}`,
      name,
      use: "create",
      teacherId: null,
      rowNumbers: [],
    }
    if (existing)
      return { ...teacher, use: "existing", teacherId: existing.id, present: existing.answers ?? {} }
    if (choice === "leave-out") return { ...teacher, use: "leave-out" }
    const likely = decided ? undefined : likelyTeacher(name, this.#known)
    if (likely) teacher.likelyId = likely.id
    if (this.#roomLeft < 1) return { ...teacher, use: "no-room" }
    this.#roomLeft--
    return teacher
  }
}
