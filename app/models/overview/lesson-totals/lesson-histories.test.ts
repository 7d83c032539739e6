import { sqlite } from "db/client.server"
import fc from "fast-check"
import { expect, test } from "vitest"
import { takeRegister } from "~/models/attendance/register/take-register.server"
import type { Actor } from "~/models/foundation/access/actor"
import { groupLessons, type LessonGroup } from "~/models/money/pay/earned-sums.server"
import { fixClock } from "~/utils/clock.server"
import { inHistories } from "../../../../tests/support/histories/count"
import { addSessionRow, addTeacherRow, openClass } from "../../../../tests/support/lessons"
import { openSchool } from "../../../../tests/support/school"
import { countTaught, keepNextTaught, readTaught } from "./keep-lesson-totals.server"
import { readLessonGroups } from "./lesson-groups.server"
import { addUp, daysOfMonth, type Taught } from "./lesson-totals"

// What is kept of days that are over, in schools that live any history: rows change in each way that the app or a repair of
// the database changes them, one after the other, and after each the sums that are kept say what a count of all rows says.

let actor: Actor

const span = { first: "2026-09-01", last: "2026-10-31" }
const days = [...daysOfMonth("2026-09"), ...daysOfMonth("2026-10")]
const mondays = ["2026-09-14", "2026-09-21", "2026-09-28", "2026-10-05", "2026-10-12"]
const months = ["2026-09", "2026-10"]

const run = (statement: string, ...values: (string | number | null)[]) =>
  sqlite()
    .prepare(statement)
    .run(actor.school.id, ...values)

/** One of the rows of a table, by chance. */
function pick(table: string, chance: number, which = "true"): string | null {
  const ids = sqlite()
    .prepare(`select id from ${table} where school_id = ? and ${which} order by rowid`)
    .pluck()
    .all(actor.school.id) as string[]
  return ids[chance % Math.max(1, ids.length)] ?? null
}

let made = 0
/** A row of the school's, unless the table has one like it. */
function add(table: string, facts: Record<string, string | number | null>) {
  made += 1
  const columns = Object.keys(facts)
  const id = `${table} ${made}`
  run(
    `insert or ignore into ${table} (school_id, id, created_at, ${columns.join(", ")})
      values (?, ?, 1, ${columns.map(() => "?").join(", ")})`,
    id,
    ...Object.values(facts),
  )
  return id
}

const set = (table: string, id: string | null, change: string, ...values: (string | number | null)[]) =>
  sqlite()
    .prepare(`update or ignore ${table} set ${change} where school_id = ? and id = ?`)
    .run(...values, actor.school.id, id)

const addCharge = (facts: Record<string, string | number | null>) =>
  add("charges", {
    family_id: pick("families", 0),
    description: "x",
    reason: "x",
    occurred_on: "2026-10-02",
    ...facts,
  })

function openTeaching() {
  const teacherId = addTeacherRow(actor, "Mara Lindqvist")
  addTeacherRow(actor, "Kwame Boateng")
  addTeacherRow(actor, "Lena Okafor")
  for (const [index, billing] of (["monthly", "monthly", "per_session", "package"] as const).entries()) {
    const { classId, studentIds } = openClass(actor, {
      class: { name: `Class ${index}`, instrument: billing, teacherId },
      pupils: [`Aiko ${index}`, `Theo ${index}`],
      price: { billing, amountMinor: 9000 },
    })
    for (const day of mondays.filter((_, week) => index < 2 || week % 2 === index % 2)) {
      const id = addSessionRow(actor, classId, day, { teacherId, startTime: `1${index}:00` })
      const marks = studentIds.map((studentId) => ({
        studentId,
        code: "present" as const,
        minutesLate: null,
      }))
      if (day !== mondays[1]) expect(takeRegister(actor, id, { marks }).ok).toBe(true)
    }
  }
  for (let index = 0; index < 4; index += 1)
    for (const month of months)
      addCharge({ source: "flat", enrollment_id: pick("enrollments", index), month, amount_minor: 9001 })
  const offer = { name: "Ten", lessons: 10, price_minor: 50000, rest_rule: "forfeit" }
  const offerId = add("package_offers", offer)
  for (const key of ["one", "two", "three"]) {
    const of = { offer_id: offerId, family_id: pick("families", 0), sold_on: "2026-09-01", form_key: key }
    const package_id = add("packages", { ...offer, ...of })
    if (key !== "three") addCharge({ source: "package", package_id, amount_minor: 50000 })
    add("package_uses", { package_id, seat_id: pick("seats", made), units: 100 })
  }
}

