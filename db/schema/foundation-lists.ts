import { sql } from "drizzle-orm"
import { check, index, integer, text, uniqueIndex } from "drizzle-orm/sqlite-core"
import { fieldAudiences, fieldKinds, fieldNouns } from "./choices"
import { choice, refersTo } from "./column-rules"
import { flag, instant, schoolTable } from "./columns"
import { members } from "./people"

/** Which columns of a list a person wants to see, in their order. */
export const listColumns = schoolTable(
  "list_columns",
  {
    memberId: refersTo("member_id", () => members).notNull(),
    noun: text("noun").notNull(),
    /** JSON: names of columns. */
    columns: text("columns").notNull(),
  },
  (t) => [uniqueIndex("list_columns_once").on(t.schoolId, t.memberId, t.noun)],
)

/** The filters of a list under a name: their maker's own, or shared with everyone who runs the school. */
export const savedFilters = schoolTable(
  "saved_filters",
  {
    memberId: refersTo("member_id", () => members).notNull(),
    noun: text("noun").notNull(),
    name: text("name").notNull(),
    /** As in the list's address. */
    query: text("query").notNull(),
    isShared: flag("is_shared").notNull(),
  },
  (t) => [index("saved_filters_by_noun").on(t.schoolId, t.noun, t.name)],
)

/** A question of the school's own about its students, guardians, families, teachers or classes. */
export const customFields = schoolTable(
  "custom_fields",
  {
    noun: choice("noun", fieldNouns).notNull(),
    name: text("name").notNull(),
    kind: choice("kind", fieldKinds).notNull(),
    /** JSON: what can be chosen, of a choice. */
    choices: text("choices").notNull().default("[]"),
    /** Who sees it besides the office. */
    audience: choice("audience", fieldAudiences).notNull(),
    isRequired: flag("is_required").notNull().default(false),
    position: integer("position").notNull(),
    archivedAt: instant("archived_at"),
  },
  (t) => [uniqueIndex("custom_fields_name").on(t.schoolId, t.noun, sql`lower(name)`)],
)

/** One record's answer: plain text, a number with a point, a day, "yes" or "no". Without an answer there is no row. */
export const customValues = schoolTable(
  "custom_values",
  {
    fieldId: refersTo("field_id", () => customFields).notNull(),
    /** The record; its noun is the field's. */
    subjectId: text("subject_id").notNull(),
    value: text("value").notNull(),
  },
  (t) => [
    uniqueIndex("custom_values_once").on(t.schoolId, t.fieldId, t.subjectId),
    index("custom_values_by_subject").on(t.schoolId, t.subjectId),
    check("custom_values_length", sql`length(${t.value}) between 1 and 500`),
  ],
)
