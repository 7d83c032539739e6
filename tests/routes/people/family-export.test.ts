import { db } from "db/client.server"
import { users } from "db/schema/accounts"
import { practice } from "db/schema/learning"
import { families, guardians, members, portalAccess, students } from "db/schema/people"
import { eq } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { schoolActor } from "~/models/foundation/access/actor.server"
import { remove } from "~/models/foundation/access/door.server"
import { joined, newRow } from "~/models/foundation/access/own.server"
import { deleteToBin } from "~/models/foundation/deleted-record/deleted-record.server"
import { gatherFamily } from "~/models/overview/family-data/family-zip.server"
import { fixClock } from "~/utils/clock.server"
import { openFamily } from "../../support/billing"
import { testNow, testToday } from "../../support/clock"
import { useSeededDatabase } from "../../support/demo"
import { signedIn } from "../../support/family"
import { addRows, changeRows, openSchool } from "../../support/school"

// What a family gets when it asks a school for everything about it: readable by itself, all of it, and nothing of others.

const gathered = async (actor: Actor, familyId: string) =>
  new Map((await gatherFamily(actor, familyId))?.map(({ name, rows }) => [name, rows]) ?? [])

describe("a family of the demo", () => {
  useSeededDatabase()

  test("gets by name what its rows point at, its logins and what the school did about it", async () => {
    const milo = db()
      .select({ schoolId: students.schoolId, familyId: students.familyId })
      .from(students)
      .innerJoin(members, joined(members, students.memberId))
      .innerJoin(users, eq(users.id, members.userId))
      .where(eq(users.username, "milo"))
      .get()
    const actor = milo && schoolActor(milo.schoolId)
    if (!actor) throw new Error("The demo has no Milo.")
    const tables = await gathered(actor, milo.familyId)
    const ids = (name: string) => new Set(tables.get(name)?.map(({ id }) => id))
    for (const [table, column, target] of [
      ["custom_values", "field_id", "custom_fields"],
      ["skill_states", "skill_id", "skills"],
      ["occasion_guests", "occasion_id", "occasions"],
      ["program_performers", "entry_id", "program_entries"],
      ["sessions", "teacher_id", "teachers"],
      ["sessions", "room_id", "rooms"],
    ] as const) {
      const pointed = new Set(tables.get(table)?.flatMap((row) => row[column] ?? []))
      expect(pointed.size, table).toBeGreaterThan(0)
      expect(
        [...pointed].filter((id) => !ids(target).has(id)),
        `${table}.${column}`,
      ).toEqual([])
    }
    expect(Object.keys(tables.get("teachers")?.[0] ?? {})).toEqual(["id", "name"])
    expect(tables.get("logins")?.map(({ email, username }) => email ?? username)).toEqual(
      expect.arrayContaining(["guardian@harmony.example", "milo"]),
    )
    expect(tables.get("events")?.map(({ noun, verb }) => `${noun} ${verb}`)).toEqual(
      expect.arrayContaining(["invoice issue", "payment record", "student record-skills"]),
    )
  })
})

describe("a family beside others", () => {
  let actor: Actor
  beforeEach(() => {
    fixClock(testNow)
    actor = openSchool().actor
  })

  test("gets nothing of another family of a parent who has one login for both", async () => {
    const adult = { name: "Mateo Okafor", email: "mateo@example.com", payerShare: 10_000 }
    const one = openFamily(actor, { name: "Okafor", adults: [adult], children: ["Amara"] })
    const other = openFamily(actor, { name: "Bell", adults: [adult], children: ["Ned"] })
    const parent = signedIn(actor, "guardian", one.guardianIds[0] ?? "").actor
    changeRows(guardians, { familyId: other.familyId }, { memberId: parent.memberId })
    for (const { studentIds } of [one, other]) {
      const studentId = studentIds[0] ?? ""
      db()
        .insert(portalAccess)
        .values({ ...newRow(actor), memberId: parent.memberId ?? "", studentId, as: "guardian" })
        .onConflictDoNothing()
        .run()
      addRows(practice, {
        ...newRow(actor),
        memberId: parent.memberId,
        studentId,
        day: testToday,
        minutes: 20,
      })
    }
    const tables = await gathered(actor, one.familyId)
    const all = JSON.stringify([...tables])
    for (const id of [...other.studentIds, ...other.guardianIds, other.familyId])
      expect(all).not.toContain(id)
    expect(tables.get("practice")).toHaveLength(1)
  })

  test("gets what is kept of a family that was merged into it, and what of theirs is in the bin", async () => {
    const keep = openFamily(actor, { name: "Okafor" })
    const gone = openFamily(actor, { name: "Okafor again", children: [], adults: [] })
    changeRows(families, { id: gone.familyId }, { mergedInto: keep.familyId })
    const recordId = keep.guardianIds[1] ?? ""
    deleteToBin(actor, { noun: "guardian", recordId, name: "Zoë Okafor" }, () => {
      remove(actor, guardians, recordId)
    })
    const tables = await gathered(actor, keep.familyId)
    expect(tables.get("families")?.map(({ id }) => id)).toEqual(
      expect.arrayContaining([keep.familyId, gone.familyId]),
    )
    expect(tables.get("recently_deleted")).toMatchObject([{ noun: "guardian", name: "Zoë Okafor" }])
    expect(JSON.stringify([...tables])).not.toContain("schoolId")
  })
})
