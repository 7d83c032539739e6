import { fileOf, pagesIn } from "./address"

// The areas of a teacher and of a family.

const inTeacher = pagesIn("teacher")
const inStudent = pagesIn("student")

export const teacherArea = {
  /** With a lesson it is open in its place. */
  teacherHome: inTeacher("/dashboard/teacher?lesson", "teacher-home.tsx", "teacher:home"),
  teacherClasses: inTeacher("/dashboard/teacher/classes?q&page", "classes.tsx", "teaching:read"),
  teacherClass: inTeacher("/dashboard/teacher/class/:classId", "class.tsx", "teaching:read"),
  ownAttendanceSheet: inTeacher(
    "/dashboard/teacher/class/:classId/attendance-sheet",
    "attendance-sheet.tsx",
    "teaching:read",
  ),
  ownEmergencySheet: inTeacher(
    "/dashboard/teacher/emergency-sheet?class&date",
    "emergency-sheet.tsx",
    "teaching:read",
  ),
  teacherSchedule: inTeacher("/dashboard/teacher/schedule?view&date", "schedule.tsx", [
    "teaching:read",
    "teaching:write",
  ]),
  teacherOccasions: inTeacher("/dashboard/teacher/events?view&page", "occasions.tsx", "teaching:read"),
  teacherOccasion: inTeacher("/dashboard/teacher/events/:occasionId", "occasion.tsx", [
    "teaching:read",
    "teaching:write",
  ]),
  teacherProgramSheet: inTeacher(
    "/dashboard/teacher/events/:occasionId/program-sheet",
    "program-sheet.tsx",
    "teaching:read",
  ),
  teacherStudents: inTeacher("/dashboard/teacher/students?q&page", "students.tsx", "teaching:read"),
  teacherStudent: inTeacher("/dashboard/teacher/students/:studentId", "student.tsx", "teaching:read"),
  teacherStudentSkills: inTeacher(
    "/dashboard/teacher/students/:studentId/skills?view&instrument&page",
    "student-skills.tsx",
    "teacher:home",
  ),
  teacherResources: inTeacher(
    "/dashboard/teacher/resources?q&tag&mine=1&page",
    "resources.tsx",
    "teaching:read",
  ),
  newResource: inTeacher(
    "/dashboard/teacher/resources/new?:kind=link",
    "new-resource.tsx",
    "teaching:write",
    { body: fileOf(10) },
  ),
  teacherResource: inTeacher("/dashboard/teacher/resources/:resourceId", "resource.tsx", [
    "teaching:read",
    "teaching:write",
  ]),
  teacherResourceFile: inTeacher(
    "/dashboard/teacher/resources/:resourceId/file",
    "resource-file.ts",
    "teaching:read",
  ),
  teacherAnalytics: inTeacher("/dashboard/teacher/analytics?month", "analytics.tsx", "teaching:read"),
  ownExtraWork: inTeacher("/dashboard/teacher/extra-work", "extra-work.tsx", "teaching:read"),
  ownPayslipPdf: inTeacher("/dashboard/teacher/payslips/:slipId/pdf", "payslip-pdf.ts", "teaching:read"),
  teacherSettings: inTeacher("/dashboard/teacher/settings", "settings.tsx", [
    "teaching:read",
    "teaching:write",
  ]),
}

