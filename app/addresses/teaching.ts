import { aFile, pagesIn } from "./address"

// Teachers, classes, the schedule, attendance and what is learned.

const inTeachers = pagesIn("teachers", "Teachers")
const inClasses = pagesIn("classes", "Classes")
const inSchedule = pagesIn("schedule", "Schedule")
const inAbsences = pagesIn("absences", "Teachers")
const inAttendance = pagesIn("attendance", "Attendance")
const inLearning = pagesIn("learning")

export const teaching = {
  teachers: inTeachers("/teachers?*", "teachers.tsx", ["teacher:read", "teacher:write"], {
    page: "Teachers",
    only: "school",
    words:
      "teacher|staff|instructor|instructors|tutors|faculty|coaches|employees|teacher left|teacher quits|fire a teacher|deactivate a teacher|delete teacher|remove a teacher|teacher availability|teacher hours|teacher schedule|teacher contract|teacher leaves|assign students to a teacher|head teacher|head of piano|piano teacher|violin teacher|working hours|working hours of teachers|teaching hours|lunch break|break of a teacher|staff list|staff directory|password for teacher",
  }),
  newTeacher: inTeachers("/teachers/create", "new-teacher.tsx", "teacher:write", {
    act: "New teacher",
    only: "school",
    words: "add teacher|invite teacher|new teacher|hire a teacher|add instructor",
  }),
  /** `period` is a day of it. */
  pay: inTeachers("/teachers/pay?period", "pay-run.tsx", ["teacher:read", "teacher:write"], {
    page: "Teacher pay",
    only: "school",
    words:
      "payroll|payslip|payslips|wages|salary|pay rates|teacher pay rate|compensation|commission|pay teachers|contractor|hourly rate|payroll export|teacher wages|export payroll|paycheck|pay run|pay period|how much do i pay teachers|payday|teacher invoice|teachers invoices|invoice from a teacher|freelance teachers|staff wages|wages bill|bonus|pay a bonus|pay slip",
  }),
  payRates: inTeachers("/teachers/pay/rates", "pay-rates.tsx", "teacher:write", {
    act: "Change pay rates",
    only: "school",
    words:
      "raise pay|raise pay rates|pay raise|pay rise|pay rates of all teachers|set pay rates|change pay rates|pay more|raise for teachers",
  }),
  /** Extra work that teachers entered, for the office. */
  extraWork: inTeachers("/teachers/extra-work", "extra-work.tsx", ["teacher:read", "teacher:write"], {
    page: "Extra work",
    only: "school",
    words:
      "extra work|extra hours|overtime|meetings|mileage|timesheet|time sheets|time clock|clock in|hours worked|admin hours|travel costs",
  }),
  payFile: inTeachers("/teachers/pay.csv?period", "pay-run-file.ts", "teacher:read"),
  deactivateTeacher: inTeachers("/teachers/:teacherId/deactivate", "deactivate-teacher.tsx", "teacher:write"),
  eraseTeacher: inTeachers("/teachers/:teacherId/erase", "erase-teacher.tsx", "teacher:write"),
  teacherPayFile: inTeachers("/teachers/:teacherId/pay.csv?period", "pay-file.ts", "teacher:read"),
  payslipPdf: inTeachers("/teachers/:teacherId/payslips/:slipId/pdf", "payslip-pdf.ts", "teacher:read"),
  classes: inClasses("/classes?*", "classes.tsx", "class:read", {
    page: "Classes",
    words:
      "class|course|group|lessons|ensemble|choir|band|waiting list|waitlist|enrollment|capacity|enrolment|copy a class|change teacher of a class|change teachers of many classes|set rooms of classes|change room of a class|switch teacher|change lesson time|class size|unenroll from a class|class roster|who is in a class|full classes|weekly times|change weekly time|swap weekly times|swap students|orchestra|ensemble list|move student to another class|change class of a student|transfer a student to another class|switch class|sold out class|class is full|no places left|zoom link|zoom|google meet|meeting link|online lesson|theory class|theory group|change time permanently|permanent time change|free places|empty spots|open spots|free spots|places left|change lesson length|lesson length|length of lessons|30 to 45 minutes|longer lessons|shorter lessons|waiting families|every other week|every second week|fortnightly|biweekly|print a class list|minimum age|age limit|age group|ages of a class|half hour lessons|rename a class|edit a class|drop a class",
  }),
  newClass: inClasses(
    "/classes/create?from&student&date&time&minutes&teacher&room",
    "new-class.tsx",
    "class:write",
    {
      act: "New class",
      words:
        "add class|new class|add lesson|new course|create class|weekly lesson|new group|private lesson|recurring lesson|weekly lessons|standing lesson|group class|start lessons|schedule lessons|repeat lesson|add second lesson|second lesson a week|two lessons a week",
    },
  ),
  endedClasses: inClasses("/classes/legacy?q&page", "ended-classes.tsx", ["class:read", "class:write"], {
    page: "Ended classes",
    words: "ended|archive|past classes|old classes|archived",
  }),
  nextTerm: inClasses("/classes/next-term?state&page", "next-term.tsx", ["class:read", "class:write"], {
    page: "Next term",
    words:
      "roll over|rollover|next term|re-enrollment|renewal|continue next year|reenroll|next semester|new term|next year|roll over classes|new school year|copy classes to next term|renew|end of term|continue classes|new year groups|move everyone up|re-enrol|reenrol|start a new year|new academic year",
  }),
}

