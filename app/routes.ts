import { index, layout, type RouteConfig, type RouteConfigEntry, route } from "@remix-run/route-config"

// Every address of the product, by area; reads like §2 of the specification. An alias is the same module under another
// id; `utils/paths.ts` builds the canonical address of each. A layout draws what its pages share and protects none of them.

const alias = (path: string, file: string): RouteConfigEntry =>
  route(path, file, { id: `alias${path.replaceAll("/", "-")}` })

/** Places of one menu: each keeps its heading when it fails. */
const area = (id: string, pages: RouteConfigEntry[]): RouteConfigEntry =>
  layout("routes/shell/area.tsx", { id }, pages)

const publicSite = [
  index("routes/public/landing.tsx"),
  route("/contact", "routes/public/contact.tsx"),
  route("/demo", "routes/public/live-demo.tsx"),
  route("/demo-request", "routes/public/demo-request.tsx"),
  route("/about", "routes/public/about.tsx"),
  route("/privacy", "routes/public/privacy.tsx"),
  route("/terms", "routes/public/terms.tsx"),
  route("/robots.txt", "routes/public/robots.ts"),
  route("/sitemap.xml", "routes/public/sitemap.ts"),
  route("*", "routes/public/not-found.tsx"),
]

/** A school's own page, on which strangers ask for lessons. */
const enroll = [
  route("/s/:pageKey", "routes/enroll/school-page.tsx"),
  route("/s/:pageKey/confirm", "routes/enroll/confirm-inquiry.tsx"),
]

const help = [route("/help", "routes/help/help.tsx"), route("/help/:articleKey", "routes/help/article.tsx")]

const signIn = [
  route("/auth/login", "routes/auth/login.tsx"),
  alias("/login", "routes/auth/login.tsx"),
  route("/auth/second-factor", "routes/auth/second-factor.tsx"),
  route("/auth/second-factor/set-up", "routes/auth/second-factor-set-up.tsx"),
  route("/simple-login", "routes/auth/simple-login.tsx"),
  route("/logout", "routes/auth/logout.tsx"),
  route("/switch-school", "routes/auth/switch-school.tsx"),
  route("/invitation", "routes/auth/invitation.tsx"),
  route("/change-email", "routes/auth/change-email.tsx"),
  route("/confirm-email", "routes/auth/confirm-email.tsx"),
  route("/new-password", "routes/auth/new-password.tsx"),
  route("/auth/forgot-password", "routes/auth/forgot-password.tsx"),
  alias("/forgot-password", "routes/auth/forgot-password.tsx"),
  route("/reset-password", "routes/auth/reset-password.tsx"),
]

const registration = [
  route("/auth/register", "routes/registration/second-school-form.tsx"),
  alias("/register", "routes/registration/second-school-form.tsx"),
  route("/register-school", "routes/registration/register-school.tsx"),
  alias("/signup", "routes/registration/register-school.tsx"),
  route("/register-solo-teacher", "routes/registration/register-solo-teacher.tsx"),
  route("/add-school", "routes/registration/add-school.tsx"),
  route("/select-plan", "routes/registration/select-plan.tsx"),
  route("/select-plan/subscription", "routes/registration/select-plan-subscription.ts"),
  route("/select-plan/return", "routes/registration/select-plan-return.tsx"),
  route("/select-plan/cancelled", "routes/registration/select-plan-cancelled.ts"),
  route("/payment-success", "routes/registration/payment-success.tsx"),
  route("/subscription", "routes/registration/subscription.tsx"),
  route("/subscription/return", "routes/registration/subscription-return.ts"),
  route("/cancel-registration", "routes/registration/cancel-registration.tsx"),
  route("/cancel-upgrade", "routes/registration/cancel-upgrade.ts"),
  route("/account-paused", "routes/registration/account-paused.tsx"),
]

const dashboard = [
  route("/dashboard", "routes/dashboard/dashboard.tsx"),
  route("/dashboard/getting-started", "routes/dashboard/getting-started.tsx"),
  route("/welcome", "routes/welcome/welcome-school.tsx"),
  route("/welcome/hours", "routes/welcome/welcome-hours.tsx"),
  route("/welcome/policies", "routes/welcome/welcome-policies.tsx"),
  route("/welcome/records", "routes/welcome/welcome-records.tsx"),
  route("/welcome/sample-data", "routes/welcome/sample-data.tsx"),
]

