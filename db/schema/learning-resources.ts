import { sql } from "drizzle-orm"
import { check, index, text, uniqueIndex } from "drizzle-orm/sqlite-core"
import { choice, refersTo } from "./column-rules"
import { instant, schoolTable } from "./columns"
import { files } from "./foundation-files"
import { members, students } from "./people"
import { classes } from "./teaching"

/** A file or a link of the teaching library. Archived, never deleted; its bytes are a row of `files`. */
export const resources = schoolTable(
  "resources",
  {
    kind: choice("kind", ["file", "link"]).notNull(),
    title: text("title").notNull(),
    description: text("description"),
    url: text("url"),
    /** Null once the person who uploaded it is gone with their files. */
    fileId: text("file_id").references(() => files.id, { onDelete: "set null" }),
    /** What the file was called where it came from. */
    fileName: text("file_name"),
    memberId: refersTo("member_id", () => members),
    archivedAt: instant("archived_at"),
  },
  (t) => [
    index("resources_by_title").on(t.schoolId, sql`title collate nocase`, t.id),
    uniqueIndex("resources_file").on(t.fileId),
    check("resources_one_thing", sql`(${t.kind} = 'link') = (${t.url} is not null)`),
    check("resources_file_named", sql`(${t.kind} = 'file') = (${t.fileName} is not null)`),
    check("resources_link_no_file", sql`${t.kind} = 'file' or ${t.fileId} is null`),
  ],
)

/** A word to find a resource by, folded to lower case. */
export const resourceTags = schoolTable(
  "resource_tags",
  {
    resourceId: refersTo("resource_id", () => resources).notNull(),
    tag: text("tag").notNull(),
  },
  (t) => [
    uniqueIndex("resource_tags_once").on(t.schoolId, t.resourceId, t.tag),
    index("resource_tags_by_tag").on(t.schoolId, t.tag),
  ],
)

/** With whom a resource is shared: one student, a class, or everyone who learns an instrument. */
export const resourceShares = schoolTable(
  "resource_shares",
  {
    resourceId: refersTo("resource_id", () => resources).notNull(),
    studentId: refersTo("student_id", () => students),
    classId: refersTo("class_id", () => classes),
    instrument: text("instrument"),
    sharedBy: refersTo("shared_by", () => members),
  },
  (t) => [
    uniqueIndex("resource_shares_student").on(t.schoolId, t.studentId, t.resourceId),
    uniqueIndex("resource_shares_class").on(t.schoolId, t.classId, t.resourceId),
    uniqueIndex("resource_shares_instrument").on(t.schoolId, t.instrument, t.resourceId),
    index("resource_shares_by_resource").on(t.schoolId, t.resourceId),
    check(
      "resource_shares_one_target",
      sql`(${t.studentId} is not null) + (${t.classId} is not null) + (${t.instrument} is not null) = 1`,
    ),
  ],
)

/** Someone opened a resource; `studentId` is the child they opened it for. */
export const resourceOpenings = schoolTable(
  "resource_openings",
  {
    resourceId: refersTo("resource_id", () => resources).notNull(),
    memberId: refersTo("member_id", () => members).notNull(),
    studentId: refersTo("student_id", () => students),
  },
  (t) => [
    index("resource_openings_by_resource").on(t.schoolId, t.resourceId, t.createdAt),
    index("resource_openings_by_member").on(t.schoolId, t.memberId, t.resourceId),
  ],
)
