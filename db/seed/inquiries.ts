import { guardians } from "db/schema/people"
import {
  inquiries,
  inquiryDetails,
  inquiryForms,
  inquiryFormTeachers,
  schoolAddresses,
  schoolPages,
} from "db/schema/people-inquiries"
import { offers } from "db/schema/teaching-offers"
import { and, asc, isNotNull } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { add, select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { askKeys, writeFields } from "~/models/people/enrollment-form/enrollment-form"
import { listTeachers } from "~/models/people/teacher/teacher.server"
import { listWithFreeSpots } from "~/models/teaching/class-list/class-list.server"
import { now, todayOf } from "~/utils/clock.server"
import { addDays } from "~/utils/dates"

/** The school's public page, and who asked for lessons there: someone new, a family that the school has, and one who didn't come. */
export function seedInquiries(actor: Actor) {
  add(actor, schoolAddresses, { id: "harmony" })
  add(actor, schoolPages, {
    id: "harmony",
    isOpen: true,
    intro: "Private lessons, choirs and ensembles on Station Road since 1987.",
    instruments: ["Piano", "Violin", "Guitar", "Drums", "Voice", "Cello", "Flute"].join("\n"),
    showsClasses: true,
  })
  const fields = writeFields(askKeys.map((key) => ({ key, isRequired: false })))
  add(actor, inquiryForms, {
    ...{ path: "lessons", name: "Ask for lessons", purpose: "any", forWhom: "any", fields, isMain: true },
  })
  const campId = add(actor, inquiryForms, {
    ...{ path: "summer-camp", name: "Summer camp", purpose: "camp", forWhom: "child" },
    intro: "Five mornings of choir, drums and games in July.",
    fields: "birthDate! phone! homeAddress message",
  })
  const trialId = add(actor, inquiryForms, {
    ...{ path: "trial-lesson", name: "Book a trial lesson", purpose: "trial", forWhom: "any" },
    intro: "Half an hour to meet a teacher and try the instrument.",
    fields: "birthDate phone message",
    ...{ trialMinutes: 30, trialNoticeHours: 24, trialDaysAhead: 21 },
  })
  // Whose weekly hours the library's seed enters.
  const offered = listTeachers(actor).filter(({ name }) => name.startsWith("Marcus"))
  for (const { id: teacherId } of offered) add(actor, inquiryFormTeachers, { formId: trialId, teacherId })
  add(actor, inquiryForms, {
    ...{ path: "open-day", name: "Open day", purpose: "lessons", forWhom: "any", fields: "phone message" },
    ...{ isListed: false, archivedAt: now() },
  })
  const known = select({ name: guardians.name, email: guardians.email })
    .from(guardians)
    .where(and(own(actor, guardians), isNotNull(guardians.email)))
    .orderBy(asc(guardians.email))
    .limit(1)
    .get()
  const asked = { purpose: "trial", level: "New to it" } as const
  add(actor, inquiries, {
    ...{ ...asked, state: "lost", firstName: "Gus", lastName: "Petrov", guardianName: "Vera Petrov" },
    ...{ email: "vera.petrov@newcomer.example", instrument: "Drums", source: "search" },
    lostReason: "Too far away",
  })
  add(actor, inquiries, {
    ...{
      ...asked,
      state: "contacted",
      firstName: "Lotte",
      lastName: "Winter",
      guardianName: known?.name ?? "",
    },
    ...{ email: known?.email ?? "lotte@newcomer.example", instrument: "Cello", source: "friend" },
    ...{ times: "2-afternoon 4-afternoon", nextStep: "Suggest a time" },
  })
  const samiId = add(actor, inquiries, {
    ...{ ...asked, state: "new", firstName: "Sami", lastName: "Farah", guardianName: "Leyla Farah" },
    ...{ email: "leyla.farah@newcomer.example", phone: "+1 555 010 0177", birthDate: "2018-03-09" },
    ...{ instrument: "Piano", times: "1-evening 3-evening", source: "social" },
    message: "Sami plays along with everything on the radio.",
  })
  const [free] = listWithFreeSpots(actor)
    .filter(({ spots }) => spots > 1)
    .slice(-1)
  const pavelId = add(actor, inquiries, {
    ...{ ...asked, purpose: "class", state: "contacted", firstName: "Pavel", lastName: "Ilves" },
    ...{ guardianName: "Kadri Ilves", email: "kadri.ilves@newcomer.example", source: "event" },
    ...{ className: free?.name ?? null, birthDate: "2016-05-21" },
  })
  if (free)
    add(actor, offers, {
      ...{ inquiryId: pavelId, classId: free.id, startsOn: addDays(todayOf(actor), 9) },
      ...{ terms: "The first rehearsal is a trial.", expiresAt: now() + 7 * 86_400_000 },
    })
  add(actor, inquiryDetails, { inquiryId: samiId, formId: campId, purpose: "camp", address: "4 Mill Lane" })
}