/** Rows that point at a charge, a status or a spot, a make-up credit among them, go before it. */
const forget = {
  charge(id: string | null) {
    run("delete from charges where school_id = ? and corrects_charge_id = ?", id)
    run("delete from charges where school_id = ? and id = ?", id)
  },
  credits(of: "origin_mark_id" | "origin_seat_id" | "used_seat_id", id: string | null) {
    const credits = `select id from make_up_credits where school_id = credit_changes.school_id and ${of} = ?`
    run(`delete from credit_changes where school_id = ? and credit_id in (${credits})`, id)
    run(`delete from make_up_credits where school_id = ? and ${of} = ?`, id)
  },
  mark(id: string | null) {
    for (let of = pick("charges", 0, `mark_id = '${id}'`); of; of = pick("charges", 0, `mark_id = '${id}'`))
      forget.charge(of)
    forget.credits("origin_mark_id", id)
    run("delete from marks where school_id = ? and id = ?", id)
  },
  seat(id: string | null) {
    for (let of = pick("marks", 0, `seat_id = '${id}'`); of; of = pick("marks", 0, `seat_id = '${id}'`))
      forget.mark(of)
    for (let of = pick("charges", 0, `seat_id = '${id}'`); of; of = pick("charges", 0, `seat_id = '${id}'`))
      forget.charge(of)
    run("delete from package_uses where school_id = ? and seat_id = ?", id)
    forget.credits("origin_seat_id", id)
    forget.credits("used_seat_id", id)
    run("delete from seats where school_id = ? and id = ?", id)
  },
}

const fee = "month is not null"
const day = (chance: number) => days[(chance * 7 + 6) % days.length] ?? ""
type Chances = [which: number, other: number]