const people = [
  route("/students", "routes/students/students.tsx"),
  alias("/students/list", "routes/students/students.tsx"),
  route("/students.csv", "routes/students/students-file.ts"),
  route("/teachers.csv", "routes/teachers/teachers-file.ts"),
  route("/students/import", "routes/students/imports.tsx"),
  route("/students/import/:importId", "routes/students/import.tsx"),
  route("/students/import/:importId/problems.csv", "routes/students/import-problems.ts"),
  route("/students/portal-access", "routes/students/portal-access.tsx"),
  route("/sheets/emergency", "routes/sheets/emergency-sheet.tsx"),
  route("/classes/:classId/attendance-sheet", "routes/sheets/attendance-sheet.tsx"),
  route("/students/inquiries", "routes/students/inquiries.tsx"),
  route("/students/inquiries/:inquiryId", "routes/students/inquiry.tsx"),
  route("/students/duplicates", "routes/students/duplicates.tsx"),
  route("/students/duplicates/families", "routes/students/merge-families.tsx"),
  route("/students/returned-emails", "routes/students/returned-emails.tsx"),
  route("/students/duplicates/people", "routes/students/merge-people.tsx"),
  route("/students/create", "routes/students/new-student.tsx"),
  layout("routes/students/student-record.tsx", { id: "student-record" }, [
    route("/students/:studentId", "routes/students/student.tsx"),
    route("/students/:studentId/lessons", "routes/students/student-lessons.tsx"),
    route("/students/:studentId/billing", "routes/students/student-billing.tsx"),
    route("/students/:studentId/messages", "routes/students/student-messages.tsx"),
    route("/students/:studentId/activity", "routes/students/student-activity.tsx"),
    route("/students/:studentId/absence", "routes/students/student-absence.tsx"),
    route("/students/:studentId/edit", "routes/students/student-edit.tsx"),
    route("/students/:studentId/credits", "routes/students/student-credits.tsx"),
    route("/students/:studentId/make-up", "routes/students/make-up.tsx"),
    route("/students/:studentId/account", "routes/students/student-account.tsx"),
    route("/students/:studentId/skills", "routes/students/student-skills.tsx"),
  ]),
]

/** A family's pages; its charges and payments keep their address among the money's. */
const families = [
  route("/families", "routes/families/families.tsx"),
  route("/families/erase", "routes/families/erase-person.tsx"),
  route("/families/:familyId/data.zip", "routes/families/family-zip.ts"),
  route("/families/:familyId/merge", "routes/families/merge-family.tsx"),
  layout("routes/families/family-record.tsx", { id: "family-record" }, [
    route("/families/:familyId", "routes/families/family.tsx"),
    route("/families/:familyId/messages", "routes/families/family-messages.tsx"),
    route("/families/:familyId/activity", "routes/families/family-activity.tsx"),
    route("/families/:familyId/data", "routes/families/family-data.tsx"),
    route("/billing/families/:familyId", "routes/billing/family-ledger.tsx"),
  ]),
]

const learning = [
  route("/progress-reports/:reportId", "routes/learning/progress-report.tsx"),
  route("/progress-reports/:reportId/pdf", "routes/learning/progress-report-pdf.ts"),
]

