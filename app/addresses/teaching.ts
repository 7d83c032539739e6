import { pagesIn } from "./address"

// Teachers, classes, the schedule, attendance and what is learned.

const inTeachers = pagesIn("teachers")
const inClasses = pagesIn("classes")
const inSchedule = pagesIn("schedule")
const inAbsences = pagesIn("absences")
const inAttendance = pagesIn("attendance")
const inLearning = pagesIn("learning")

export const teaching = {
  teachers: inTeachers("/teachers?*", "teachers.tsx", ["teacher:read", "teacher:write"]),
  newTeacher: inTeachers("/teachers/create", "new-teacher.tsx", "teacher:write"),
  /** `period` is a day of it. */
  pay: inTeachers("/teachers/pay?period", "pay-run.tsx", ["teacher:read", "teacher:write"]),
  /** Extra work that teachers entered, for the office. */
  extraWork: inTeachers("/teachers/extra-work", "extra-work.tsx", ["teacher:read", "teacher:write"]),
  payFile: inTeachers("/teachers/pay.csv?period", "pay-run-file.ts", "teacher:read"),
  deactivateTeacher: inTeachers("/teachers/:teacherId/deactivate", "deactivate-teacher.tsx", "teacher:write"),
  eraseTeacher: inTeachers("/teachers/:teacherId/erase", "erase-teacher.tsx", "teacher:write"),
  teacherPayFile: inTeachers("/teachers/:teacherId/pay.csv?period", "pay-file.ts", "teacher:read"),
  payslipPdf: inTeachers("/teachers/:teacherId/payslips/:slipId/pdf", "payslip-pdf.ts", "teacher:read"),
  classes: inClasses("/classes?*", "classes.tsx", "class:read"),
  newClass: inClasses(
    "/classes/create?from&student&date&time&minutes&teacher&room",
    "new-class.tsx",
    "class:write",
  ),
  endedClasses: inClasses("/classes/legacy?q&page", "ended-classes.tsx", ["class:read", "class:write"]),
  nextTerm: inClasses("/classes/next-term?state&page", "next-term.tsx", ["class:read", "class:write"]),
}

export const teacherRecord = {
  teacher: inTeachers("/teachers/:teacherId", "teacher.tsx", ["teacher:read", "teacher:write"]),
  /** The week of a day, today's unless given. */
  teacherLessons: inTeachers("/teachers/:teacherId/lessons?date", "teacher-lessons.tsx", "teacher:read"),
  studentsOfTeacher: inTeachers("/teachers/:teacherId/students?page", "teacher-students.tsx", "teacher:read"),
  teacherMessages: inTeachers("/teachers/:teacherId/messages?page", "teacher-messages.tsx", "teacher:read"),
  teacherPay: inTeachers("/teachers/:teacherId/pay?period", "pay.tsx", ["teacher:read", "teacher:write"]),
  teacherActivity: inTeachers("/teachers/:teacherId/activity", "teacher-activity.tsx", "teacher:read"),
}

export const classRecord = {
  class: inClasses("/classes/:classId", "class.tsx", "class:read"),
  classStudents: inClasses("/classes/:classId/students?q", "class-students.tsx", [
    "class:read",
    "class:write",
  ]),
  enrollment: inClasses("/classes/:classId/students/:enrollmentId", "enrollment.tsx", "class:write"),
  waitingList: inClasses("/classes/:classId/waiting-list", "waiting-list.tsx", ["class:read", "class:write"]),
  classLessons: inClasses("/classes/:classId/lessons?page", "class-lessons.tsx", "class:read"),
  classBilling: inClasses("/classes/:classId/billing", "class-billing.tsx", "class:money"),
  classMessages: inClasses("/classes/:classId/messages?page", "class-messages.tsx", "message:all"),
  classActivity: inClasses("/classes/:classId/activity", "class-activity.tsx", "class:read"),
  classSchedule: inClasses("/classes/:classId/schedule", "class-schedule.tsx", "class:write"),
  swapTimes: inClasses("/classes/:classId/schedule/swap?time", "swap-times.tsx", "class:write"),
  prerequisites: inClasses("/classes/:classId/prerequisites", "prerequisites.tsx", "class:write"),
  coTeachers: inClasses("/classes/:classId/co-teachers", "co-teachers.tsx", "class:write"),
  /** To set a price, it opens there, with the day it is needed from. */
  editClass: inClasses("/classes/:classId/edit?from&back=ready", "class-edit.tsx", "class:write"),
  endClass: inClasses("/classes/:classId/end", "class-end.tsx", "class:write"),
}

