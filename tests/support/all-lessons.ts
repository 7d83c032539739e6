import { sqlite } from "db/client.server"
import { statisticsOf } from "./large-statistics"
import { planOf, type Statement } from "./query-plan"

// Lessons to come are a whole year's of the school, and those before are more. Without samples of values SQLite takes a quarter of
// them for what begins later than now, which it takes for few, and begins with these although the statement says which it wants.

/** Lets SQLite know what it knows of the largest school, and no samples of values, as in production (db/statistics.server.ts). */
function takeLargeStatistics() {
  sqlite().exec("analyze")
  for (const table of ["sqlite_stat1", "sqlite_stat4"]) sqlite().exec(`delete from ${table}`)
  const insert = sqlite().prepare("insert into sqlite_stat1 (tbl, idx, stat) values (?, ?, ?)")
  const indexes = sqlite()
    .prepare("select tbl_name as 'table', name as 'index' from sqlite_master where type = 'index'")
    .all() as { table: string; index: string }[]
  for (const { table, index, stat } of statisticsOf(indexes)) insert.run(table, index, stat)
  sqlite().exec("analyze sqlite_schema")
}

/** Lessons by nothing but their school, or by that and a first or a last moment or day. */
const allLessons =
  /\bINDEX (?:sqlite_autoindex_)?sessions_\w+ \(school_id=\?(?: AND (?:starts_at|local_date)[<>]\?)?\)/
/** Lessons that are over and without attendance are few. */
const fewLessons = /\bINDEX sessions_register_missing \(school_id=\? AND starts_at<\?\)/

const absences = `select count(*) from "sessions" cross join "seats" where ("sessions"."school_id" = ? and "sessions"."local_date" >= ? and ("sessions"."school_id" = "seats"."school_id" and "sessions"."id" = "seats"."session_id") and "seats"."notice_at" is not null)`