const teaching = [
  route("/teachers", "routes/teachers/teachers.tsx"),
  route("/teachers/create", "routes/teachers/new-teacher.tsx"),
  route("/teachers/pay", "routes/teachers/pay-run.tsx"),
  route("/teachers/extra-work", "routes/teachers/extra-work.tsx"),
  route("/teachers/pay.csv", "routes/teachers/pay-run-file.ts"),
  layout("routes/teachers/teacher-record.tsx", { id: "teacher-record" }, [
    route("/teachers/:teacherId", "routes/teachers/teacher.tsx"),
    route("/teachers/:teacherId/lessons", "routes/teachers/teacher-lessons.tsx"),
    route("/teachers/:teacherId/students", "routes/teachers/teacher-students.tsx"),
    route("/teachers/:teacherId/messages", "routes/teachers/teacher-messages.tsx"),
    route("/teachers/:teacherId/pay", "routes/teachers/pay.tsx"),
    route("/teachers/:teacherId/activity", "routes/teachers/teacher-activity.tsx"),
  ]),
  route("/teachers/:teacherId/deactivate", "routes/teachers/deactivate-teacher.tsx"),
  route("/teachers/:teacherId/erase", "routes/teachers/erase-teacher.tsx"),
  route("/teachers/:teacherId/pay.csv", "routes/teachers/pay-file.ts"),
  route("/teachers/:teacherId/payslips/:slipId/pdf", "routes/teachers/payslip-pdf.ts"),
  route("/classes", "routes/classes/classes.tsx"),
  route("/classes/create", "routes/classes/new-class.tsx"),
  route("/classes/legacy", "routes/classes/ended-classes.tsx"),
  route("/classes/next-term", "routes/classes/next-term.tsx"),
  layout("routes/classes/class-record.tsx", { id: "class-record" }, [
    route("/classes/:classId", "routes/classes/class.tsx"),
    route("/classes/:classId/students", "routes/classes/class-students.tsx"),
    route("/classes/:classId/students/:enrollmentId", "routes/classes/enrollment.tsx"),
    route("/classes/:classId/waiting-list", "routes/classes/waiting-list.tsx"),
    route("/classes/:classId/lessons", "routes/classes/class-lessons.tsx"),
    route("/classes/:classId/billing", "routes/classes/class-billing.tsx"),
    route("/classes/:classId/messages", "routes/classes/class-messages.tsx"),
    route("/classes/:classId/activity", "routes/classes/class-activity.tsx"),
    route("/classes/:classId/schedule", "routes/classes/class-schedule.tsx"),
    route("/classes/:classId/schedule/swap", "routes/classes/swap-times.tsx"),
    route("/classes/:classId/prerequisites", "routes/classes/prerequisites.tsx"),
    route("/classes/:classId/co-teachers", "routes/classes/co-teachers.tsx"),
    route("/classes/:classId/edit", "routes/classes/class-edit.tsx"),
    route("/classes/:classId/end", "routes/classes/class-end.tsx"),
  ]),
]

const family = area("student", [
  route("/student/dashboard", "routes/student/student-home.tsx"),
  route("/student/schedule", "routes/student/schedule.tsx"),
  route("/student/places", "routes/student/waiting-lists.tsx"),
  route("/student/next-term", "routes/student/next-term.tsx"),
  route("/student/schedule/credits", "routes/student/credits.tsx"),
  route("/student/schedule/freed-times", "routes/student/freed-times.tsx"),
  route("/student/schedule/swaps", "routes/student/swaps.tsx"),
  route("/student/events", "routes/student/occasions.tsx"),
  route("/student/events/:occasionId", "routes/student/occasion.tsx"),
  route("/student/schedule/make-up", "routes/student/make-up.tsx"),
  route("/student/schedule/:sessionId", "routes/student/session.tsx"),
  route("/student/resources", "routes/student/resources.tsx"),
  route("/student/resources/:resourceId", "routes/student/resource.tsx"),
  route("/student/resources/:resourceId/file", "routes/student/resource-file.ts"),
  route("/student/invoices", "routes/student/invoices.tsx"),
  route("/student/invoices/:invoiceId", "routes/student/invoice.tsx"),
  route("/student/invoices/:invoiceId/installments", "routes/student/invoice-installments.tsx"),
  route("/student/invoices/:invoiceId/pdf", "routes/student/invoice-pdf.ts"),
  route("/student/invoices/:invoiceId/payment", "routes/student/invoice-payment.ts"),
  route("/student/balance/payment", "routes/student/balance-payment.ts"),
  route("/student/automatic-payment", "routes/student/automatic-payment.tsx"),
  route("/student/automatic-payment/return", "routes/student/automatic-payment-return.ts"),
  route("/student/settings", "routes/student/settings.tsx"),
  route("/student/policies", "routes/student/policies.tsx"),
  route("/student/policies.pdf", "routes/student/policies-pdf.ts"),
  route("/student/settings/data.json", "routes/student/own-data.ts"),
  route("/student/payments/:paymentId/pdf", "routes/student/receipt-pdf.ts"),
  route("/student/statement", "routes/student/statement.tsx"),
  route("/student/statement.pdf", "routes/student/statement-pdf.ts"),
  route("/student/statement.csv", "routes/student/statement-csv.ts"),
  route("/student/credit-notes/:noteId", "routes/student/credit-note.tsx"),
  route("/student/credit-notes/:noteId/pdf", "routes/student/credit-note-pdf.ts"),
  route("/student/payments/:paymentId", "routes/student/receipt.tsx"),
  route("/student/progress", "routes/student/progress.tsx"),
  route("/student/feedback", "routes/student/feedback.tsx"),
  route("/student/reports", "routes/student/reports.tsx"),
  route("/student/reports/:reportId", "routes/student/report.tsx"),
  route("/student/reports/:reportId/pdf", "routes/student/report-pdf.ts"),
])

