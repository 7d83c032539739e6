import { db } from "db/client.server"
import { teachers } from "db/schema/people"
import { and, eq } from "drizzle-orm"
import { addTaxRate } from "~/models/accounts/tax/tax-rates.server"
import { presetRights } from "~/models/foundation/access/rights"
import { addTeacher, listTeachers } from "~/models/people/teacher/teacher.server"
import { fixClock, now } from "~/utils/clock.server"
import { addDays } from "~/utils/dates"
import { instantOf, localDate } from "~/utils/zones"
import { seedLearning } from "./learning"
import { sellMaterials } from "./materials"
import { sellTenLessons } from "./packages"
import { addDemoMember, openDemoSchool, recordDeparture, subscribe } from "./people"

import { addPupils, day, giveGuardianSignIn, giveSchool, liveBriefly, weeksAgo } from "./pupils"

const brightKeysPupils: Parameters<typeof addPupils>[3] = [
  {
    first: "Ellis",
    last: "Ward",
    parent: "Joan Ward",
    instrument: "Piano",
    weekday: 1,
    time: "15:30",
    price: 3800,
  },
  {
    first: "Rosa",
    last: "Ward",
    parent: "Joan Ward",
    instrument: "Piano",
    weekday: 1,
    time: "16:00",
    price: 3800,
  },
  {
    first: "Minh",
    last: "Tran",
    parent: "Linh Tran",
    instrument: "Piano",
    weekday: 2,
    time: "16:00",
    price: 4200,
    billing: "package",
  },
  {
    first: "Ada",
    last: "Okonjo",
    parent: "Ngozi Okonjo",
    instrument: "Piano",
    weekday: 3,
    time: "15:30",
    price: 4200,
  },
  {
    first: "Pablo",
    last: "Reyes",
    parent: "Carmen Reyes",
    instrument: "Keyboard",
    weekday: 3,
    time: "16:30",
    price: 3800,
  },
  {
    first: "Sigrid",
    last: "Dahl",
    parent: "Per Dahl",
    instrument: "Piano",
    weekday: 4,
    time: "17:00",
    price: 4200,
  },
]

/** Bright Keys Studio: one teacher who is also the office. */
export function seedBrightKeys(present: number, passwordHash: string) {
  const zone = "America/Chicago"
  const from = weeksAgo(present, zone, 10)
  fixClock(instantOf(addDays(from, -2), "09:00", zone))
  const actor = openDemoSchool({
    kind: "solo",
    schoolName: "Bright Keys Studio",
    name: "Nadia Brandt",
    email: "solo@brightkeys.example",
    passwordHash,
    timeZone: zone,
  })
  subscribe(actor, {
    plan: "soloTeacher",
    status: "active",
    activatedAt: now(),
    paidUntil: now() + 365 * day,
  })
  giveSchool(actor, "payments@brightkeys.example")
  const [teacher] = listTeachers(actor)
  const pupils = addPupils(actor, teacher?.id ?? null, from, brightKeysPupils)
  sellTenLessons(actor, pupils[2], localDate(now(), zone), 37_800)
  sellMaterials(actor, pupils[2], localDate(now(), zone))
  liveBriefly(actor, present, from)
  seedLearning(actor, present, ["Piano"])
}

/** Crescendo Academy: a second school on Professional, so that one school's rows can be asked for by another's people. */
export function seedCrescendo(present: number, passwordHash: string) {
  const zone = "Europe/Berlin"
  const from = weeksAgo(present, zone, 6)
  fixClock(instantOf(addDays(from, -2), "09:00", zone))
  const actor = openDemoSchool({
    kind: "school",
    schoolName: "Crescendo Academy",
    name: "Anselm Keller",
    email: "admin@crescendo.example",
    passwordHash,
    timeZone: zone,
  })
  subscribe(actor, {
    plan: "professional",
    status: "active",
    activatedAt: now(),
    paidUntil: now() + 365 * day,
  })
  giveSchool(actor, "payments@crescendo.example")
  addTaxRate(actor, { name: "VAT", rate: 19_000, isDefault: true })
  const added = addTeacher(actor, {
    name: "Judith Lang",
    email: "teacher@crescendo.example",
    instruments: "Cello",
  })
  if (!added.ok) throw new Error("Crescendo has no room for its teacher.")
  const judith = addDemoMember(actor, {
    name: "Judith Lang",
    email: "teacher@crescendo.example",
    role: "teacher",
    passwordHash,
  })
  db()
    .update(teachers)
    .set({ memberId: judith.memberId })
    .where(and(eq(teachers.schoolId, actor.school.id), eq(teachers.id, added.teacherId)))
    .run()
  addDemoMember(actor, {
    name: "Otto Brandes",
    email: "books@crescendo.example",
    role: "office",
    rights: presetRights.bookkeeping,
    passwordHash,
  })
  const [first] = addPupils(actor, added.teacherId, from, [
    {
      first: "Emma",
      last: "Vogel",
      parent: "Clara Vogel",
      instrument: "Cello",
      weekday: 2,
      time: "15:00",
      price: 3500,
    },
    {
      first: "Jonas",
      last: "Richter",
      parent: "Ute Richter",
      instrument: "Cello",
      weekday: 2,
      time: "15:45",
      price: 3500,
    },
    {
      first: "Mila",
      last: "Franke",
      parent: "Tobias Franke",
      instrument: "Cello",
      weekday: 4,
      time: "16:30",
      price: 3500,
    },
  ])
  if (first) giveGuardianSignIn(actor, first, passwordHash)
  liveBriefly(actor, present, from)
}

/** A school that never paid, and one whose time ran out. */
export function seedUnpaidSchools(present: number, passwordHash: string) {
  fixClock(present - 2 * day)
  openDemoSchool({
    kind: "school",
    schoolName: "New School of Strings",
    name: "Petra Olsson",
    email: "pending@newschool.example",
    passwordHash,
    timeZone: "America/New_York",
  })
  fixClock(present - 400 * day)
  const old = openDemoSchool({
    kind: "school",
    schoolName: "Old School of Brass",
    name: "Walter Finch",
    email: "expired@oldschool.example",
    passwordHash,
    timeZone: "America/New_York",
  })
  subscribe(old, { plan: "standard", status: "expired", activatedAt: now(), paidUntil: now() + 365 * day })
  recordDeparture(old, { canceledAt: present - 60 * day, endsAt: now() + 365 * day })
}