/** What may look at all of them, each by its whole text, and why; with the processor time that it takes with 5,000 students. */
const reviewed = new Map([
  [absences, "absences of lessons to come are counted from these, as those before are many more: 1.6 ms"],
  [
    `select (${absences}), (select count(*) from "swap_offers" where ("swap_offers"."school_id" = ? and "swap_offers"."state" = ?)), (select count(*) from "data_changes" where ("data_changes"."school_id" = ? and "data_changes"."state" = ?)) + (select count(*) from "leaves" where ("leaves"."school_id" = ? and "leaves"."state" = ?)), (select count(*) from "message_reports" inner join "messages" on ("messages"."school_id" = "message_reports"."school_id" and "messages"."id" = "message_reports"."message_id") where (("message_reports"."school_id" = ? and "message_reports"."is_for_platform" = ? and "messages"."member_id" <> ?) and "message_reports"."closed_at" is null)), (select count(*) from "correction_requests" where ("correction_requests"."school_id" = ? and "correction_requests"."state" = 'asked')), (select count(*) from "make_up_credits" where ("make_up_credits"."school_id" = ? and "make_up_credits"."used_at" is null and "make_up_credits"."revoked_at" is null and "make_up_credits"."expires_on" between ? and ?)), (select count(*) from "proofs" where ("proofs"."school_id" = ? and "proofs"."state" = ? and ("proofs"."teacher_id" is not null or "proofs"."student_id" is not null or false))), exists (select "id" from "guardians" where ("guardians"."school_id" = ? and "guardians"."member_id" is null and "guardians"."email" is not null and not exists (select "id" from "one_time_links" where ("one_time_links"."purpose" = ? and "one_time_links"."subject_id" = "guardians"."id" and "one_time_links"."used_at" is null and "one_time_links"."revoked_at" is null)) and exists (select "id" from "students" where ("students"."school_id" = ? and ("students"."school_id" = "guardians"."school_id" and "students"."family_id" = "guardians"."family_id") and "students"."status" <> ?)))), exists (select "waiting_places"."class_id", "waiting_places"."created_at", "classes"."name", "students"."first_name", "students"."last_name" from "waiting_places" inner join "classes" on ("classes"."school_id" = "waiting_places"."school_id" and "classes"."id" = "waiting_places"."class_id") inner join "students" on ("students"."school_id" = "waiting_places"."school_id" and "students"."id" = "waiting_places"."student_id") where ("waiting_places"."school_id" = ? and "waiting_places"."state" = 'waiting' and ("classes"."ended_on" is null or "classes"."ended_on" >= ?) and not ("students"."email" is not null and not exists (select 1 from returned_addresses r where r.address = lower(trim("students"."email")))) and not exists (select 1 from "guardians" where (("guardians"."school_id" = "students"."school_id" and "guardians"."family_id" = "students"."family_id") and ("guardians"."email" is not null and not exists (select 1 from returned_addresses r where r.address = lower(trim("guardians"."email")))))))), exists (select "closures"."id", "closures"."name", "closures"."added_as", count(*), count("closed_lessons"."was") from "closed_lessons" inner join "closures" on ("closures"."school_id" = "closed_lessons"."school_id" and "closures"."id" = "closed_lessons"."closure_id") where ("closed_lessons"."school_id" = ? and ("closed_lessons"."told_at" is null and "closed_lessons"."silenced_at" is null and exists (select "id" from "sessions" where ("sessions"."school_id" = ? and ("sessions"."school_id" = "closed_lessons"."school_id" and "sessions"."id" = "closed_lessons"."session_id") and "sessions"."starts_at" > ? and ("sessions"."state" = 'cancelled') = ("closed_lessons"."was" is null))))) group by "closed_lessons"."closure_id" order by "closures"."starts_on" asc, "closures"."id" asc), (select count(*) from "auto_charges" inner join "invoices" on ("invoices"."school_id" = "auto_charges"."school_id" and "invoices"."id" = "auto_charges"."invoice_id") where ("auto_charges"."school_id" = ? and "auto_charges"."state" = ? and "auto_charges"."hold_kind" in (?, ?) and case when "invoices"."state" = 'issued' then max(0, "invoices"."total_minor" - invoices.settled_minor) else 0 end > ?)), exists (select "id" from "events" where ("events"."school_id" = ? and "events"."noun" = 'payment' and "events"."verb" in ('dispute', 'end-dispute') and ("events"."verb" = 'end-dispute' or "events"."after" ->> 'amountMinor' is not null))), "welcome", exists (select "id" from "sample_records" where "sample_records"."school_id" = ?) from "schools" where "schools"."id" = ?`,
    "the same, read with what else waits for the office",
  ],
  [
    `select min("local_date") from "sessions" where ("sessions"."school_id" = ? and "sessions"."local_date" >= ?)`,
    "the first of an index is one row: 0.0 ms",
  ],
  [
    `select count(*) from "sessions" where ("sessions"."school_id" = ? and ("sessions"."register_taken_at" is null and "sessions"."state" = ?))`,
    "the guide to the first steps counts lessons with attendance by those without, in their index: 1.3 ms",
  ],
  [
    `select count(*) from "sessions" where "sessions"."school_id" = ?`,
    "the same guide, which an office opens in its first weeks, counts all lessons in an index",
  ],
  [
    `select count(*) from "sessions" where ("sessions"."school_id" = ? and ("sessions"."state" = ? and "sessions"."register_taken_at" is null))`,
    "the same guide, without the canceled ones",
  ],
  [
    `select "class_id", count(*) from "sessions" where ("sessions"."school_id" = ? and (false and "sessions"."state" = ?)) group by "sessions"."class_id"`,
    "false is looked at before any row: 0.0 ms",
  ],
  [
    `select "local_date" from "sessions" where ("sessions"."school_id" = ? and "sessions"."register_taken_at" is null) group by "sessions"."local_date" order by "sessions"."local_date"`,
    "a new time zone of a school moves each lesson without attendance: 0.3 s of 1.4 s (docs/next.md)",
  ],
])

/** Whether reading ends with the statement's own limit: nothing is sorted, grouped or counted before. */
function isEnded(text: string, sorts: string[]): boolean {
  let outer = text.replace(/'(?:[^']|'')*'/g, "''")
  for (let before = ""; before !== outer; ) {
    before = outer
    outer = outer.replace(/\([^()]*\)/g, "[]")
  }
  return (
    /\blimit\b/i.test(outer) &&
    !/\b(count|sum|total|avg|min|max|group_concat|json_group_\w+) ?\[\]/i.test(outer) &&
    !sorts.some((detail) => /FOR (ORDER|GROUP) BY/.test(detail))
  )
}

/** The statements that begin with all lessons of a school, or all to come, or look through them for each row of something else. */
export function readAllLessons(statements: Iterable<Statement>): string[] {
  takeLargeStatistics()
  return [...statements].flatMap((statement) => {
    const text = statement.sql.replace(/\s+/g, " ").trim()
    if (!/\bsessions\b/i.test(text) || reviewed.has(text)) return []
    const plan = planOf(statement)
    const outermost = plan.filter(({ parent }) => parent === 0)
    const ended = isEnded(
      text,
      outermost.map(({ detail }) => detail),
    )
    const steps = plan.filter(
      ({ detail, parent }) => allLessons.test(detail) && !fewLessons.test(detail) && !(ended && parent === 0),
    )
    return steps.length > 0 ? [`${steps.map(({ detail }) => detail).join("\n")}\n${text}`] : []
  })
}