const schedule = [
  route("/schedule", "routes/schedule/schedule.tsx", [
    route("lessons/:sessionId", "routes/schedule/lesson-card.tsx"),
  ]),
  route("/schedule/lessons/:sessionId/check", "routes/schedule/slot-check.ts"),
  route("/schedule/simple", "routes/schedule/simple-schedule.tsx"),
  route("/schedule/find-a-time", "routes/schedule/find-a-time.tsx"),
  route("/schedule/to-settle", "routes/schedule/stranded.tsx"),
  route("/schedule/trial-lesson", "routes/schedule/trial-lesson.tsx"),
  route("/schedule/cancel-lesson", "routes/schedule/cancel-lesson.tsx"),
  route("/schedule/new-session", "routes/schedule/new-session.tsx"),
  route("/schedule/events", "routes/schedule/occasions.tsx"),
  route("/schedule/events/new", "routes/schedule/new-occasion.tsx"),
  route("/schedule/events/:occasionId", "routes/schedule/occasion.tsx"),
  route("/schedule/events/:occasionId/edit", "routes/schedule/occasion-edit.tsx"),
  route("/schedule/events/:occasionId/program", "routes/schedule/program.tsx"),
  route("/schedule/events/:occasionId/program-sheet", "routes/schedule/program-sheet.tsx"),
  route("/schedule/events/:occasionId/results", "routes/schedule/exam-results.tsx"),
  route("/absences", "routes/absences/absences.tsx"),
  route("/absences/:absenceId", "routes/absences/absence.tsx"),
  route("/classes/sessions/:sessionId/edit", "routes/schedule/session-slot.tsx"),
  route("/classes/sessions/:sessionId/guests", "routes/schedule/session-guests.tsx"),
]

