import { aFile, pagesIn } from "./address"

// The areas of a teacher and of a family.

const inTeacher = pagesIn("teacher-area", "Teaching")
const inStudent = pagesIn("family-area", "Family")

export const teacherArea = {
  /** With a lesson it is open in its place. */
  teacherHome: inTeacher("/dashboard/teacher?lesson", "teacher-home.tsx", "teacher:home", {
    page: "Today",
    for: "teaching:read",
    only: "teacher",
    words:
      "today|home|my day|attendance|take attendance|mark attendance|roll call|register|lesson notes|notes of a lesson|missing attendance|my lessons|next lesson|homework|assign practice|practice|practice assignments|feedback|write feedback|present|absent|running late|i’m running late|no show|no-show|what do i teach today|teach today|mark absent|mark a student absent|atendance|attendence|student did not come|student didn’t come|record a lesson|record lesson",
  }),
  teacherClasses: inTeacher("/dashboard/teacher/classes?q&page", "classes.tsx", "teaching:read", {
    page: "My classes",
    only: "teacher",
    words: "class|classes|my classes|groups|ensemble|choir|orchestra|attendance sheet|class list",
  }),
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
    {
      page: "Emergency sheet for my students",
      only: "teacher",
      words: "emergency|emergency contacts|allergy|allergies|medical|medical notes|emergency sheet",
    },
  ),
  teacherSchedule: inTeacher(
    "/dashboard/teacher/schedule?view&date",
    "schedule.tsx",
    ["teaching:read", "teaching:write"],
    {
      page: "My schedule",
      only: "teacher",
      words:
        "schedule|my schedule|calendar|timetable|week|my week|agenda|cancel a lesson|cancel lesson|move a lesson|reschedule|planner|when do i teach|swap a lesson|lesson plan|print my schedule",
      parts: [
        {
          page: "Request time off",
          at: "?view=time-off#ask",
          only: "teacher",
          words:
            "time off|vacation|holiday|sick|sick leave|i’m sick|i am sick|i am ill|ill|leave|day off|days off|request time off|ask for time off|substitute|sub|cover|absence|sick today|out sick",
        },
      ],
    },
  ),
  teacherOccasions: inTeacher("/dashboard/teacher/events?view&page", "occasions.tsx", "teaching:read", {
    page: "My events",
    only: "teacher",
    words: "event|recital|concert|exam|performance|my events|program|next recital|next concert",
  }),
  teacherOccasion: inTeacher("/dashboard/teacher/events/:occasionId", "occasion.tsx", [
    "teaching:read",
    "teaching:write",
  ]),
  teacherProgramSheet: inTeacher(
    "/dashboard/teacher/events/:occasionId/program-sheet",
    "program-sheet.tsx",
    "teaching:read",
  ),
  teacherStudents: inTeacher("/dashboard/teacher/students?q&page", "students.tsx", "teaching:read", {
    page: "My students",
    only: "teacher",
    words:
      "student|students|pupils|my students|student notes|notes on a student|notes of students|skills|progress|progress report|reports|student progress|report card|report cards|practice log|practice chart|practice journal|parents|contact a parent|phone number of a parent|birthdays|repertoire|pieces",
  }),
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
    {
      page: "Resources",
      words:
        "resource|resources|files|sheet music|library|videos|recordings|links|materials for students|handouts|pdf",
    },
  ),
  newResource: inTeacher(
    "/dashboard/teacher/resources/new?:kind=link",
    "new-resource.tsx",
    "teaching:write",
    {
      body: aFile,
      act: "Add a file or link",
      words:
        "add file|upload|upload a file|share a file|add resource|new resource|add link|upload sheet music|upload recording|share sheet music",
    },
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
  teacherAnalytics: inTeacher("/dashboard/teacher/analytics?month", "analytics.tsx", "teaching:read", {
    page: "Hours and pay",
    only: "teacher",
    words:
      "hours|my hours|hours taught|teaching hours taught|pay|my pay|payslip|payslips|salary|wages|earnings|payroll|how much do i earn|income|my rate|pay rate|when do i get paid|statistics|analytics|invoice the school|my salary|my payslip|hours this month|hours last month",
  }),
  ownExtraWork: inTeacher("/dashboard/teacher/extra-work", "extra-work.tsx", "teaching:read", {
    page: "Extra work",
    only: "teacher",
    words: "extra work|extra hours|overtime|meetings|mileage|expenses|travel costs|log hours|enter hours",
  }),
  ownPayslipPdf: inTeacher("/dashboard/teacher/payslips/:slipId/pdf", "payslip-pdf.ts", "teaching:read"),
  teacherDocuments: inTeacher(
    "/dashboard/teacher/documents",
    "documents.tsx",
    ["teaching:read", "teaching:write"],
    {
      page: "My documents",
      only: "teacher",
      words:
        "my documents|background check|upload my insurance|hand in a document|certificate|my certificates|expired document",
      body: aFile,
    },
  ),
  teacherSettings: inTeacher(
    "/dashboard/teacher/settings",
    "settings.tsx",
    ["teaching:read", "teaching:write"],
    {
      setting: "Teaching settings",
      words:
        "teaching settings|about me|my bio|biography|my instruments|instruments i teach|video link|zoom link",
      parts: [
        {
          setting: "Teaching hours",
          at: "#hours",
          words:
            "availability|teaching hours|when i can teach|available times|my availability|working hours|change my hours|set hours|open hours",
        },
        {
          setting: "Calendar feed",
          at: "#calendar",
          words:
            "calendar feed|google calendar|ical|ics|outlook|apple calendar|subscribe to calendar|sync calendar|calendar sync|my phone’s calendar",
        },
      ],
    },
  ),
}

