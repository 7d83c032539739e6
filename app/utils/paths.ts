/**
 * Every address the app links to: the canonical one of each screen. `app/routes.ts` holds the table itself, a test
 * keeps the two together.
 */
const query = (parameters: Record<string, string | undefined>) => {
  const present = Object.entries(parameters).filter((entry): entry is [string, string] => Boolean(entry[1]))
  return present.length ? `?${new URLSearchParams(present)}` : ""
}

/** Which months, compared with which, of which teacher and instrument. */
type AnalyticsOf = {
  months?: string
  until?: string
  compare?: string
  teacher?: string
  instrument?: string
}

/** A figure of a card: all of it or a part, of the days chosen or of those compared with. */
type FigureOf = AnalyticsOf & { card: string; of: string; part?: string; days?: "before" }

/** A period, and one payer of the family. */
type ExpensesOf = { from?: string; to?: string; category?: string; search?: string }
type StatementOf = { from?: string; to?: string; payer?: string }

export const paths = {
  landing: () => "/",
  about: () => "/about",
  contact: () => "/contact",
  liveDemo: () => "/demo",
  demoRequest: () => "/demo-request",
  privacy: () => "/privacy",
  terms: () => "/terms",
  help: (search?: string) => `/help${query({ q: search })}`,
  helpArticle: (articleKey: string) => `/help/${articleKey}`,
  login: (to?: string) => `/auth/login${query({ to })}`,
  /** The short address that the texts about a new password name (spec §2). */
  shortLogin: (to?: string) => `/login${query({ to })}`,
  secondFactor: () => "/auth/second-factor",
  secondFactorSetUp: () => "/auth/second-factor/set-up",
  simpleLogin: () => "/simple-login",
  logout: () => "/logout",
  newPassword: () => "/new-password",
  switchSchool: () => "/switch-school",
  forgotPassword: () => "/auth/forgot-password",
  resetPassword: (token?: string, email?: string) => `/reset-password${query({ token, email })}`,
  changeEmail: (token?: string) => `/change-email${query({ token })}`,
  confirmEmail: (token?: string) => `/confirm-email${query({ token })}`,
  invitation: (token: string) => `/invitation${query({ token })}`,
  /** The second school form, with the password typed twice. */
  register: (plan?: string) => `/auth/register${query({ plan })}`,
  /** The short address that the login page links to (spec §2); the same page as `registerSchool`. */
  signUp: () => "/signup",
  registerSchool: (plan?: string, interval?: string) => `/register-school${query({ plan, interval })}`,
  /** With `continue` a solo teacher who is logged in and hasn't paid continues to the plans. */
  registerSoloTeacher: (plan?: string, parameters: { interval?: string; continue?: "subscription" } = {}) =>
    `/register-solo-teacher${query({ plan, ...parameters })}`,
  /** For someone who has an account: one more school of their own. */
  addSchool: (parameters: { plan?: string; interval?: string; kind?: string; name?: string } = {}) =>
    `/add-school${query(parameters)}`,
  selectPlan: (parameters: { plan?: string; type?: "solo"; interval?: string; upgrade?: "true" } = {}) =>
    `/select-plan${query(parameters)}`,
  selectPlanReturn: (parameters: { attempt?: string; check?: string; upgrade?: "true" } = {}) =>
    `/select-plan/return${query(parameters)}`,
  selectPlanCancelled: (parameters: { attempt?: string; upgrade?: "true" } = {}) =>
    `/select-plan/cancelled${query(parameters)}`,
  /** Where PayPal's own buttons get the subscription that is approved. */
  selectPlanSubscription: () => "/select-plan/subscription",
  paymentSuccess: (subscription?: string, check?: number) =>
    `/payment-success${query({ subscription, check: check?.toString() })}`,
  subscription: () => "/subscription",
  subscriptionReturn: (parameters: { attempt?: string; cancelled?: "1" } = {}) =>
    `/subscription/return${query(parameters)}`,
  cancelRegistration: () => "/cancel-registration",
  cancelUpgrade: () => "/cancel-upgrade",
  accountPaused: () => "/account-paused",

  dashboard: () => "/dashboard",
  /** With a country, its zone, currency and formats. */
  welcome: (parameters: { country?: string } = {}) => `/welcome${query(parameters)}`,
  welcomeHours: () => "/welcome/hours",
  welcomePolicies: () => "/welcome/policies",
  welcomeRecords: () => "/welcome/records",
  sampleData: () => "/welcome/sample-data",
  gettingStarted: (open?: string) => `/dashboard/getting-started${query({ open })}`,
  teachers: (parameters: Record<string, string | undefined> = {}) => `/teachers${query(parameters)}`,
  newTeacher: () => "/teachers/create",
  teacher: (teacherId: string) => `/teachers/${teacherId}`,
  /** The week of a day, today's unless given. */
  teacherLessons: (teacherId: string, parameters: { date?: string } = {}) =>
    `/teachers/${teacherId}/lessons${query(parameters)}`,
  studentsOfTeacher: (teacherId: string, parameters: { page?: string } = {}) =>
    `/teachers/${teacherId}/students${query(parameters)}`,
  teacherMessages: (teacherId: string, parameters: { page?: string } = {}) =>
    `/teachers/${teacherId}/messages${query(parameters)}`,
  teacherActivity: (teacherId: string) => `/teachers/${teacherId}/activity`,
  deactivateTeacher: (teacherId: string) => `/teachers/${teacherId}/deactivate`,
  eraseTeacher: (teacherId: string) => `/teachers/${teacherId}/erase`,
  /** `period` is a day of it. */
  pay: (parameters: { period?: string } = {}) => `/teachers/pay${query(parameters)}`,
  payFile: (parameters: { period?: string } = {}) => `/teachers/pay.csv${query(parameters)}`,
  /** Extra work that teachers entered, for the office. */
  extraWork: () => "/teachers/extra-work",
  ownExtraWork: () => "/dashboard/teacher/extra-work",
  teacherPay: (teacherId: string, parameters: { period?: string } = {}) =>
    `/teachers/${teacherId}/pay${query(parameters)}`,
  teacherPayFile: (teacherId: string, parameters: { period?: string } = {}) =>
    `/teachers/${teacherId}/pay.csv${query(parameters)}`,
  absences: (parameters: { teacher?: string; from?: string; to?: string } = {}) =>
    `/absences${query(parameters)}`,
  absence: (absenceId: string) => `/absences/${absenceId}`,
  payslipPdf: (teacherId: string, slipId: string) => `/teachers/${teacherId}/payslips/${slipId}/pdf`,
  classes: (parameters: Record<string, string | undefined> = {}) => `/classes${query(parameters)}`,
  newClass: (
    parameters: {
      from?: string
      student?: string
      date?: string
      time?: string
      minutes?: string
      teacher?: string
      room?: string
    } = {},
  ) => `/classes/create${query(parameters)}`,
  nextTerm: (parameters: { state?: string; page?: string } = {}) => `/classes/next-term${query(parameters)}`,
  endedClasses: (parameters: { q?: string; page?: string } = {}) => `/classes/legacy${query(parameters)}`,
  class: (classId: string) => `/classes/${classId}`,
  classStudents: (classId: string, parameters: { q?: string } = {}) =>
    `/classes/${classId}/students${query(parameters)}`,
  enrollment: (classId: string, enrollmentId: string) => `/classes/${classId}/students/${enrollmentId}`,
  classLessons: (classId: string, parameters: { page?: string } = {}) =>
    `/classes/${classId}/lessons${query(parameters)}`,
  classBilling: (classId: string) => `/classes/${classId}/billing`,
  classMessages: (classId: string, parameters: { page?: string } = {}) =>
    `/classes/${classId}/messages${query(parameters)}`,
  classActivity: (classId: string) => `/classes/${classId}/activity`,
  waitingList: (classId: string) => `/classes/${classId}/waiting-list`,
  classSchedule: (classId: string) => `/classes/${classId}/schedule`,
  swapTimes: (classId: string, parameters: { time?: string } = {}) =>
    `/classes/${classId}/schedule/swap${query(parameters)}`,
  /** To set a price, it opens there, with the day it is needed from. */
  editClass: (classId: string, price?: { from: string; back: "ready" }) =>
    `/classes/${classId}/edit${price ? `${query(price)}#price-title` : ""}`,
  endClass: (classId: string) => `/classes/${classId}/end`,
  students: (parameters: Record<string, string | undefined> = {}) => `/students${query(parameters)}`,
  teachersFile: (parameters: Record<string, string | undefined> = {}) => `/teachers.csv${query(parameters)}`,
  studentsFile: (parameters: Record<string, string | undefined> = {}) => `/students.csv${query(parameters)}`,
  portalAccess: (parameters: Record<string, string | undefined> = {}) =>
    `/students/portal-access${query(parameters)}`,
  emergencySheet: (parameters: { class?: string; date?: string } = {}) =>
    `/sheets/emergency${query(parameters)}`,
  attendanceSheet: (classId: string) => `/classes/${classId}/attendance-sheet`,
  duplicates: (parameters?: { of?: string; page?: string }) =>
    `/students/duplicates${query(parameters ?? {})}`,
  mergePeople: (parameters: { noun?: string; keep?: string; gone?: string } = {}) =>
    `/students/duplicates/people${query(parameters)}`,
  mergeFamilies: (parameters: { keep: string; gone: string }) =>
    `/students/duplicates/families${query(parameters)}`,
  selections: () => "/selections",
  /** `of` is the list it was made in, if that is another than of what is selected. */
  selection: (selectionId: string, parameters: { list?: string; of?: "families" } = {}) =>
    `/selections/${selectionId}${query(parameters)}`,
  selectionPdfs: (selectionId: string) => `/selections/${selectionId}/pdfs.zip`,
  selectionFile: (selectionId: string) => `/selections/${selectionId}/file.csv`,
  newStudent: (parameters: { family?: string } = {}) => `/students/create${query(parameters)}`,
  student: (studentId: string) => `/students/${studentId}`,
  editStudent: (studentId: string) => `/students/${studentId}/edit`,
  studentLessons: (studentId: string, parameters: { page?: string } = {}) =>
    `/students/${studentId}/lessons${query(parameters)}`,
  studentBilling: (studentId: string) => `/students/${studentId}/billing`,
  studentMessages: (studentId: string, parameters: { page?: string } = {}) =>
    `/students/${studentId}/messages${query(parameters)}`,
  studentActivity: (studentId: string) => `/students/${studentId}/activity`,
  studentAbsence: (studentId: string) => `/students/${studentId}/absence`,
  studentCredits: (studentId: string) => `/students/${studentId}/credits`,
  makeUp: (studentId: string) => `/students/${studentId}/make-up`,
  studentAccount: (studentId: string) => `/students/${studentId}/account`,
  studentSkills: (
    studentId: string,
    parameters: { view?: string; instrument?: string; page?: string } = {},
  ) => `/students/${studentId}/skills${query(parameters)}`,
  imports: () => "/students/import",
  import: (importId: string, step?: "columns" | "check", page = 1, duplicates = 1) =>
    `/students/import/${importId}${query({
      step,
      page: page > 1 ? String(page) : undefined,
      duplicates: duplicates > 1 ? String(duplicates) : undefined,
    })}`,
  importProblems: (importId: string) => `/students/import/${importId}/problems.csv`,
  session: (sessionId: string) => `/classes/sessions/${sessionId}`,
  /** With a slot the form of the move is filled in. */
  editSession: (
    sessionId: string,
    slot: { date?: string; time?: string; minutes?: string; teacher?: string; room?: string } = {},
  ) => `/classes/sessions/${sessionId}/edit${query(slot)}`,
  prerequisites: (classId: string) => `/classes/${classId}/prerequisites`,
  coTeachers: (classId: string) => `/classes/${classId}/co-teachers`,
  freedTimes: (parameters: { page?: string } = {}) => `/attendance/freed-times${query(parameters)}`,
  corrections: (parameters: { page?: string } = {}) => `/attendance/corrections${query(parameters)}`,
  swaps: (parameters: { page?: string } = {}) => `/attendance/swaps${query(parameters)}`,
  occasions: (parameters: { view?: string; page?: string } = {}) => `/schedule/events${query(parameters)}`,
  newOccasion: (parameters: { date?: string } = {}) => `/schedule/events/new${query(parameters)}`,
  occasion: (occasionId: string) => `/schedule/events/${occasionId}`,
  editOccasion: (occasionId: string) => `/schedule/events/${occasionId}/edit`,
  program: (occasionId: string) => `/schedule/events/${occasionId}/program`,
  examResults: (occasionId: string, parameters: { page?: string } = {}) =>
    `/schedule/events/${occasionId}/results${query(parameters)}`,
  programSheet: (occasionId: string) => `/schedule/events/${occasionId}/program-sheet`,
  sessionGuests: (sessionId: string) => `/classes/sessions/${sessionId}/guests`,
  schedule: (
    parameters: {
      view?: string
      date?: string
      week?: string
      by?: string
      teacher?: string
      room?: string
      student?: string
      class?: string
      q?: string
      page?: string
      find?: string
    } = {},
  ) => `/schedule${query(parameters)}`,
  /** A lesson's card over the schedule that `search` describes. */
  lessonCard: (sessionId: string, search = "") => `/schedule/lessons/${sessionId}${search}`,
  cancelLesson: () => "/schedule/cancel-lesson",
  lessonSlotCheck: (sessionId: string) => `/schedule/lessons/${sessionId}/check`,
  findTime: (
    parameters: {
      student?: string
      lesson?: string
      class?: string
      teacher?: string
      room?: string
      minutes?: string
      from?: string
      to?: string
    } = {},
  ) => `/schedule/find-a-time${query(parameters)}`,
  trialLesson: (
    parameters: { student?: string; date?: string; time?: string; teacher?: string; room?: string } = {},
  ) => `/schedule/trial-lesson${query(parameters)}`,
  strandedLessons: (page?: string) => `/schedule/to-settle${query({ page })}`,
  simpleSchedule: (date?: string, page?: string) => `/schedule/simple${query({ date, page })}`,
  doorSheet: (date?: string) => `/schedule/simple${query({ date, sheet: "door" })}`,
  newSession: (
    parameters: {
      date?: string
      class?: string
      time?: string
      teacher?: string
      room?: string
      minutes?: string
      /** "yes": every class, not only the teacher's */
      all?: string
    } = {},
  ) => `/schedule/new-session${query(parameters)}`,
  messages: (parameters: { view?: string; search?: string; page?: string } = {}) =>
    `/messaging${query(parameters)}`,
  newMessage: (
    parameters: {
      to?: string
      subject?: string
      text?: string
      file?: string
      name?: string
      problem?: string
    } = {},
  ) => `/messaging/new${query(parameters)}`,
  shareTarget: () => "/messaging/shared",
  sharedFile: (fileId: string) => `/messaging/shared/${fileId}`,
  /** A member's photo, for who is in the same school. */
  photo: (memberId: string) => `/photos/${memberId}`,
  messageFile: (conversationId: string, messageId: string) =>
    `/messaging/${conversationId}/files/${messageId}`,
  conversation: (conversationId: string, parameters: { absence?: "no" } = {}) =>
    `/messaging/${conversationId}${query(parameters)}`,
  analytics: (parameters: AnalyticsOf = {}) => `/analytics${query(parameters)}`,
  teachingFigures: (parameters: AnalyticsOf = {}) => `/analytics/teaching${query(parameters)}`,
  moneyFigures: (parameters: AnalyticsOf = {}) => `/analytics/money${query(parameters)}`,
  figuresAhead: (parameters: AnalyticsOf = {}) => `/analytics/ahead${query(parameters)}`,
  /** What one figure of a card counts. */
  figureRows: (parameters: FigureOf & { page?: string }) => `/analytics/rows${query(parameters)}`,
  figureRowsFile: (parameters: FigureOf) => `/analytics/rows.csv${query(parameters)}`,
  figureFile: (parameters: AnalyticsOf & { card: string }) => `/analytics/figures.csv${query(parameters)}`,
  attendance: (
    parameters: {
      view?: string
      day?: string
      teacher?: string
      charged?: "yes"
      since?: "week"
      student?: string
      state?: string
      page?: string
    } = {},
  ) => `/attendance${query(parameters)}`,
  /** A teacher's whole day at once. */
  attendanceDay: (parameters: { day?: string; teacher?: string } = {}) =>
    `/attendance/day${query(parameters)}`,
  billing: (parameters: Record<string, string | undefined> = {}) => `/billing${query(parameters)}`,
  invoicesCsv: (parameters: Record<string, string | undefined> = {}) =>
    `/billing/invoices.csv${query(parameters)}`,
  unbilled: (
    parameters: { period?: string; from?: string; to?: string; filter?: string; page?: string } = {},
  ) => `/billing/unbilled${query(parameters)}`,
  invoiceRuns: (parameters: { page?: string } = {}) => `/billing/runs${query(parameters)}`,
  invoiceRun: (runId: string, parameters: { page?: string } = {}) =>
    `/billing/runs/${runId}${query(parameters)}`,
  manageBilling: (parameters: { state?: string; search?: string; page?: string } = {}) =>
    `/billing/manage${query(parameters)}`,
  automaticInvoices: (parameters: { page?: string; hold?: string } = {}) =>
    `/billing/manage/automatic${query(parameters)}`,
  automaticPayments: (parameters: { page?: string; payers?: string; hold?: string } = {}) =>
    `/billing/manage/payments${query(parameters)}`,
  bankTransfers: (parameters: { state?: string; page?: string; entry?: string; q?: string } = {}) =>
    `/billing/manage/bank${query(parameters)}`,
  bankColumns: (uploadId: string) => `/billing/manage/bank/${uploadId}`,
  paymentPlans: (parameters: { state?: string; search?: string; page?: string } = {}) =>
    `/billing/manage/plans${query(parameters)}`,
  reminders: (page?: string) => `/billing/manage/reminders${query({ page })}`,
  reminderSchedule: (step?: string) => `/billing/manage/reminders/schedule${query({ step })}`,
  prices: () => "/billing/prices",
  priceChanges: () => "/billing/prices/changes",
  discounts: () => "/billing/prices/discounts",
  packageOffers: () => "/billing/prices/packages",
  materials: (parameters: { edit?: string } = {}) => `/billing/prices/materials${query(parameters)}`,
  sellMaterial: (parameters: { family?: string; student?: string } = {}) =>
    `/billing/materials/sell${query(parameters)}`,
  hires: (parameters: { state?: string; search?: string; page?: string } = {}) =>
    `/billing/hires${query(parameters)}`,
  newHire: (parameters: { family?: string; student?: string } = {}) =>
    `/billing/hires/new${query(parameters)}`,
  hire: (hireId: string) => `/billing/hires/${hireId}`,
  packages: (parameters: { state?: string; search?: string; page?: string } = {}) =>
    `/billing/packages${query(parameters)}`,
  sellPackage: (parameters: { family?: string; student?: string } = {}) =>
    `/billing/packages/new${query(parameters)}`,
  package: (packageId: string) => `/billing/packages/${packageId}`,
  moneyHistory: (
    parameters: {
      kind?: string
      method?: string
      search?: string
      from?: string
      to?: string
      page?: string
    } = {},
  ) => `/billing/history${query(parameters)}`,
  moneyHistoryFile: (
    parameters: { kind?: string; method?: string; search?: string; from?: string; to?: string } = {},
  ) => `/billing/history.csv${query(parameters)}`,
  expenses: (parameters: ExpensesOf & { page?: string } = {}) => `/billing/expenses${query(parameters)}`,
  expensesFile: (parameters: ExpensesOf = {}) => `/billing/expenses.csv${query(parameters)}`,
  newExpense: (parameters: { copy?: string } = {}) => `/billing/expenses/new${query(parameters)}`,
  expenseCategories: (parameters: { edit?: string } = {}) =>
    `/billing/expenses/categories${query(parameters)}`,
  expense: (expenseId: string) => `/billing/expenses/${expenseId}`,
  expenseReceipt: (expenseId: string) => `/billing/expenses/${expenseId}/receipt`,
  monthSheet: (parameters: { month?: string } = {}) => `/billing/month${query(parameters)}`,
  monthSheetFile: (month: string) => `/billing/month.csv${query({ month })}`,
  monthFiles: (parameters: { month?: string } = {}) => `/billing/month/files${query(parameters)}`,
  monthSalesFile: (month: string) => `/billing/month/sales.csv${query({ month })}`,
  monthPaymentsFile: (month: string, method: string) =>
    `/billing/month/payments.csv${query({ month, method })}`,
  monthBalances: (parameters: { month?: string; page?: string } = {}) =>
    `/billing/month/balances${query(parameters)}`,
  takePayment: (parameters: { family?: string } = {}) => `/billing/payments/new${query(parameters)}`,
  paymentReceipt: (paymentId: string) => `/billing/payments/${paymentId}`,
  paymentReverse: (paymentId: string) => `/billing/payments/${paymentId}/reverse`,
  paymentRefund: (paymentId: string) => `/billing/payments/${paymentId}/refund`,
  paymentInvoices: (paymentId: string) => `/billing/payments/${paymentId}/invoices`,
  creditNote: (creditNoteId: string) => `/billing/credit-notes/${creditNoteId}`,
  creditNotePdf: (creditNoteId: string) => `/billing/credit-notes/${creditNoteId}/pdf`,
  invoiceCredit: (invoiceId: string) => `/billing/invoices/${invoiceId}/credit`,
  invoiceWriteOff: (invoiceId: string) => `/billing/invoices/${invoiceId}/write-off`,
  invoicePlan: (invoiceId: string) => `/billing/invoices/${invoiceId}/plan`,
  familyInstallments: (familyId: string) => `/billing/families/${familyId}/installments`,
  charge: (chargeId: string, parameters: { back?: string } = {}) =>
    `/billing/charges/${chargeId}${query(parameters)}`,
  receiptPdf: (paymentId: string) => `/billing/payments/${paymentId}/pdf`,
  statement: (familyId: string, parameters: StatementOf = {}) =>
    `/billing/families/${familyId}/statement${query(parameters)}`,
  statementPdf: (familyId: string, parameters: StatementOf = {}) =>
    `/billing/families/${familyId}/statement.pdf${query(parameters)}`,
  statementCsv: (familyId: string, parameters: StatementOf = {}) =>
    `/billing/families/${familyId}/statement.csv${query(parameters)}`,
  waiver: (seatId: string, parameters: { back?: string } = {}) =>
    `/billing/lessons/${seatId}/waiver${query(parameters)}`,
  newInvoice: (
    parameters: { family?: string; from?: string; to?: string; draft?: string; back?: "ready" } = {},
  ) => `/billing/new-invoice${query(parameters)}`,
  invoice: (invoiceId: string) => `/billing/invoices/${invoiceId}`,
  invoicePdf: (invoiceId: string) => `/billing/invoices/${invoiceId}/pdf`,
  invoiceVoid: (invoiceId: string) => `/billing/invoices/${invoiceId}/void`,
  family: (familyId: string, parameters: { payment?: "new" } = {}) =>
    `/billing/families/${familyId}${query(parameters)}${parameters.payment ? "#record-payment" : ""}`,
  schoolPage: (address: string, parameters: { sent?: string } = {}) => `/s/${address}${query(parameters)}`,
  confirmInquiry: (address: string, token: string) => `/s/${address}/confirm${query({ token })}`,
  inquiries: (parameters: Record<string, string | undefined> = {}) =>
    `/students/inquiries${query(parameters)}`,
  inquiry: (inquiryId: string) => `/students/inquiries/${inquiryId}`,
  schoolPageSettings: () => "/settings/public-page",
  families: (parameters: Record<string, string | undefined> = {}) => `/families${query(parameters)}`,
  familyRecord: (familyId: string) => `/families/${familyId}`,
  familyMessages: (familyId: string, parameters: { page?: string } = {}) =>
    `/families/${familyId}/messages${query(parameters)}`,
  familyActivity: (familyId: string) => `/families/${familyId}/activity`,
  mergeFamily: (familyId: string) => `/families/${familyId}/merge`,
  familyData: (familyId: string) => `/families/${familyId}/data`,
  familyZip: (familyId: string) => `/families/${familyId}/data.zip`,
  erasePerson: (parameters: { noun: string; id: string }) => `/families/erase${query(parameters)}`,
  familyPayers: (familyId: string) => `/billing/families/${familyId}/payers`,
  newOutsidePayer: (familyId: string) => `/billing/families/${familyId}/payers/new`,
  outsidePayer: (familyId: string, payerId: string) => `/billing/families/${familyId}/payers/${payerId}`,
  creditRefund: (familyId: string) => `/billing/families/${familyId}/refund`,
  profile: () => "/settings/profile",
  stripeWebhook: (schoolId: string) => `/api/webhooks/stripe/${schoolId}`,
  schoolSettings: (parameters: { edit?: string } = {}) => `/settings/school${query(parameters)}`,
  subscriptionSettings: (page?: string) => `/settings/subscription${query({ page })}`,
  /** The change of plan, with one chosen already. */
  changePlan: (plan?: string) => `/settings/subscription${query({ plan })}#change`,
  endSubscription: () => "/settings/subscription/end",
  platformReceipt: (receiptId: string) => `/settings/subscription/receipts/${receiptId}`,
  platformReceiptPdf: (receiptId: string) => `/settings/subscription/receipts/${receiptId}/pdf`,
  billingAddress: () => "/settings/subscription/address",
  preferences: () => "/settings/preferences",
  policies: () => "/settings/policies",
  policiesPdf: () => "/settings/policies.pdf",
  familyPolicies: () => "/student/policies",
  familyPoliciesPdf: () => "/student/policies.pdf",
  administration: (parameters: { q?: string; who?: string; page?: string } = {}) =>
    `/settings/admin${query(parameters)}`,
  auditLog: (parameters: Record<string, string | undefined> = {}) =>
    `/settings/admin/log${query(parameters)}`,
  auditLogFile: (parameters: Record<string, string | undefined> = {}) =>
    `/settings/admin/log.csv${query(parameters)}`,
  team: () => "/settings/team",
  newTeamMember: (parameters: { preset?: string } = {}) => `/settings/team/new${query(parameters)}`,
  teamMember: (memberId: string) => `/settings/team/${memberId}`,
  eraseMember: (memberId: string) => `/settings/team/${memberId}/erase`,
  supportAccess: () => "/settings/admin/support",
  schoolData: () => "/settings/admin/data",
  recentlyDeleted: (parameters: { page?: string } = {}) => `/settings/admin/deleted${query(parameters)}`,
  /** Puts back what someone has just deleted. */
  undoDeletion: () => "/undo-deletion",
  schoolExport: () => "/settings/admin/export",
  schoolExportFile: () => "/settings/admin/export.zip",

  /** Long work that runs in the background. */
  tasks: (parameters: { page?: string } = {}) => `/tasks${query(parameters)}`,
  task: (taskId: string, parameters: { list?: string; page?: string } = {}) =>
    `/tasks/${taskId}${query(parameters)}`,

  publicHolidays: (parameters: { country?: string; region?: string; year?: string } = {}) =>
    `/settings/holidays${query(parameters)}`,
  /** The lessons of a closure: which are canceled, which move. */
  closureLessons: (closureId: string, parameters: { page?: string; people?: string; prefer?: string } = {}) =>
    `/settings/closures/${closureId}${query(parameters)}`,
  customFields: (noun?: string) => `/settings/fields${query({ for: noun })}`,
  ruleTrials: () => "/settings/rule-trials",
  ruleTrial: (taskId: string, parameters: { show?: string; page?: string } = {}) =>
    `/settings/rule-trials/${taskId}${query(parameters)}`,
  ruleTrialCsv: (taskId: string) => `/settings/rule-trials/${taskId}/absences.csv`,
  attendanceStatuses: () => "/settings/attendance-statuses",
  skillList: (instrument?: string) => `/settings/skills${query({ instrument })}`,
  progressReport: (reportId: string) => `/progress-reports/${reportId}`,
  progressReportPdf: (reportId: string) => `/progress-reports/${reportId}/pdf`,

  /** With a lesson it is open in its place. */
  teacherHome: (parameters: { lesson?: string } = {}) =>
    `/dashboard/teacher${query(parameters)}${parameters.lesson ? `#lesson-${parameters.lesson}` : ""}`,
  teacherClasses: (parameters: { q?: string; page?: string } = {}) =>
    `/dashboard/teacher/classes${query(parameters)}`,
  teacherClass: (classId: string) => `/dashboard/teacher/class/${classId}`,
  ownAttendanceSheet: (classId: string) => `/dashboard/teacher/class/${classId}/attendance-sheet`,
  ownEmergencySheet: (parameters: { class?: string; date?: string } = {}) =>
    `/dashboard/teacher/emergency-sheet${query(parameters)}`,
  teacherSchedule: (parameters: { view?: string; date?: string } = {}) =>
    `/dashboard/teacher/schedule${query(parameters)}`,
  teacherOccasions: (parameters: { view?: string; page?: string } = {}) =>
    `/dashboard/teacher/events${query(parameters)}`,
  teacherOccasion: (occasionId: string) => `/dashboard/teacher/events/${occasionId}`,
  teacherProgramSheet: (occasionId: string) => `/dashboard/teacher/events/${occasionId}/program-sheet`,
  teacherStudents: (parameters: { q?: string; page?: string } = {}) =>
    `/dashboard/teacher/students${query(parameters)}`,
  teacherStudent: (studentId: string) => `/dashboard/teacher/students/${studentId}`,
  teacherResources: (parameters: { q?: string; tag?: string; mine?: "1"; page?: string } = {}) =>
    `/dashboard/teacher/resources${query(parameters)}`,
  newResource: (kind?: "link") => `/dashboard/teacher/resources/new${query({ kind })}`,
  teacherResource: (resourceId: string) => `/dashboard/teacher/resources/${resourceId}`,
  teacherResourceFile: (resourceId: string) => `/dashboard/teacher/resources/${resourceId}/file`,
  teacherStudentSkills: (
    studentId: string,
    parameters: { view?: string; instrument?: string; page?: string } = {},
  ) => `/dashboard/teacher/students/${studentId}/skills${query(parameters)}`,
  teacherAnalytics: (parameters: { month?: string } = {}) =>
    `/dashboard/teacher/analytics${query(parameters)}`,
  ownPayslipPdf: (slipId: string) => `/dashboard/teacher/payslips/${slipId}/pdf`,
  teacherSettings: () => "/dashboard/teacher/settings",

  studentHome: (parameters: { child?: string } = {}) => `/student/dashboard${query(parameters)}`,
  studentSchedule: (parameters: { child?: string; view?: string; date?: string } = {}) =>
    `/student/schedule${query(parameters)}`,
  studentPlaces: () => "/student/places",
  studentNextTerm: () => "/student/next-term",
  familyCredits: (parameters: { child?: string } = {}) => `/student/schedule/credits${query(parameters)}`,
  studentFreedTimes: () => "/student/schedule/freed-times",
  studentOccasions: () => "/student/events",
  studentOccasion: (occasionId: string) => `/student/events/${occasionId}`,
  studentSwaps: () => "/student/schedule/swaps",
  studentMakeUp: (parameters: { child?: string } = {}) => `/student/schedule/make-up${query(parameters)}`,
  studentSession: (sessionId: string, parameters: { child?: string } = {}) =>
    `/student/schedule/${sessionId}${query(parameters)}`,
  studentResources: (parameters: { child?: string } = {}) => `/student/resources${query(parameters)}`,
  studentResource: (resourceId: string, parameters: { child?: string } = {}) =>
    `/student/resources/${resourceId}${query(parameters)}`,
  studentResourceFile: (resourceId: string, parameters: { child?: string } = {}) =>
    `/student/resources/${resourceId}/file${query(parameters)}`,
  studentSettings: () => "/student/settings",
  studentData: () => "/student/settings/data.json",
  studentProgress: (parameters: { child?: string } = {}) => `/student/progress${query(parameters)}`,
  studentFeedback: (parameters: { child?: string; page?: string; reply?: string } = {}) =>
    `/student/feedback${query(parameters)}`,
  studentReports: (parameters: { child?: string } = {}) => `/student/reports${query(parameters)}`,
  studentReport: (reportId: string) => `/student/reports/${reportId}`,
  studentReportPdf: (reportId: string) => `/student/reports/${reportId}/pdf`,
  studentInvoices: () => "/student/invoices",
  studentInvoice: (invoiceId: string) => `/student/invoices/${invoiceId}`,
  studentInvoicePlan: (invoiceId: string) => `/student/invoices/${invoiceId}/installments`,
  studentInvoicePdf: (invoiceId: string) => `/student/invoices/${invoiceId}/pdf`,
  invoicePayment: (invoiceId: string, parameters: { token?: string; cancelled?: "1" } = {}) =>
    `/student/invoices/${invoiceId}/payment${query(parameters)}`,
  balancePayment: (parameters: { token?: string; cancelled?: "1" } = {}) =>
    `/student/balance/payment${query(parameters)}`,
  studentAutoPayment: () => "/student/automatic-payment",
  autoPaymentReturn: (parameters: { agreement: string; cancelled?: "1" }) =>
    `/student/automatic-payment/return${query(parameters)}`,
  studentStatement: (parameters: { from?: string; to?: string } = {}) =>
    `/student/statement${query(parameters)}`,
  studentStatementPdf: (parameters: { from?: string; to?: string } = {}) =>
    `/student/statement.pdf${query(parameters)}`,
  studentStatementCsv: (parameters: { from?: string; to?: string } = {}) =>
    `/student/statement.csv${query(parameters)}`,
  studentReceiptPdf: (paymentId: string) => `/student/payments/${paymentId}/pdf`,
  studentCreditNote: (creditNoteId: string) => `/student/credit-notes/${creditNoteId}`,
  studentCreditNotePdf: (creditNoteId: string) => `/student/credit-notes/${creditNoteId}/pdf`,
  receipt: (paymentId: string) => `/student/payments/${paymentId}`,

  /** Whoever has the address of an invoice sees and pays it. */
  payInvoice: (secret: string) => `/pay/${secret}`,
  payInvoicePdf: (secret: string) => `/pay/${secret}/pdf`,
  payInvoiceReturn: (secret: string, parameters: { token?: string; cancelled?: "1" } = {}) =>
    `/pay/${secret}/return${query(parameters)}`,

  /** Whoever has the address reads the calendar. */
  feed: (secret: string) => `/feeds/${secret}.ics`,

  support: (mode?: "ai" | "admin", before?: string) => `/support${query({ mode, before })}`,
  supportImage: (imageId: string) => `/support/images/${imageId}`,

  superAdmin: () => "/super-admin",
  desk: (
    parameters: {
      kind?: string
      state?: string
      whose?: string
      priority?: string
      search?: string
      page?: string
    } = {},
  ) => `/super-admin/support${query(parameters)}`,
  savedAnswers: (parameters: { edit?: string } = {}) => `/super-admin/support/answers${query(parameters)}`,
  deskChat: (threadKey: string, before?: string) =>
    `/super-admin/support/chats/${threadKey}${query({ before })}`,
  replyFile: (fileKey: string) => `/super-admin/support/files/${fileKey}`,
  deskInquiry: (kindKey: "contact" | "demo", inquiryKey: string) =>
    `/super-admin/support/${kindKey}/${inquiryKey}`,
  platformSchools: (parameters: { q?: string; state?: string; page?: string } = {}) =>
    `/super-admin/schools${query(parameters)}`,
  platformSchool: (schoolKey: string) => `/super-admin/schools/${schoolKey}`,
  schoolMoney: (schoolKey: string) => `/super-admin/schools/${schoolKey}/money`,
  schoolCredit: (schoolKey: string) => `/super-admin/schools/${schoolKey}/credit`,
  schoolHolds: (schoolKey: string) => `/super-admin/schools/${schoolKey}/holds`,
  pendingPayments: (page?: string) => `/super-admin/pending-payments${query({ page })}`,
  coupons: (page?: string) => `/super-admin/coupons${query({ page })}`,
  atRisk: () => "/super-admin/at-risk",
  platformSchoolsFile: (parameters: { q?: string; state?: string } = {}) =>
    `/super-admin/schools.csv${query(parameters)}`,
  transactionsFile: (parameters: { search?: string } = {}) =>
    `/super-admin/transactions.csv${query(parameters)}`,
  platformTimeline: (schoolKey: string, parameters: { show?: string; page?: string } = {}) =>
    `/super-admin/schools/${schoolKey}/timeline${query(parameters)}`,
  platformRecords: (
    schoolKey: string,
    parameters: { show?: string; search?: string; day?: string; page?: string } = {},
  ) => `/super-admin/schools/${schoolKey}/records${query(parameters)}`,
  paidSubscriptions: (parameters: { search?: string; show?: string; page?: string } = {}) =>
    `/super-admin/paid-subscriptions${query(parameters)}`,
  transactions: (parameters: { search?: string; show?: string; page?: string } = {}) =>
    `/super-admin/transactions${query(parameters)}`,
  search: (text?: string) => `/search${query({ q: text })}`,
  /** The same as data, for the command palette. */
  searchData: (text: string) => `/search.json${query({ q: text })}`,
  /** Names as data, for a field that chooses one of them. */
  familyNames: () => "/billing/families.json",
  classNames: (parameters: { date?: string; from?: string; time?: string } = {}) =>
    `/classes/names.json${query(parameters)}`,
  recipientNames: () => "/messaging/recipients.json",

  staff: () => "/super-admin/staff",
  staffMember: (staffKey: string) => `/super-admin/staff/${staffKey}`,
  staffLog: (
    parameters: { search?: string; verb?: string; who?: string; days?: string; page?: string } = {},
  ) => `/super-admin/staff/log${query(parameters)}`,
  staffLogFile: (parameters: { search?: string; verb?: string; who?: string; days?: string } = {}) =>
    `/super-admin/staff/log.csv${query(parameters)}`,
  backups: (parameters: { page?: string } = {}) => `/super-admin/backups${query(parameters)}`,
  platformAnalytics: (parameters: { months?: string; show?: string; month?: string; page?: string } = {}) =>
    `/super-admin/analytics${query(parameters)}`,
  platformAnalyticsFile: (parameters: { months?: string } = {}) =>
    `/super-admin/analytics.csv${query(parameters)}`,
  platformDatabase: (parameters: { show?: string; state?: string; page?: string } = {}) =>
    `/super-admin/database${query(parameters)}`,
  cleanup: (parameters: { page?: string; of?: string } = {}) =>
    `/super-admin/cleanup-details${query(parameters)}`,
  returnedEmails: (page?: string) => `/students/returned-emails${query({ page })}`,
  returnedAddresses: (page?: string) => `/super-admin/returned-emails${query({ page })}`,
  failedRequests: (parameters: { search?: string; school?: string; page?: string } = {}) =>
    `/super-admin/failed-requests${query(parameters)}`,
  missedSearches: (page?: string) => `/super-admin/missed-searches${query({ page })}`,
  service: () => "/super-admin/service",
  abuse: (parameters: { show?: string; page?: string; school?: string } = {}) =>
    `/super-admin/abuse${query(parameters)}`,
  announcements: (page?: string) => `/super-admin/announcements${query({ page })}`,
  health: () => "/health",
  status: () => "/status",
} as const