const billing = layout("routes/billing/billing-area.tsx", { id: "billing" }, [
  route("/billing", "routes/billing/billing.tsx"),
  route("/billing/lessons/:seatId/waiver", "routes/billing/waiver.tsx"),
  route("/billing/unbilled", "routes/billing/unbilled.tsx"),
  route("/billing/runs", "routes/billing/invoice-runs.tsx"),
  route("/billing/runs/:runId", "routes/billing/invoice-run.tsx"),
  route("/billing/manage", "routes/billing/manage.tsx"),
  route("/billing/manage/automatic", "routes/billing/automatic-invoices.tsx"),
  route("/billing/manage/payments", "routes/billing/automatic-payments.tsx"),
  route("/billing/manage/bank", "routes/billing/bank-transfers.tsx"),
  route("/billing/manage/bank/:uploadId", "routes/billing/bank-columns.tsx"),
  route("/billing/manage/plans", "routes/billing/payment-plans.tsx"),
  route("/billing/manage/reminders", "routes/billing/reminders.tsx"),
  route("/billing/manage/reminders/schedule", "routes/billing/reminder-schedule.tsx"),
  route("/billing/prices", "routes/billing/prices.tsx"),
  route("/billing/prices/changes", "routes/billing/price-changes.tsx"),
  route("/billing/prices/discounts", "routes/billing/discounts.tsx"),
  route("/billing/prices/packages", "routes/billing/package-offers.tsx"),
  route("/billing/prices/materials", "routes/billing/materials.tsx"),
  route("/billing/materials/sell", "routes/billing/sell-material.tsx"),
  route("/billing/hires", "routes/billing/hires.tsx"),
  route("/billing/hires/new", "routes/billing/new-hire.tsx"),
  route("/billing/hires/:hireId", "routes/billing/hire.tsx"),
  route("/billing/packages", "routes/billing/packages.tsx"),
  route("/billing/packages/new", "routes/billing/sell-package.tsx"),
  route("/billing/packages/:packageId", "routes/billing/package.tsx"),
  route("/billing/history", "routes/billing/history.tsx"),
  route("/billing/expenses", "routes/billing/expenses.tsx"),
  route("/billing/expenses.csv", "routes/billing/expenses-csv.ts"),
  route("/billing/expenses/new", "routes/billing/new-expense.tsx"),
  route("/billing/expenses/categories", "routes/billing/expense-categories.tsx"),
  route("/billing/expenses/:expenseId", "routes/billing/expense.tsx"),
  route("/billing/expenses/:expenseId/receipt", "routes/billing/expense-receipt.ts"),
  route("/billing/month", "routes/billing/month.tsx"),
  route("/billing/month/balances", "routes/billing/month-balances.tsx"),
  route("/billing/month/files", "routes/billing/month-files.tsx"),
  route("/billing/history.csv", "routes/billing/history-csv.ts"),
  route("/billing/month.csv", "routes/billing/month-csv.ts"),
  route("/billing/month/sales.csv", "routes/billing/month-sales-csv.ts"),
  route("/billing/month/payments.csv", "routes/billing/month-payments-csv.ts"),
  route("/billing/payments/new", "routes/billing/take-payment.tsx"),
  route("/billing/payments/:paymentId", "routes/billing/receipt.tsx"),
  route("/billing/payments/:paymentId/reverse", "routes/billing/payment-reverse.tsx"),
  route("/billing/payments/:paymentId/refund", "routes/billing/payment-refund.tsx"),
  route("/billing/payments/:paymentId/invoices", "routes/billing/payment-invoices.tsx"),
  route("/billing/families/:familyId/payers", "routes/billing/family-payers.tsx"),
  route("/billing/families/:familyId/payers/new", "routes/billing/new-outside-payer.tsx"),
  route("/billing/families/:familyId/payers/:payerId", "routes/billing/outside-payer.tsx"),
  route("/billing/families/:familyId/refund", "routes/billing/credit-refund.tsx"),
  route("/billing/payments/:paymentId/pdf", "routes/billing/receipt-pdf.ts"),
  route("/billing/families/:familyId/statement", "routes/billing/statement.tsx"),
  route("/billing/families/:familyId/statement.pdf", "routes/billing/statement-pdf.ts"),
  route("/billing/families/:familyId/statement.csv", "routes/billing/statement-csv.ts"),
  route("/billing/credit-notes/:noteId", "routes/billing/credit-note.tsx"),
  route("/billing/credit-notes/:noteId/pdf", "routes/billing/credit-note-pdf.ts"),
  route("/billing/invoices/:invoiceId/credit", "routes/billing/invoice-credit.tsx"),
  route("/billing/invoices/:invoiceId/plan", "routes/billing/invoice-plan.tsx"),
  route("/billing/families/:familyId/installments", "routes/billing/family-installments.tsx"),
  route("/billing/invoices/:invoiceId/write-off", "routes/billing/invoice-write-off.tsx"),
  route("/billing/charges/:chargeId", "routes/billing/charge.tsx"),
  route("/billing/new-invoice", "routes/billing/new-invoice.tsx"),
  route("/billing/invoices/:invoiceId", "routes/billing/invoice.tsx"),
  route("/billing/invoices/:invoiceId/void", "routes/billing/invoice-void.tsx"),
  route("/billing/invoices.csv", "routes/billing/invoices-csv.ts"),
  route("/billing/invoices/:invoiceId/pdf", "routes/billing/invoice-pdf.ts"),
])

