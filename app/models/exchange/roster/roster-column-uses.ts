import type { FieldKey } from "./roster-field-names"
import type { OwnUse } from "./roster-own-fields"

// What the columns of a roster can be chosen for.

/** A field of a further child of the same row: the second to the sixth. */
export type ChildUse = `child${2 | 3 | 4 | 5 | 6}-${FieldKey}`

/** A field of a further weekly lesson of the same row: the second to the seventh. */
export type LessonUse = `lesson${2 | 3 | 4 | 5 | 6 | 7}-${FieldKey}`

/** What becomes of a column. Only `copyToNotes` ("Header: value") and `ignore` may be chosen for several. */
export type ColumnUse = FieldKey | ChildUse | LessonUse | OwnUse | "copyToNotes" | "ignore"

/** By the column's index, from 0. A column that is not named is ignored. */
export type ColumnMapping = Record<number, ColumnUse>