/** Each way a row is changed that a lesson's sums come from. */
const verbs: Record<string, (...chances: Chances) => unknown> = {
  "a lesson is added": (which, other) =>
    addSessionRow(actor, pick("classes", which) ?? "", day(other), {
      startTime: "18:00",
      sequence: made++,
    }),
  "a lesson is canceled": (which) => set("sessions", pick("sessions", which), "state = 'cancelled'"),
  "a lesson takes place after all": (which) => set("sessions", pick("sessions", which), "state = 'planned'"),
  "a lesson moves": (which, other) => set("sessions", pick("sessions", which), "local_date = ?", day(other)),
  "a lesson is another class's": (which, other) =>
    set("sessions", pick("sessions", which), "class_id = ?", pick("classes", other)),
  "a lesson has another teacher": (which, other) =>
    set("sessions", pick("sessions", which), "teacher_id = ?", pick("teachers", other)),
  "a lesson is longer": (which, other) =>
    set("sessions", pick("sessions", which), "minutes = ?", 30 + (other % 60)),
  "attendance is taken": (which, other) => {
    const id = pick("sessions", which) ?? ""
    const students = sqlite()
      .prepare("select student_id from seats where school_id = ? and session_id = ?")
      .pluck()
      .all(actor.school.id, id) as string[]
    const code = (["present", "absent", "excused", "cancelled"] as const)[other % 4] ?? "present"
    const marks = students.map((studentId) => ({ studentId, code, minutesLate: null }))
    try {
      return takeRegister(actor, id, { marks } as Parameters<typeof takeRegister>[2])
    } catch (error) {
      // A repair gave a status or its charge to another spot: nothing is saved then.
      if (error instanceof Error && error.message.endsWith("charges.school_id, charges.mark_id")) return null
      throw error
    }
  },
  "attendance wasn't taken": (which) =>
    set("sessions", pick("sessions", which), "register_taken_at = iif(register_taken_at is null, 1, null)"),
  "a lesson is deleted": (which) => {
    const id = pick("sessions", which)
    for (let seat = pick("seats", 0, `session_id = '${id}'`); seat; ) {
      forget.seat(seat)
      seat = pick("seats", 0, `session_id = '${id}'`)
    }
    run("delete from co_substitutes where school_id = ? and session_id = ?", id)
    run("delete from sessions where school_id = ? and id = ?", id)
  },
  "a guest has a spot": (which, other) =>
    add("seats", {
      session_id: pick("sessions", which),
      student_id: pick("students", other),
      enrollment_id: pick("enrollments", other),
      kind: "make_up",
    }),
  "a spot is of another enrollment": (which, other) =>
    set("seats", pick("seats", which), "enrollment_id = ?", other % 4 ? pick("enrollments", other) : null),
  "a spot is in another lesson": (which, other) =>
    set("seats", pick("seats", which), "session_id = ?", pick("sessions", other)),
  "a spot is gone": (which, other) =>
    forget.seat(pick("seats", which, other % 2 ? "true" : "id not in (select seat_id from marks)")),
  "a status is added": (which, other) =>
    add("marks", {
      seat_id: pick("seats", which),
      code: other % 2 ? "cancelled" : "present",
      ...{ charged_percent: 100, paid_percent: 70, issues_credit: 0, counts_as_attended: 0 },
    }),
  "a status pays another part": (which, other) =>
    set("marks", pick("marks", which), "paid_percent = ?", other % 101),
  "a status is another spot's": (which, other) =>
    set("marks", pick("marks", which), "seat_id = ?", pick("seats", other)),
  "a status is superseded, or not": (which) =>
    set("marks", pick("marks", which), "superseded_at = iif(superseded_at is null, 1, null)"),
  "a status is gone": (which, other) =>
    forget.mark(pick("marks", which, other % 2 ? "true" : "code = 'cancelled'")),
  "a spot is charged": (which) =>
    addCharge({ source: "item", seat_id: pick("seats", which), amount_minor: 1000 }),
  "a charge is doubled": (which) => set("charges", pick("charges", which), "amount_minor = amount_minor * 2"),
  "a charge has tax": (which) =>
    set(
      "charges",
      pick("charges", which),
      "tax_minor = iif(tax_minor = 0, amount_minor / 10, 0), tax_name = 'VAT', tax_rate = 100",
    ),
  "a charge is credited": (which) =>
    set("charges", pick("charges", which), "credited_net_minor = iif(credited_net_minor = 0, 250, 0)"),
  "a charge is withdrawn, or not": (which) =>
    set("charges", pick("charges", which), "withdrawn_at = iif(withdrawn_at is null, 1, null)"),
  "a charge is another spot's": (which, other) =>
    set("charges", pick("charges", which, "seat_id is not null"), "seat_id = ?", pick("seats", other)),
  "a charge is gone": (which) => forget.charge(pick("charges", which)),
  "a fee is added": (which, other) =>
    addCharge({
      ...{ source: other % 3 ? "item" : "hire", enrollment_id: pick("enrollments", which) },
      ...{ month: months[other % 2] ?? "", amount_minor: 500 },
    }),
  "a fee is of another month": (which) =>
    set("charges", pick("charges", which, fee), "month = iif(month = '2026-09', '2026-10', '2026-09')"),
  "a fee is of another enrollment": (which, other) =>
    set("charges", pick("charges", which, fee), "enrollment_id = ?", pick("enrollments", other)),
  "a fee is of another kind": (which) =>
    set("charges", pick("charges", which, fee), "source = iif(source = 'flat', 'material', 'flat')"),
  "a fee changes": (which) =>
    set("charges", pick("charges", which, fee), "amount_minor = amount_minor + 999, tax_minor = 0"),
  "a fee is withdrawn, or not": (which) =>
    set("charges", pick("charges", which, fee), "withdrawn_at = iif(withdrawn_at is null, 1, null)"),
  "a fee is gone": (which) => forget.charge(pick("charges", which, fee)),
  "a charge is corrected": (which, other) =>
    addCharge({
      ...{ source: "correction", corrects_charge_id: pick("charges", which, other % 3 ? fee : "true") },
      amount_minor: -300,
    }),
  "a correction is of another charge": (which, other) =>
    set(
      "charges",
      pick("charges", which, "source = 'correction'"),
      "corrects_charge_id = ?",
      pick("charges", other, fee),
    ),
  "a correction is larger, or taxed": (which, other) =>
    set(
      "charges",
      pick("charges", which, "source = 'correction'"),
      other % 2 ? "amount_minor = amount_minor * 2" : "tax_minor = -10, tax_name = 'VAT', tax_rate = 100",
    ),
  "a correction is withdrawn, or not": (which) =>
    set(
      "charges",
      pick("charges", which, "source = 'correction'"),
      "withdrawn_at = iif(withdrawn_at is null, 1, null)",
    ),
  "a correction is gone": (which) => forget.charge(pick("charges", which, "source = 'correction'")),
  "a package is used": (which, other) =>
    add("package_uses", {
      package_id: other % 3 ? pick("packages", other) : null,
      ...{ seat_id: pick("seats", which), units: other % 2 ? 50 : 100 },
    }),
  "what a package gave is released": (which) =>
    set("package_uses", pick("package_uses", which, "released_at is null"), "released_at = 1"),
  "what a package gave is gone": (which) =>
    run("delete from package_uses where school_id = ? and id = ?", pick("package_uses", which)),
  "a package has more lessons": (which) => set("packages", pick("packages", which), "lessons = lessons + 3"),
  "a package is charged": (which) =>
    addCharge({ source: "package", package_id: pick("packages", which), amount_minor: 700 }),
  "a package costs another amount": (which, other) =>
    set(
      "charges",
      pick("charges", which, "source = 'package'"),
      [
        "amount_minor = amount_minor + 500",
        "tax_minor = 100, tax_name = 'VAT', tax_rate = 100",
        "withdrawn_at = iif(withdrawn_at is null, 1, null)",
        "package_id = (select id from packages where form_key = 'two' and school_id = charges.school_id)",
      ][other % 4] ?? "",
    ),
  "a package's charge is gone": (which) => forget.charge(pick("charges", which, "source = 'package'")),
  "a student starts another day": (which, other) =>
    set("enrollments", pick("enrollments", which), "starts_on = ?", day(other)),
  "a student's last day is another": (which, other) =>
    set("enrollments", pick("enrollments", which), "ends_on = ?", other % 3 ? day(other) : null),
  "a class is of another kind": (which, other) =>
    set("classes", pick("classes", which), "kind = ?", other % 2 ? "ensemble" : "group"),
  "a class is of another instrument": (which, other) =>
    set("classes", pick("classes", which), "instrument = ?", `Instrument ${other % 3}`),
  "a co-teacher comes": (which, other) =>
    add("class_teachers", {
      ...{ class_id: pick("classes", which), teacher_id: pick("teachers", other) },
      ...{ starts_on: day(other), ends_on: other % 2 ? null : "2026-10-20" },
    }),
  "a co-teacher is another": (which, other) =>
    set("class_teachers", pick("class_teachers", which), "teacher_id = ?", pick("teachers", other)),
  "a co-teacher is another class's": (which, other) =>
    set("class_teachers", pick("class_teachers", which), "class_id = ?", pick("classes", other)),
  "a co-teacher's days are others": (which, other) =>
    set(
      "class_teachers",
      pick("class_teachers", which),
      "starts_on = ?, ends_on = ?",
      ...(other % 2 ? [day(other), null] : ["2026-09-01", day(other)]),
    ),
  "a co-teacher leaves": (which) =>
    run("delete from class_teachers where school_id = ? and id = ?", pick("class_teachers", which)),
  "a co-teacher has a substitute": (which, other) =>
    add("co_substitutes", {
      session_id: pick("sessions", which),
      teacher_id: pick("teachers", which),
      substitute_id: other % 3 ? pick("teachers", other) : null,
    }),
  "a substitute is another": (which, other) =>
    set("co_substitutes", pick("co_substitutes", which), "substitute_id = ?", pick("teachers", other)),
  "a substitute is for another lesson": (which, other) =>
    set("co_substitutes", pick("co_substitutes", which), "session_id = ?", pick("sessions", other)),
  "a substitute isn't needed": (which) =>
    run("delete from co_substitutes where school_id = ? and id = ?", pick("co_substitutes", which)),
}