const settings = layout("routes/settings/settings-area.tsx", { id: "settings" }, [
  route("/settings/profile", "routes/settings/profile.tsx"),
  alias("/settings", "routes/settings/profile.tsx"),
  route("/settings/school", "routes/settings/school-settings.tsx"),
  route("/settings/preferences", "routes/settings/preferences.tsx"),
  route("/settings/policies", "routes/settings/policies.tsx"),
  route("/settings/policies.pdf", "routes/settings/policies-pdf.ts"),
  route("/settings/admin", "routes/settings/administration.tsx"),
  route("/settings/admin/log", "routes/settings/audit-log.tsx"),
  route("/settings/admin/log.csv", "routes/settings/audit-log-file.ts"),
  route("/settings/admin/data", "routes/settings/school-data.tsx"),
  route("/settings/admin/deleted", "routes/settings/recently-deleted.tsx"),
  route("/settings/admin/support", "routes/settings/support-access.tsx"),
  route("/settings/admin/export", "routes/settings/school-export.tsx"),
  route("/settings/admin/export.zip", "routes/settings/school-export-file.ts"),
  route("/settings/subscription", "routes/settings/subscription.tsx"),
  alias("/dashboard/admin/subscription", "routes/settings/subscription.tsx"),
  route("/settings/subscription/end", "routes/settings/subscription-end.tsx"),
  route("/settings/subscription/address", "routes/settings/billing-address.tsx"),
  route("/settings/subscription/receipts/:receiptId/pdf", "routes/settings/platform-receipt-pdf.ts"),
  route("/settings/subscription/receipts/:receiptId", "routes/settings/platform-receipt.tsx"),
  route("/settings/holidays", "routes/settings/public-holidays.tsx"),
  route("/settings/closures/:closureId", "routes/settings/closure-lessons.tsx"),
  route("/settings/public-page", "routes/settings/public-page.tsx"),
  route("/settings/fields", "routes/settings/custom-fields.tsx"),
  route("/settings/attendance-statuses", "routes/settings/attendance-statuses.tsx"),
  route("/settings/rule-trials", "routes/settings/rule-trials.tsx"),
  route("/settings/rule-trials/:taskId", "routes/settings/rule-trial.tsx"),
  route("/settings/rule-trials/:taskId/absences.csv", "routes/settings/rule-trial-csv.ts"),
  route("/settings/team", "routes/settings/team.tsx"),
  route("/settings/team/new", "routes/settings/new-team-member.tsx"),
  route("/settings/team/:memberId", "routes/settings/team-member.tsx"),
  route("/settings/team/:memberId/erase", "routes/settings/erase-member.tsx"),
  route("/settings/skills", "routes/settings/skills.tsx"),
])

const platform = area("super-admin", [
  route("/super-admin", "routes/super-admin/overview.tsx"),
  route("/super-admin/support", "routes/super-admin/support.tsx"),
  route("/super-admin/support/answers", "routes/super-admin/saved-answers.tsx"),
  route("/super-admin/support/chats/:threadKey", "routes/super-admin/support-chat.tsx"),
  route("/super-admin/support/files/:fileKey", "routes/super-admin/reply-file.ts"),
  route("/super-admin/support/:kindKey/:inquiryKey", "routes/super-admin/support-inquiry.tsx"),
  route("/super-admin/schools", "routes/super-admin/schools.tsx"),
  route("/super-admin/schools/:schoolKey", "routes/super-admin/school.tsx"),
  route("/super-admin/schools/:schoolKey/money", "routes/super-admin/school-money.tsx"),
  route("/super-admin/schools/:schoolKey/credit", "routes/super-admin/school-credit.tsx"),
  route("/super-admin/schools/:schoolKey/holds", "routes/super-admin/school-holds.tsx"),
  route("/super-admin/pending-payments", "routes/super-admin/pending-payments.tsx"),
  route("/super-admin/coupons", "routes/super-admin/coupons.tsx"),
  route("/super-admin/at-risk", "routes/super-admin/at-risk.tsx"),
  route("/super-admin/schools/:schoolKey/timeline", "routes/super-admin/school-timeline.tsx"),
  route("/super-admin/schools/:schoolKey/records", "routes/super-admin/school-records.tsx"),
  route("/super-admin/paid-subscriptions", "routes/super-admin/paid-subscriptions.tsx"),
  route("/super-admin/transactions", "routes/super-admin/transactions.tsx"),
  route("/super-admin/backups", "routes/super-admin/backups.tsx"),
  route("/super-admin/analytics", "routes/super-admin/analytics.tsx"),
  route("/super-admin/analytics.csv", "routes/super-admin/analytics-file.ts"),
  route("/super-admin/schools.csv", "routes/super-admin/schools-file.ts"),
  route("/super-admin/transactions.csv", "routes/super-admin/transactions-file.ts"),
  route("/super-admin/database", "routes/super-admin/database.tsx"),
  route("/super-admin/returned-emails", "routes/super-admin/returned-addresses.tsx"),
  route("/super-admin/cleanup-details", "routes/super-admin/cleanup-details.tsx"),
  route("/super-admin/failed-requests", "routes/super-admin/failed-requests.tsx"),
  route("/super-admin/missed-searches", "routes/super-admin/missed-searches.tsx"),
  route("/super-admin/service", "routes/super-admin/service.tsx"),
  route("/super-admin/abuse", "routes/super-admin/abuse.tsx"),
  route("/super-admin/announcements", "routes/super-admin/announcements.tsx"),
  route("/super-admin/staff", "routes/super-admin/staff.tsx"),
  route("/super-admin/staff/log", "routes/super-admin/staff-log.tsx"),
  route("/super-admin/staff/log.csv", "routes/super-admin/staff-log-file.ts"),
  route("/super-admin/staff/:staffKey", "routes/super-admin/staff-member.tsx"),
])

