import { addFamily } from "~/models/people/family/family.server"
import { addStudent } from "~/models/people/student/student.server"
import { addTeacher } from "~/models/people/teacher/teacher.server"
import { addRoom } from "~/models/teaching/room/room.server"
import { Browser } from "./app"
import { openSchool } from "./school"

export function orFail<Answer extends { ok: boolean }>(answer: Answer): Extract<Answer, { ok: true }> {
  if (!answer.ok) throw new Error(JSON.stringify(answer))
  return answer as Extract<Answer, { ok: true }>
}

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
  return { actor, office, teacherId, roomId, studentIds }
}

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
