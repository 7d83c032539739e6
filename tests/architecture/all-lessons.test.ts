import { sqlite } from "db/client.server"
import { expect, test } from "vitest"
import { readAllLessons } from "../support/all-lessons"
import { statisticsOf } from "../support/large-statistics"

// What the check of what every screen and command asks (tests/support/all-lessons.ts) tells apart.

const refused = [
  "select count(*) from sessions where school_id = ?",
  "select id from sessions where school_id = ? and starts_at > ?",
  "select id from sessions where school_id = ? and minutes = ?",
  "select id from sessions indexed by sessions_by_date where school_id = ? and local_date > ?",
  "select id from sessions indexed by sessions_by_date where school_id = ? and local_date < ?",
  "select id from sessions where school_id = ? and state = 'planned' and register_taken_at is null and starts_at > ?",
  "select s.id from sessions s cross join classes c on c.school_id = s.school_id and c.id = s.class_id where s.school_id = ? and c.teacher_id = ?",
  // looked through for each student
  "select id from students p where school_id = ? and exists (select 1 from sessions s where s.school_id = p.school_id and s.minutes = p.id)",
  // a limit that ends something else, or comes after all were sorted or counted
  "select id from sessions where school_id = ? and starts_at > ? and minutes = (select capacity from classes where school_id = ? limit 1)",
  "select id, (select count(*) from sessions s where s.school_id = ?) from students where school_id = ? limit 50",
  "select id from sessions where school_id = ? and starts_at > ? order by minutes limit 1",
  "select count(*) from sessions where school_id = ? and starts_at > ? limit 1",
  "select teacher_id, count(*) from sessions where school_id = ? and local_date > ? group by class_id order by teacher_id limit 5",
  // the first of an index is one row, the first of some of its rows isn’t
  `select min("local_date") from "sessions" where "sessions"."school_id" = ? and "sessions"."minutes" = ?`,
]

const lawful = [
  "select id from sessions where school_id = ? and id = ?",
  "select id from sessions where school_id = ? and local_date between ? and ?",
  "select id from sessions where school_id = ? and teacher_id = ? and local_date > ?",
  "select id from sessions where school_id = ? and schedule_id = ? and starts_at > ?",
  "select id from sessions where school_id = ? and local_date > ? order by local_date limit 1",
  "select id from sessions where school_id = ? order by local_date desc limit 1",
  "select id from sessions where school_id = ? and state = 'planned' and register_taken_at is null and starts_at < ?",
  "select s.id from seats x cross join sessions s on s.school_id = x.school_id and s.id = x.session_id where x.school_id = ? and x.student_id = ?",
]

const asked = (sql: string) => ({ sql, params: Array.from({ length: sql.split("?").length - 1 }, () => "1") })

test.each(refused)("all lessons are read by %s", (sql) => {
  expect(readAllLessons([asked(sql)])).toEqual([expect.stringContaining(sql)])
})

test.each(lawful)("a few lessons are read by %s", (sql) => {
  expect(readAllLessons([asked(sql)])).toEqual([])
})

test("an index that is new or gone wants new statistics", () => {
  const indexes = sqlite()
    .prepare("select tbl_name as 'table', name as 'index' from sqlite_master where type = 'index'")
    .all() as { table: string; index: string }[]
  expect(statisticsOf(indexes).length).toBeGreaterThan(100)
  expect(() => statisticsOf([...indexes, { table: "seats", index: "seats_by_kind" }])).toThrow("new")
  expect(() => statisticsOf(indexes.filter(({ index }) => index !== "seats_noticed"))).toThrow("gone")
})