const feeds = [route("/feeds/:feedKey", "routes/feeds/calendar.ts")]

/** One invoice for whoever has its link: no login. */
const payByLink = [
  route("/pay/:payKey", "routes/pay/pay-invoice.tsx"),
  route("/pay/:payKey/pdf", "routes/pay/pay-invoice-pdf.ts"),
  route("/pay/:payKey/return", "routes/pay/pay-invoice-return.ts"),
]

const photos = [route("/photos/:memberId", "routes/shell/photo.ts")]

const supportImages = [route("/support/images/:imageId", "routes/support/support-image.ts")]

const support = [route("/support", "routes/support/support.tsx")]

const search = [route("/search", "routes/search/search.tsx")]

const searchData = [
  route("/search.json", "routes/search/search-data.ts"),
  route("/billing/families.json", "routes/billing/family-names.ts"),
  route("/classes/names.json", "routes/classes/class-names.ts"),
  route("/messaging/recipients.json", "routes/messaging/recipient-names.ts"),
]

/** What a browser keeps to read without a connection. */
const offline = [
  route("/kept-pages.json", "routes/shell/kept-pages.ts"),
  route("/push-device", "routes/settings/push-device.ts"),
  route("/undo-deletion", "routes/settings/undo-deletion.ts"),
]
const tasks = [route("/tasks", "routes/tasks/tasks.tsx"), route("/tasks/:taskId", "routes/tasks/task.tsx")]

/** From what was ticked in a list to what is done with it. */
const selections = [
  route("/selections", "routes/selections/new-selection.ts"),
  route("/selections/:selectionId", "routes/selections/selection.tsx"),
  route("/selections/:selectionId/pdfs.zip", "routes/selections/selection-pdfs.ts"),
  route("/selections/:selectionId/file.csv", "routes/selections/selection-file.ts"),
]

const analytics = [
  layout("routes/analytics/analytics-area.tsx", { id: "analytics" }, [
    route("/analytics", "routes/analytics/analytics.tsx"),
    route("/analytics/teaching", "routes/analytics/teaching-figures.tsx"),
    route("/analytics/money", "routes/analytics/money-figures.tsx"),
    route("/analytics/ahead", "routes/analytics/figures-ahead.tsx"),
  ]),
  route("/analytics/rows", "routes/analytics/figure-rows.tsx"),
  route("/analytics/rows.csv", "routes/analytics/figure-rows-csv.ts"),
  route("/analytics/figures.csv", "routes/analytics/figures-csv.ts"),
]

const messaging = area("messaging", [
  route("/messaging", "routes/messaging/messages.tsx"),
  route("/messaging/new", "routes/messaging/new-message.tsx"),
  route("/messaging/shared", "routes/messaging/share-target.ts"),
  route("/messaging/shared/:fileId", "routes/messaging/shared-file.ts"),
  route("/messaging/:conversationId", "routes/messaging/conversation.tsx"),
  route("/messaging/:conversationId/files/:messageId", "routes/messaging/message-file.ts"),
])

const registers = [
  route("/classes/sessions/:sessionId", "routes/classes/session-register.tsx"),
  route("/attendance", "routes/attendance/attendance.tsx"),
  route("/attendance/day", "routes/attendance/attendance-day.tsx"),
  route("/attendance/corrections", "routes/attendance/corrections.tsx"),
  route("/attendance/freed-times", "routes/attendance/freed-times.tsx"),
  route("/attendance/swaps", "routes/attendance/swaps.tsx"),
]