export const teacherRecord = {
  teacher: inTeachers("/teachers/:teacherId", "teacher.tsx", ["teacher:read", "teacher:write"]),
  /** The week of a day, today's unless given. */
  teacherLessons: inTeachers("/teachers/:teacherId/lessons?date", "teacher-lessons.tsx", "teacher:read"),
  studentsOfTeacher: inTeachers("/teachers/:teacherId/students?page", "teacher-students.tsx", "teacher:read"),
  teacherMessages: inTeachers("/teachers/:teacherId/messages?page", "teacher-messages.tsx", "teacher:read"),
  teacherPay: inTeachers("/teachers/:teacherId/pay?period", "pay.tsx", ["teacher:read", "teacher:write"]),
  teacherProofs: inTeachers(
    "/teachers/:teacherId/documents?edit",
    "teacher-proofs.tsx",
    ["teacher:read", "teacher:write"],
    {
      body: aFile,
    },
  ),
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
    {
      page: "Schedule",
      words:
        "calendar|daily schedule|timetable|week|diary|planner|agenda|lessons this week|room schedule|conflicts|double booking|double bookings|overlap|teacher calendar|availability of rooms|month view|see all lessons|rota|roster of lessons|who teaches when|lesson plan of the week|time table|weekly schedule|lesson times|this week|opening the calendar|print the timetable|tomorrow’s lessons|tomorrow's lessons|our calendar|master schedule|who is teaching today|who teaches today|clash|clashes|two lessons at once|lessons at the same time",
    },
  ),
  lessonSlotCheck: inSchedule("/schedule/lessons/:sessionId/check", "slot-check.ts", "schedule:write"),
  simpleSchedule: inSchedule("/schedule/simple?:date&:page", "simple-schedule.tsx", "schedule:read", {
    page: "Simple list",
    words:
      "day list|list of lessons|today|lessons today|day sheet|day schedule|today’s lessons|today's lessons|today’s schedule",
    parts: [
      {
        page: "Door sheets",
        at: "?sheet=door",
        words:
          "door sheet|room sheet|sign on the door|print schedule|print|sign-in sheet|print attendance|print day|sign in sheet|print the week",
      },
    ],
  }),
  findTime: inSchedule(
    "/schedule/find-a-time?student&lesson&class&teacher&room&minutes&from&to",
    "find-a-time.tsx",
    "schedule:write",
    {
      act: "Find a time",
      words:
        "find a time|free time|open times|availability|free slot|reschedule|move a lesson|when is free|change lesson time|reschedule lesson|swap lesson time|open slots|next available|move to tuesday|move to another day|change to another day|free room|empty room|when is a teacher free|who is free|when is anna free|postpone|postpone a lesson",
    },
  ),
  lessonsToSettle: inSchedule("/schedule/to-settle?:page", "lessons-to-settle.tsx", "schedule:write", {
    page: "Lessons to settle",
    words: "to settle|stranded|unsettled lessons|lessons without a day|rebook",
  }),
  trialLesson: inSchedule(
    "/schedule/trial-lesson?student&date&time&teacher&room",
    "trial-lesson.tsx",
    "schedule:write",
    {
      act: "Book a trial lesson",
      words:
        "trial|trial lesson|intro lesson|book trial|first lesson|taster|evaluation lesson|demo lesson|sample lesson|assessment lesson",
    },
  ),
  cancelLesson: inSchedule("/schedule/cancel-lesson", "cancel-lesson.tsx", "schedule:write", {
    act: "Cancel a lesson",
    words:
      "cancel lesson|call off|student ill|student sick|cancel a lesson|cancel|cancel all lessons today|delete a lesson|cancel a class",
  }),
  newSession: inSchedule(
    "/schedule/new-session?date&class&time&teacher&room&minutes&all",
    "new-session.tsx",
    "schedule:write",
    {
      act: "One-time lesson",
      words:
        "single lesson|one-off lesson|one time lesson|extra lesson|new lesson|plan a lesson|schedule a lesson|add lesson|drop in lesson|drop-in lesson|drop in",
    },
  ),
  occasions: inSchedule("/schedule/events?view&page", "occasions.tsx", "class:read", {
    page: "Events",
    in: "Classes",
    words:
      "event|recital|concert|exam|performance|festival|field trip|camp|workshop|masterclass|program|tickets|summer camp|exam results|event fee|exam fee|recital fee|participation fee|open house|audition|competition|rehearsal|group event|abrsm|rcm|trinity exam|grade exam|open day|student concert|show|winter recital|spring recital|christmas concert|summer concert|end of term concert|recital hall|event fees|recital fees|exam dates|stage order|running order|programme notes|program notes|concert program|concert programme|jury|juries|exam entry|exam registration|piano exam|masterclass|master class",
  }),
  newOccasion: inSchedule("/schedule/events/new?date", "new-occasion.tsx", "class:write", {
    act: "New event",
    in: "Classes",
    words: "new event|add recital|new recital|add event|new concert|add concert",
  }),
  occasion: inSchedule("/schedule/events/:occasionId", "occasion.tsx", ["class:read", "class:write"]),
  editOccasion: inSchedule("/schedule/events/:occasionId/edit", "occasion-edit.tsx", "class:write"),
  program: inSchedule("/schedule/events/:occasionId/program", "program.tsx", ["class:read", "class:write"]),
  programSheet: inSchedule("/schedule/events/:occasionId/program-sheet", "program-sheet.tsx", "class:read"),
  examResults: inSchedule("/schedule/events/:occasionId/results?page", "exam-results.tsx", "class:write"),
  absences: inAbsences("/absences?teacher&from&to", "absences.tsx", "schedule:write", {
    page: "Absences",
    words:
      "time off|substitute|sub|sick|sick leave|flu|vacation of teachers|leave|cover|cover teacher|substitution|teacher absence|teacher ill|ill|day off|find a substitute|teacher sick|teacher absent|teacher vacation|teacher time off|leave of absence|replace a teacher|approve time off|cover lesson|supply teacher|teacher on holiday|teacher off sick|maternity leave|replacement teacher|teacher wants a day off|day off for a teacher|teacher on leave|teacher is sick tomorrow|teacher is ill today|block time|block off time",
  }),
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
    {
      page: "Attendance",
      words:
        "attendance|register|registers|roll call|absences of students|missing attendance|take attendance|mark attendance|no-shows|absent|presence|attendance report|attendance history|attendance records|attendance backlog|attendance not taken|absentees|who is absent today|who came|who was here|no shows this month|no-shows this month|attendance from last week|attendance of last week",
    },
  ),
  /** A teacher's whole day at once. */
  attendanceDay: inAttendance("/attendance/day?day&teacher&room", "attendance-day.tsx", "register:take", {
    page: "Whole-day attendance",
    words:
      "whole day|attendance of a day|all lessons today|mark the whole day|everyone was present|attendance for all teachers|daily attendance",
  }),
  corrections: inAttendance(
    "/attendance/corrections?page",
    "corrections.tsx",
    ["attendance:read", "register:unlock"],
    {
      page: "Attendance corrections",
      words: "correction|unlock attendance|locked|change locked attendance|edit attendance|change attendance",
    },
  ),
  freedTimes: inAttendance("/attendance/freed-times?page", "freed-times.tsx", "attendance:read", {
    page: "Freed times",
    value: "freedTimes",
    words: "freed time|free spots|canceled times|last minute",
  }),
  swaps: inAttendance("/attendance/swaps?page", "swaps.tsx", "attendance:read", {
    page: "Lesson swaps",
    value: "lessonSwaps",
    words: "swap|swaps|exchange lessons|trade times|swap lessons",
  }),
}

export const learning = {
  progressReport: inLearning("/progress-reports/:reportId", "progress-report.tsx", "learning:write"),
  progressReportPdf: inLearning(
    "/progress-reports/:reportId/pdf",
    "progress-report-pdf.ts",
    "learning:write",
  ),
}
