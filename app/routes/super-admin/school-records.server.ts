import type { Actor } from "~/models/foundation/access/actor"
import { stateLabels } from "~/models/money/invoice/invoice"
import { INVOICES_PER_PAGE, listInvoices } from "~/models/money/invoice/list-invoices.server"
import { listStudents, STUDENTS_PER_PAGE } from "~/models/people/student/list-students.server"
import { statusLabels } from "~/models/people/student/student"
import type { RecordView } from "~/models/platform/support-consent/support-consent"
import { kindLabels } from "~/models/teaching/class/class-query"
import { CLASSES_PER_PAGE, listClasses } from "~/models/teaching/class/list-classes.server"
import { listSessionsOn } from "~/models/teaching/session/session-list.server"
import { formatTime } from "~/utils/clock-times"
import { formatDate } from "~/utils/date-text"
import { formatMoney } from "~/utils/money"
import { fullName } from "~/utils/names"

// A school's records as its consent opens them to our staff: read, never changed, without contact details and notes.

type Query = { search: string; day: string; page: number }
type Records = { heads: string[]; rows: { id: string; cells: string[] }[]; total: number; perPage: number }

const readers: Record<RecordView, (school: Actor, query: Query) => Records> = {
  students: (school, { search, page }) => {
    const { total, students } = listStudents(school, { search: search || undefined }, page)
    return {
      heads: ["Student", "Status", "Instrument", "Family", "Teachers"],
      rows: students.map((student) => ({
        id: student.id,
        cells: [
          fullName(student),
          statusLabels[student.status],
          student.instrument ?? "–",
          student.familyName,
          student.teachers.join(", ") || "–",
        ],
      })),
      total,
      perPage: STUDENTS_PER_PAGE,
    }
  },
  classes: (school, { search, page }) => {
    const { total, classes } = listClasses(school, { search: search || undefined }, page)
    return {
      heads: ["Class", "Type", "Teacher", "Weekly time", "Enrolled"],
      rows: classes.map(({ id, name, kind, teacherName, patterns, enrolled }) => ({
        id,
        cells: [name, kindLabels[kind], teacherName ?? "–", patterns.join("; ") || "–", String(enrolled)],
      })),
      total,
      perPage: CLASSES_PER_PAGE,
    }
  },
  lessons: (school, { day }) => {
    const sessions = listSessionsOn(school, day, day)
    return {
      heads: ["Lesson", "Time", "Teacher", "Room", "Students"],
      rows: sessions.map((session) => ({
        id: session.id,
        cells: [
          session.className,
          formatTime(session.startTime),
          session.teacherName ?? "–",
          session.roomName ?? "–",
          String(session.students.length),
        ],
      })),
      total: sessions.length,
      perPage: Math.max(1, sessions.length),
    }
  },
  invoices: (school, { search, page }) => {
    const { rows, count } = listInvoices(school, { search: search || undefined, page })
    const { currency } = school.school
    return {
      heads: ["Invoice", "Family", "Status", "Due", "Total", "Balance due"],
      rows: rows.map((invoice) => ({
        id: invoice.id,
        cells: [
          invoice.number ?? "Draft",
          invoice.familyName,
          stateLabels[invoice.state].word,
          invoice.dueOn ? formatDate(invoice.dueOn, "medium") : "–",
          formatMoney(invoice.totalMinor, currency),
          formatMoney(invoice.openMinor, currency),
        ],
      })),
      total: count,
      perPage: INVOICES_PER_PAGE,
    }
  },
}

export const readRecords = (school: Actor, view: RecordView, query: Query): Records =>
  readers[view](school, query)