export const family = {
  studentHome: inStudent("/student/dashboard?child", "student-home.tsx", "portal:read", {
    page: "Home",
    words:
      "home|dashboard|overview|next lesson|today|practice assignments|homework|what to practice|assignments|start page",
  }),
  studentSchedule: inStudent("/student/schedule?child&view&date", "schedule.tsx", "portal:read", {
    page: "Schedule",
    words:
      "schedule|lesson|lessons|calendar|timetable|when is my lesson|next lesson|cancel a lesson|cancel lesson|cancel|absence|absent|report an absence|sick|ill|my child is sick|can’t come|cannot come|miss a lesson|reschedule|move a lesson|change a lesson|video link|zoom|vacation|holiday|late|when is the school closed|school closed|closed days|change lesson time|change my lesson time|teacher name|who is my teacher|cancel tomorrow|is there school on monday|school on monday",
  }),
  studentPlaces: inStudent("/student/places", "waiting-lists.tsx", ["portal:read", "portal:write"], {
    page: "Waiting lists",
    words: "waiting list|waitlist|spot|class is full|offer of a spot",
  }),
  familyDocuments: inStudent("/student/documents", "documents.tsx", ["portal:read", "portal:write"], {
    page: "Documents for the school",
    words:
      "documents|upload a document|hand in a document|permission slip|insurance|certificate|expired document|missing document",
    body: aFile,
  }),
  studentConsents: inStudent("/student/consents", "consents.tsx", ["portal:read", "portal:write"], {
    page: "Consents",
    words:
      "consent|consents|agree|agreement|sign|studio policy|photo permission|photos|withdraw consent|data protection|waiver|medical consent|sign the policy",
  }),
  studentNextTerm: inStudent("/student/next-term?decline", "next-term.tsx", ["portal:read", "portal:write"], {
    page: "Next term",
    words:
      "next term|re-enroll|re-enrollment|enroll again|continue lessons|next semester|next year|confirm next term|stop lessons|withdraw",
  }),
  familyCredits: inStudent("/student/schedule/credits?child", "credits.tsx", "portal:read", {
    page: "Make-up credits",
    words:
      "make-up credits|make-up|makeup|makeup credits|credit|credits|missed lesson|how many make-ups|absences|attendance",
  }),
  studentFreedTimes: inStudent(
    "/student/schedule/freed-times",
    "freed-times.tsx",
    ["portal:read", "portal:write"],
    {
      page: "Free lesson times",
      words: "free times|free lesson times|open times|free spots|extra lesson|another time|last minute",
    },
  ),
  studentSwaps: inStudent("/student/schedule/swaps", "swaps.tsx", ["portal:read", "portal:write"], {
    page: "Lesson swaps",
    words: "swap|swaps|swap lessons|exchange|trade times|change times with another family",
  }),
  studentLeaves: inStudent("/student/schedule/leave", "leave.tsx", ["portal:read", "portal:write"], {
    page: "Leave and ending lessons",
    words:
      "leave|stop lessons|take a break|break|pause lessons|pause|hold|long vacation|traveling|sabbatical|end lessons|quit lessons|give notice|cancel lessons for good|leave the school|quit|stop coming|quitting",
  }),
  studentOccasions: inStudent("/student/events", "occasions.tsx", ["portal:read", "portal:write"], {
    page: "School events",
    words: "event|events|recital|concert|exam|performance|sign up for a recital|program|tickets",
  }),
  studentOccasion: inStudent("/student/events/:occasionId", "occasion.tsx", ["portal:read", "portal:write"]),
  studentMakeUp: inStudent("/student/schedule/make-up?child&day&teacher", "make-up.tsx", "portal:read", {
    act: "Book a make-up lesson",
    words:
      "book make-up|make-up lesson|make up lesson|makeup lesson|book a make-up|book a lesson|book another lesson|open times|extra lesson|more lessons|use a credit|use credit|book",
  }),
  studentSession: inStudent("/student/schedule/:sessionId?child", "session.tsx", "portal:read"),
  studentResources: inStudent("/student/resources?child", "resources.tsx", "portal:read", {
    page: "Resources",
    words: "resource|resources|files|sheet music|videos|recordings|links|handouts|downloads|materials|pdf",
  }),
  studentResource: inStudent("/student/resources/:resourceId?child", "resource.tsx", "portal:read"),
  studentResourceFile: inStudent(
    "/student/resources/:resourceId/file?child",
    "resource-file.ts",
    "portal:read",
  ),
  studentInvoices: inStudent("/student/invoices", "invoices.tsx", ["portal:read", "portal:pay"], {
    page: "Invoices",
    only: "money",
    words:
      "invoice|invoices|bill|bills|pay|pay an invoice|pay now|payment|payments|balance|how much do i owe|what do i owe|owe|credit card|paypal|pay by card|fees|tuition|price|receipt|receipts|refund|account credit|overdue|installments|payment plan|pay in parts|package|lessons left|pay online|tax receipt|receipt for taxes",
  }),
  studentPackages: inStudent("/student/packages", "packages.tsx", "portal:read", {
    page: "Packages",
    only: "money",
    words:
      "package|packages|buy a package|buy lessons|lesson package|10 lessons|lessons left|prepaid lessons|bundle|renew package",
  }),
  buyPackage: inStudent("/student/packages/:offerId", "buy-package.tsx", "portal:pay"),
  redeemVoucher: inStudent("/student/voucher", "voucher.tsx", "portal:pay", {
    page: "Redeem a gift voucher",
    only: "money",
    words: "gift voucher|voucher|gift card|gift certificate|redeem|redeem a code|voucher code",
  }),
  studentInvoice: inStudent("/student/invoices/:invoiceId", "invoice.tsx", ["portal:read", "portal:pay"]),
  studentInvoicePlan: inStudent(
    "/student/invoices/:invoiceId/installments",
    "invoice-installments.tsx",
    "portal:pay",
  ),
  studentInvoicePdf: inStudent("/student/invoices/:invoiceId/pdf?as=xml", "invoice-pdf.ts", "portal:read"),
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
  studentAutoPayment: inStudent(
    "/student/automatic-payment",
    "automatic-payment.tsx",
    ["portal:read", "portal:pay"],
    {
      page: "Automatic payment",
      only: "money",
      words:
        "automatic payment|autopay|auto pay|auto-pay|saved card|change my card|new card|recurring payment|stop automatic payment|direct debit",
    },
  ),
  autoPaymentReturn: inStudent(
    "/student/automatic-payment/return?agreement!&cancelled=1",
    "automatic-payment-return.ts",
    "portal:pay",
    { writes: "provider" },
  ),
  studentSettings: inStudent("/student/settings", "settings.tsx", "portal:read", {
    setting: "Contacts and calendar",
    in: "You",
    words:
      "contact details|new address|second parent|other parent|another guardian|my address|my phone number|phone|address|change address|change phone number|moved|emergency contact|child login|login for my child|my child’s login|my data|download my data|gdpr|privacy|custom answers|allergies|add a sibling|sibling|siblings|another child|new phone number|change my phone number|we moved|add my husband|add my wife|add my partner",
    parts: [
      {
        setting: "Calendar feed",
        at: "#calendar",
        in: "You",
        words:
          "calendar feed|google calendar|ical|ics|outlook|apple calendar|subscribe to calendar|sync calendar|calendar sync|add to my calendar|my phone’s calendar",
      },
    ],
  }),
  familyPolicies: inStudent("/student/policies", "policies.tsx", "portal:read", {
    setting: "Policies",
    words:
      "policies|policy|rules|school rules|cancellation policy|notice period|make-up policy|late fee|terms",
  }),
  familyPoliciesPdf: inStudent("/student/policies.pdf", "policies-pdf.ts", "portal:read"),
  studentData: inStudent("/student/settings/data.json", "own-data.ts", "portal:read"),
  studentReceiptPdf: inStudent("/student/payments/:paymentId/pdf", "receipt-pdf.ts", "portal:read"),
  studentStatement: inStudent("/student/statement?from&to", "statement.tsx", "portal:read", {
    page: "Your statement",
    only: "money",
    words:
      "statement|account statement|payment history|tax statement|tax deduction|childcare tax|yearly statement|what did i pay|history of payments|everything i paid",
  }),
  studentStatementPdf: inStudent("/student/statement.pdf?from&to", "statement-pdf.ts", "portal:read"),
  studentStatementCsv: inStudent("/student/statement.csv?from&to", "statement-csv.ts", "portal:read"),
  studentCreditNote: inStudent("/student/credit-notes/:noteId", "credit-note.tsx", "portal:read"),
  studentCreditNotePdf: inStudent(
    "/student/credit-notes/:noteId/pdf?as=xml",
    "credit-note-pdf.ts",
    "portal:read",
  ),
  receipt: inStudent("/student/payments/:paymentId", "receipt.tsx", "portal:read"),
  studentProgress: inStudent("/student/progress?child", "progress.tsx", ["portal:read", "portal:write"], {
    page: "Progress",
    words:
      "progress|practice|practice log|log practice|practice time|practicing|pieces|skills|levels|repertoire|goals|streak|minutes practiced",
  }),
  studentFeedback: inStudent(
    "/student/feedback?child&page&reply",
    "feedback.tsx",
    ["portal:read", "portal:write"],
    {
      page: "Feedback",
      words:
        "feedback|lesson notes|notes|notes from the teacher|teacher’s notes|comments|how did the lesson go|what did we do",
    },
  ),
  studentReports: inStudent("/student/reports?child", "reports.tsx", "portal:read", {
    page: "Reports",
    words: "report|reports|progress report|report card|grades|certificate|exam results|evaluation",
  }),
  studentReport: inStudent("/student/reports/:reportId", "report.tsx", "portal:read"),
  studentReportPdf: inStudent("/student/reports/:reportId/pdf", "report-pdf.ts", "portal:read"),
}
