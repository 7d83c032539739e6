import { sql } from "drizzle-orm"
import { check, index, integer, text, uniqueIndex } from "drizzle-orm/sqlite-core"
import { refersTo } from "./column-rules"
import { schoolTable } from "./columns"
import { classes } from "./teaching"

/** What a student needs before a class: another class completed, or an age. */
export const classPrerequisites = schoolTable(
  "class_prerequisites",
  {
    classId: refersTo("class_id", () => classes).notNull(),
    requiredId: refersTo("required_id", () => classes),
    minAge: integer("min_age"),
    /** The name of a level of the school's list: this one or a higher one. */
    minLevel: text("min_level"),
  },
  (t) => [
    uniqueIndex("class_prerequisites_once").on(t.schoolId, t.classId, t.requiredId),
    uniqueIndex("class_prerequisites_age").on(t.schoolId, t.classId).where(sql`min_age is not null`),
    index("class_prerequisites_by_required").on(t.schoolId, t.requiredId),
    uniqueIndex("class_prerequisites_level").on(t.schoolId, t.classId).where(sql`min_level is not null`),
    check(
      "class_prerequisites_kind",
      sql`(${t.requiredId} is not null) + (${t.minAge} is not null) + (${t.minLevel} is not null) = 1`,
    ),
    check("class_prerequisites_self", sql`${t.requiredId} is not ${t.classId}`),
    check("class_prerequisites_years", sql`${t.minAge} is null or ${t.minAge} between 1 and 99`),
  ],
)