export const schedule = {
  schedule: inSchedule(
    "/schedule?view&date&week&by&teacher&room&student&class&q&page&find",
    "schedule.tsx",
    "schedule:read",
  ),
  lessonSlotCheck: inSchedule("/schedule/lessons/:sessionId/check", "slot-check.ts", "schedule:write"),
  simpleSchedule: inSchedule("/schedule/simple?:date&:page", "simple-schedule.tsx", "schedule:read"),
  findTime: inSchedule(
    "/schedule/find-a-time?student&lesson&class&teacher&room&minutes&from&to",
    "find-a-time.tsx",
    "schedule:write",
  ),
  strandedLessons: inSchedule("/schedule/to-settle?:page", "stranded.tsx", "schedule:write"),
  trialLesson: inSchedule(
    "/schedule/trial-lesson?student&date&time&teacher&room",
    "trial-lesson.tsx",
    "schedule:write",
  ),
  cancelLesson: inSchedule("/schedule/cancel-lesson", "cancel-lesson.tsx", "schedule:write"),
  newSession: inSchedule(
    "/schedule/new-session?date&class&time&teacher&room&minutes&all",
    "new-session.tsx",
    "schedule:write",
  ),
  occasions: inSchedule("/schedule/events?view&page", "occasions.tsx", "class:read"),
  newOccasion: inSchedule("/schedule/events/new?date", "new-occasion.tsx", "class:write"),
  occasion: inSchedule("/schedule/events/:occasionId", "occasion.tsx", ["class:read", "class:write"]),
  editOccasion: inSchedule("/schedule/events/:occasionId/edit", "occasion-edit.tsx", "class:write"),
  program: inSchedule("/schedule/events/:occasionId/program", "program.tsx", ["class:read", "class:write"]),
  programSheet: inSchedule("/schedule/events/:occasionId/program-sheet", "program-sheet.tsx", "class:read"),
  examResults: inSchedule("/schedule/events/:occasionId/results?page", "exam-results.tsx", "class:write"),
  absences: inAbsences("/absences?teacher&from&to", "absences.tsx", "schedule:write"),
  absence: inAbsences("/absences/:absenceId", "absence.tsx", "schedule:write"),
  /** With a slot the form of the move is filled in. */
  editSession: inSchedule(
    "/classes/sessions/:sessionId/edit?date&time&minutes&teacher&room",
    "session-slot.tsx",
    "schedule:write",
  ),
  sessionGuests: inSchedule("/classes/sessions/:sessionId/guests", "session-guests.tsx", "schedule:write"),
}

/** Drawn over the schedule. */
export const overSchedule = {
  /** A lesson's card over the schedule that `search` describes. */
  lessonCard: inSchedule("/schedule/lessons/:sessionId", "lesson-card.tsx", [
    "schedule:read",
    "schedule:write",
  ]),
}

export const registers = {
  session: inClasses("/classes/sessions/:sessionId", "session-register.tsx", "register:take"),
  attendance: inAttendance(
    "/attendance?view&day&teacher&charged=yes&since=week&student&state&page",
    "attendance.tsx",
    "attendance:read",
  ),
  /** A teacher's whole day at once. */
  attendanceDay: inAttendance("/attendance/day?day&teacher", "attendance-day.tsx", "register:take"),
  corrections: inAttendance("/attendance/corrections?page", "corrections.tsx", [
    "attendance:read",
    "register:unlock",
  ]),
  freedTimes: inAttendance("/attendance/freed-times?page", "freed-times.tsx", "attendance:read"),
  swaps: inAttendance("/attendance/swaps?page", "swaps.tsx", "attendance:read"),
}

export const learning = {
  progressReport: inLearning("/progress-reports/:reportId", "progress-report.tsx", "learning:write"),
  progressReportPdf: inLearning(
    "/progress-reports/:reportId/pdf",
    "progress-report-pdf.ts",
    "learning:write",
  ),
}
