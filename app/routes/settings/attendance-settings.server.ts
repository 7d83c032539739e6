import { readForm } from "~/http/read-form.server"
import { invalid } from "~/http/responses.server"
import { redirectWithToast } from "~/http/toast.server"
import { changeAttendance, findSchoolSettings } from "~/models/accounts/school/school-settings.server"
import { AttendanceForm } from "~/models/accounts/school/school-settings-form"
import type { Actor } from "~/models/foundation/access/actor"
import { paths } from "~/utils/paths"

/** When attendance is locked, and when teachers are reminded of it. */
export function findAttendanceSettings(actor: Actor) {
  const { attendanceLockDays, attendanceReminder } = findSchoolSettings(actor)
  return { attendanceLockDays, attendanceReminder }
}

export function saveAttendanceSettings(actor: Actor, form: FormData) {
  const submission = readForm(form, { schema: AttendanceForm })
  if (submission.status !== "success") return invalid(submission)
  changeAttendance(actor, submission.value)
  return redirectWithToast(paths.preferences(), "Attendance settings saved.")
}