const keepAll = () => {
  while (keepNextTaught(actor));
}

/** In an order that doesn't depend on how it was added up; fractions of a cent don't tell groups apart. */
function sortedGroups(groups: readonly LessonGroup[]) {
  const lessons = new Map<string, number>()
  for (const { lessons: count, chargedMinor, ...alike } of groups) {
    const key = JSON.stringify({ ...alike, charged: Math.round(chargedMinor * 1000) })
    lessons.set(key, (lessons.get(key) ?? 0) + count)
  }
  return [...lessons].map(([key, count]) => `${count} × ${key}`).sort()
}
const sortedSums = (taught: Taught | undefined) => ({
  ...taught,
  parts: (taught?.parts ?? []).map((part) => JSON.stringify(part)).sort(),
})

function expectTrue(after: string) {
  expect(sortedGroups(readLessonGroups(actor, span)), after).toEqual(sortedGroups(groupLessons(actor, days)))
  const direct = addUp([...countTaught(actor, days).values()])
  expect(sortedSums(readTaught(actor, [span])[0]), after).toEqual(sortedSums(direct))
}

function openKept() {
  made = 0
  fixClock(Date.parse("2026-10-20T12:00:00Z"))
  actor = openSchool().actor
  openTeaching()
  keepAll()
  expectTrue("at first")
}

const step = fc.record({
  verb: fc.constantFrom(...Object.keys(verbs)),
  which: fc.nat({ max: 200 }),
  other: fc.nat({ max: 200 }),
})

test("whatever a lesson brings and pays comes from changes, what is kept says what a count of all rows says", () => {
  inHistories(20, fc.array(step, { minLength: 15, maxLength: 30 }), (steps) => {
    openKept()
    for (const { verb, which, other } of steps) {
      verbs[verb]?.(which, other)
      expectTrue(verb)
      keepAll()
    }
    expectTrue("at last")
  })
})