const teacherArea = layout("routes/teacher/teacher-area.tsx", { id: "teacher" }, [
  route("/dashboard/teacher", "routes/teacher/teacher-home.tsx"),
  route("/dashboard/teacher/classes", "routes/teacher/classes.tsx"),
  route("/dashboard/teacher/class/:classId", "routes/teacher/class.tsx"),
  route("/dashboard/teacher/class/:classId/attendance-sheet", "routes/teacher/attendance-sheet.tsx"),
  route("/dashboard/teacher/emergency-sheet", "routes/teacher/emergency-sheet.tsx"),
  route("/dashboard/teacher/schedule", "routes/teacher/schedule.tsx"),
  route("/dashboard/teacher/events", "routes/teacher/occasions.tsx"),
  route("/dashboard/teacher/events/:occasionId", "routes/teacher/occasion.tsx"),
  route("/dashboard/teacher/events/:occasionId/program-sheet", "routes/teacher/program-sheet.tsx"),
  route("/dashboard/teacher/students", "routes/teacher/students.tsx"),
  route("/dashboard/teacher/students/:studentId", "routes/teacher/student.tsx"),
  route("/dashboard/teacher/students/:studentId/skills", "routes/teacher/student-skills.tsx"),
  route("/dashboard/teacher/resources", "routes/teacher/resources.tsx"),
  route("/dashboard/teacher/resources/new", "routes/teacher/new-resource.tsx"),
  route("/dashboard/teacher/resources/:resourceId", "routes/teacher/resource.tsx"),
  route("/dashboard/teacher/resources/:resourceId/file", "routes/teacher/resource-file.ts"),
  route("/dashboard/teacher/analytics", "routes/teacher/analytics.tsx"),
  route("/dashboard/teacher/extra-work", "routes/teacher/extra-work.tsx"),
  route("/dashboard/teacher/payslips/:slipId/pdf", "routes/teacher/payslip-pdf.ts"),
  route("/dashboard/teacher/settings", "routes/teacher/settings.tsx"),
])

const school = layout("routes/shell/school-shell.tsx", { id: "shell" }, [
  ...dashboard,
  ...people,
  ...families,
  ...teaching,
  ...learning,
  ...registers,
  ...analytics,
  ...tasks,
  ...selections,
  messaging,
  teacherArea,
  ...schedule,
  family,
  billing,
  settings,
  ...support,
  ...search,
  platform,
])

const api = [
  route("/api/openapi.json", "routes/api/openapi.ts"),
  route("/api/user", "routes/api/user.ts"),
  route("/api/login", "routes/api/login.ts"),
  route("/api/register", "routes/api/register.ts"),
  route("/api/logout", "routes/api/logout.ts"),
  route("/api/school-by-id/:schoolId", "routes/api/school-by-id.ts"),
  route("/api/auth/register-school", "routes/api/auth/register-school.ts"),
  route("/api/email/password-reset", "routes/api/email/password-reset.ts"),
  route("/api/auth/reset-password", "routes/api/auth/reset-password.ts"),
  route("/api/support/ai-chat", "routes/api/support/ai-chat.ts"),
  route("/api/support/ai-chat/send", "routes/api/support/ai-chat-send.ts"),
  route("/api/support/admin-chat", "routes/api/support/admin-chat.ts"),
  route("/api/support/admin-chat/send", "routes/api/support/admin-chat-send.ts"),
  route("/api/support/read", "routes/api/support/read.ts"),
  route("/api/support/unread-count", "routes/api/support/unread-count.ts"),
  route("/api/support/upload-image", "routes/api/support/upload-image.ts"),
  route("/api/support/super-admin/status", "routes/api/support/staff-status.ts"),
  route("/api/support/super-admin/heartbeat", "routes/api/support/staff-heartbeat.ts"),
  route("/api/auth/plans", "routes/api/auth/plans.ts"),
  route("/api/auth/subscription-status", "routes/api/auth/subscription-status.ts"),
  route("/api/subscription/limits/:schoolId", "routes/api/subscription/limits.ts"),
  route("/api/subscription/manual-activation", "routes/api/subscription/manual-activation.ts"),
  route("/api/cleanup/cancel-registration", "routes/api/cleanup/cancel-registration.ts"),
  route("/api/webhooks/paypal", "routes/api/webhooks/paypal.ts"),
  route("/api/webhooks/stripe/:schoolId", "routes/api/webhooks/stripe.ts"),
  route("/api/webhooks/email-events", "routes/api/webhooks/email-events.ts"),
  route("/api/webhooks/inbound-mail", "routes/api/webhooks/inbound-mail.ts"),
  route("/api/:providerKey/config", "routes/api/provider-config.ts"),
  route("/api/contact", "routes/api/contact.ts"),
  route("/api/demo-request", "routes/api/demo-request.ts"),
  route("/api/*", "routes/api/unknown.ts"),
]

export default [
  ...publicSite,
  ...enroll,
  ...help,
  ...signIn,
  ...registration,
  school,
  ...feeds,
  ...payByLink,
  ...photos,
  ...supportImages,
  ...searchData,
  ...offline,
  ...api,
] satisfies RouteConfig
