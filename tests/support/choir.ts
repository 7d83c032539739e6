import { classes } from "db/schema/teaching"
import { sessions } from "db/schema/teaching-sessions"
import { addFamily } from "~/models/people/family/family.server"
import { addStudent } from "~/models/people/student/student.server"
import { addTeacher } from "~/models/people/teacher/teacher.server"
import { addRoom } from "~/models/teaching/room/room.server"
import { Browser } from "./app"
import { openSchool, orFail, rowOf, rowsOf } from "./school"

/** A school with a teacher, a hall and three students who could sing. */
export async function openChoirSchool() {
  const { actor, userId } = openSchool()
  const office = await Browser.of(userId)
  const { teacherId } = orFail(addTeacher(actor, { name: "Ingrid Solheim" }))
  const { roomId } = orFail(addRoom(actor, { name: "Hall" }))
  const { familyId } = addFamily(actor, { name: "Okafor family", guardians: [] })
  const studentIds = ["Amara", "Freya", "Milo"].map(
    (firstName) =>
      orFail(
        addStudent(actor, {
          familyId,
          firstName,
          lastName: "Okafor",
          status: "active",
          instrument: "Violin",
          fromDate: "2026-09-01",
        }),
      ).studentId,
  )
  return {
    actor,
    office,
    familyId,
    teacherId,
    roomId,
    studentIds,
    /** Sends the form of a new class, the youth choir unless fields say otherwise. */
    make: (fields: Record<string, string | string[]> = {}) =>
      office.submit("/classes/create", { ...choirFields({ teacherId, roomId }), ...fields }),
    /** The id of the class with this name. */
    made: (name = "Youth choir") => rowOf(classes, { schoolId: actor.school.id, name })?.id ?? "",
    /** The sessions of a class in their order. */
    datesOf: (classId: string) =>
      rowsOf(sessions, { schoolId: actor.school.id, classId }, { by: "startsAt" }),
  }
}

export type ChoirSchool = Awaited<ReturnType<typeof openChoirSchool>>

/** What the form of a new class sends for a youth choir. */
export const choirFields = ({ teacherId, roomId }: { teacherId: string; roomId: string }) => ({
  kind: "group",
  name: "Youth choir",
  instrument: "Voice",
  teacherId,
  roomId,
  capacity: "2",
  weekdays: ["2"],
  everyWeeks: "1",
  startTime: "16:00",
  minutes: "45",
  startsOn: "2026-11-18",
  ends: "open",
  billing: "per_session",
  amount: "18.00",
  intent: "save",
})