export const family = {
  studentHome: inStudent("/student/dashboard?child", "student-home.tsx", "portal:read"),
  studentSchedule: inStudent("/student/schedule?child&view&date", "schedule.tsx", "portal:read"),
  studentPlaces: inStudent("/student/places", "waiting-lists.tsx", ["portal:read", "portal:write"]),
  studentNextTerm: inStudent("/student/next-term", "next-term.tsx", ["portal:read", "portal:write"]),
  familyCredits: inStudent("/student/schedule/credits?child", "credits.tsx", "portal:read"),
  studentFreedTimes: inStudent("/student/schedule/freed-times", "freed-times.tsx", [
    "portal:read",
    "portal:write",
  ]),
  studentSwaps: inStudent("/student/schedule/swaps", "swaps.tsx", ["portal:read", "portal:write"]),
  studentOccasions: inStudent("/student/events", "occasions.tsx", ["portal:read", "portal:write"]),
  studentOccasion: inStudent("/student/events/:occasionId", "occasion.tsx", ["portal:read", "portal:write"]),
  studentMakeUp: inStudent("/student/schedule/make-up?child", "make-up.tsx", "portal:read"),
  studentSession: inStudent("/student/schedule/:sessionId?child", "session.tsx", "portal:read"),
  studentResources: inStudent("/student/resources?child", "resources.tsx", "portal:read"),
  studentResource: inStudent("/student/resources/:resourceId?child", "resource.tsx", "portal:read"),
  studentResourceFile: inStudent(
    "/student/resources/:resourceId/file?child",
    "resource-file.ts",
    "portal:read",
  ),
  studentInvoices: inStudent("/student/invoices", "invoices.tsx", ["portal:read", "portal:pay"]),
  studentInvoice: inStudent("/student/invoices/:invoiceId", "invoice.tsx", ["portal:read", "portal:pay"]),
  studentInvoicePlan: inStudent(
    "/student/invoices/:invoiceId/installments",
    "invoice-installments.tsx",
    "portal:pay",
  ),
  studentInvoicePdf: inStudent("/student/invoices/:invoiceId/pdf", "invoice-pdf.ts", "portal:read"),
  invoicePayment: inStudent(
    "/student/invoices/:invoiceId/payment?token&cancelled=1",
    "invoice-payment.ts",
    "portal:pay",
    { writes: "provider" },
  ),
  balancePayment: inStudent(
    "/student/balance/payment?token&cancelled=1",
    "balance-payment.ts",
    "portal:pay",
    { writes: "provider" },
  ),
  studentAutoPayment: inStudent("/student/automatic-payment", "automatic-payment.tsx", [
    "portal:read",
    "portal:pay",
  ]),
  autoPaymentReturn: inStudent(
    "/student/automatic-payment/return?agreement!&cancelled=1",
    "automatic-payment-return.ts",
    "portal:pay",
    { writes: "provider" },
  ),
  studentSettings: inStudent("/student/settings", "settings.tsx", "portal:read"),
  studentData: inStudent("/student/settings/data.json", "own-data.ts", "portal:read"),
  studentReceiptPdf: inStudent("/student/payments/:paymentId/pdf", "receipt-pdf.ts", "portal:read"),
  studentStatement: inStudent("/student/statement?from&to", "statement.tsx", "portal:read"),
  studentStatementPdf: inStudent("/student/statement.pdf?from&to", "statement-pdf.ts", "portal:read"),
  studentStatementCsv: inStudent("/student/statement.csv?from&to", "statement-csv.ts", "portal:read"),
  studentCreditNote: inStudent("/student/credit-notes/:noteId", "credit-note.tsx", "portal:read"),
  studentCreditNotePdf: inStudent("/student/credit-notes/:noteId/pdf", "credit-note-pdf.ts", "portal:read"),
  receipt: inStudent("/student/payments/:paymentId", "receipt.tsx", "portal:read"),
  studentProgress: inStudent("/student/progress?child", "progress.tsx", ["portal:read", "portal:write"]),
  studentFeedback: inStudent("/student/feedback?child&page&reply", "feedback.tsx", [
    "portal:read",
    "portal:write",
  ]),
  studentReports: inStudent("/student/reports?child", "reports.tsx", "portal:read"),
  studentReport: inStudent("/student/reports/:reportId", "report.tsx", "portal:read"),
  studentReportPdf: inStudent("/student/reports/:reportId/pdf", "report-pdf.ts", "portal:read"),
}
