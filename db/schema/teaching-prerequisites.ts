import { sql } from "drizzle-orm"
import { check, index, integer, text, uniqueIndex } from "drizzle-orm/sqlite-core"
import { refers, schoolTable } from "./columns"
import { classes } from "./teaching"

/** What a student needs before a class: another class completed, or an age. */
export const classPrerequisites = schoolTable(
  "class_prerequisites",
  {
    classId: text("class_id").notNull(),
    requiredId: text("required_id"),
    minAge: integer("min_age"),
    /** The name of a level of the school's list: this one or a higher one. */
    minLevel: text("min_level"),
  },
  (t) => [
    refers(t, t.classId, classes),
    refers(t, t.requiredId, classes),
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
