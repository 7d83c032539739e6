import type { Permission } from "~/models/foundation/access/permissions"
import { paths } from "~/utils/paths"

// The office's screens, settings and acts, each with the words that people use for it. A test asks that every address
// without a name in it is here and that the words people try come out right.

export type PlaceKind = "page" | "setting" | "act"

export type Place = {
  to: string
  title: string
  /** where it stands, beside its title */
  where: string
  needs: Permission
  words: string
  kind: PlaceKind
  /** A solo teacher has no such thing. */
  ofSchools?: true
}

type Listed = [to: string, title: string, words: string]

const listed = (
  kind: PlaceKind,
  where: string,
  needs: Permission,
  all: readonly Listed[],
  more: { ofSchools?: true } = {},
): Place[] => all.map(([to, title, words]) => ({ kind, where, needs, to, title, words, ...more }))

const school = (part: string) => `${paths.schoolSettings()}#${part}`
const rules = (part: string) => `${paths.preferences()}#${part}`
const prices = (part: string) => `${paths.prices()}#${part}`

export const places: readonly Place[] = [
  ...listed("setting", "School", "school:settings", [
    [
      school("identity"),
      "School name and address",
      "school details|name|address|phone|contact details|rename school|letterhead|company name|website",
    ],
    [school("region"), "Currency and time zone", "currency|time zone|country|region|locale|euro|dollar"],
    [
      school("formats"),
      "Formats",
      "date format|number format|week starts|24 hour clock|decimal|first day of week|paper size",
    ],
    [school("opening"), "Opening hours", "opening hours|business hours|open days|hours"],
    [school("rooms"), "Rooms", "room|studio|classroom|location|studios|capacity of rooms"],
    [school("sites"), "Sites", "site|branch|location|campus|second location|buildings|travel time"],
    [school("room-buffers"), "Time between lessons in a room", "buffer|gap|break between lessons|cleaning"],
    [
      school("closures"),
      "Closures",
      "holidays|vacation|break|closed|day off|closing|snow day|winter break|school calendar|bank holidays",
    ],
    [paths.publicHolidays(), "Public holidays", "public holiday|bank holiday|national holidays"],
    [school("terms"), "Terms", "term|semester|terms|trimester|quarter|session dates|season|academic year"],
    [
      school("invoicing"),
      "Invoices",
      "invoice number|invoice numbering|due date|days until due|payment terms|payment instructions|tax number|vat number|invoice settings|part payment",
    ],
    [
      school("payee"),
      "PayPal",
      "paypal|online payment|card|credit card|pay online|payment provider|debit card",
    ],
    [school("bank"), "Bank account", "bank account|iban|bic|bank details|qr code|wire|account number"],
    [
      paths.schoolPageSettings(),
      "Public page",
      "public page|enrollment form|registration form|online enrollment|website form|embed|iframe|school page|lead form|consent",
    ],
    [
      paths.customFields(),
      "Custom fields",
      "custom field|extra fields|own fields|additional fields|shirt size|photo permission",
    ],
  ]),
  ...listed("setting", "Rules", "school:settings", [
    [
      rules("policies"),
      "Absences and make-up lessons",
      "cancellation policy|cancelation policy|cancellation|policy|policies|notice period|make-up policy|makeup policy|make-up rules|make-up credits expire|credit expiration|24 hour rule|late cancellation|make up",
    ],
    [
      rules("outcomes"),
      "Attendance rules",
      "attendance rule|no show|no-show fee|charged when absent|teacher paid when absent|missed lesson|outcomes|what is charged",
    ],
    [
      rules("attendance"),
      "Recording attendance",
      "lock attendance|attendance lock|missing attendance|attendance reminder|deadline for attendance",
    ],
    [
      rules("reminders"),
      "Lesson reminders",
      "lesson reminder|reminder email|remind families|tomorrow|reminders",
    ],
    [
      paths.attendanceStatuses(),
      "Attendance statuses",
      "status|own statuses|late|excused|present|custom attendance|attendance codes",
    ],
    [
      rules("instruments"),
      "Instruments and levels",
      "instrument list|instruments|subjects|levels|grades|add instrument",
    ],
    [paths.skillList(), "Skills", "skill|curriculum|syllabus|progress levels|goals|repertoire"],
    [paths.ruleTrials(), "Try rules on a past term", "simulate|what if|rule trial|compare rules|test policy"],
  ]),
  ...listed("setting", "Prices", "invoice:read", [
    [
      paths.prices(),
      "Prices",
      "price|pricing|rates|lesson prices|lesson rate|fees|price list|rate card|how much",
    ],
    [
      prices("tuition"),
      "Monthly tuition",
      "tuition|monthly fee|flat rate|flat tuition|monthly price|per month",
    ],
    [prices("trials"), "Trial lessons", "free trial|trial price|price of trial lessons"],
    [prices("tax"), "Tax", "tax|vat|gst|sales tax|tax rate|hst|iva|taxes"],
    [prices("late-fee"), "Late fee", "late fee|penalty|interest|overdue fee|late charge|late payment"],
    [
      paths.discounts(),
      "Discounts",
      "discount|sibling discount|coupon|scholarship|reduction|family discount|promo|promo code|bursary",
    ],
    [
      paths.priceChanges(),
      "Price changes",
      "price increase|raise prices|raise rates|rate increase|increase prices|price change|new prices",
    ],
    [
      paths.packageOffers(),
      "Packages",
      "package|lesson package|bundle|punch card|lesson card|block of lessons|prepaid",
    ],
    [paths.materials(), "Materials", "material|books|products|merchandise|stock|inventory|sheet music|shop"],
  ]),
  ...listed("page", "Financial", "invoice:read", [
    [paths.billing(), "Invoices", "invoice|billing|bills|all invoices|financial|money|unpaid invoices"],
    [
      paths.unbilled(),
      "Ready to invoice",
      "unbilled|to bill|bill now|monthly invoicing|bulk invoicing|batch invoices|charges|send all invoices|monthly billing|create invoices",
    ],
    [paths.invoiceRuns(), "Invoice runs", "invoice run|batches|past runs"],
    [
      paths.manageBilling(),
      "Family balances",
      "balances|who owes|debt|debtors|outstanding|owing|accounts receivable|unpaid|owed",
    ],
    [
      paths.billing({ status: "overdue" }),
      "Overdue invoices",
      "overdue|late payers|unpaid|past due|arrears|dunning",
    ],
    [
      paths.reminders(),
      "Reminders",
      "payment reminder|dunning letter|overdue reminder|chase payment|remind to pay",
    ],
    [paths.reminderSchedule(), "Automatic reminders", "automatic reminder|reminder schedule|overdue emails"],
    [
      paths.automaticInvoices(),
      "Automatic invoices",
      "auto invoice|recurring invoice|automatic billing|schedule invoices|auto billing",
    ],
    [
      paths.automaticPayments(),
      "Automatic payments",
      "autopay|auto pay|direct debit|saved card|recurring payment|subscription payments|auto-pay|mandate",
    ],
    [
      paths.bankTransfers(),
      "Bank transfers",
      "bank transfer|bank statement|bank file|bank import|reconcile|reconciliation|camt|mt940|ofx|match payments|wire transfer",
    ],
    [
      paths.paymentPlans(),
      "Payment plans",
      "payment plan|installment|installments|pay in parts|instalment|split payment",
    ],
    [paths.packages(), "Packages sold", "sold packages|package balance|lessons left|unused lessons"],
    [paths.hires(), "Instrument rentals", "rental|rent|hire|lend|loan|instrument rental|rented instruments"],
    [
      paths.moneyHistory(),
      "Billing history",
      "payments|payment history|payments received|transactions|receipts|refunds|refund|credit notes|write off|write-off|ledger|checks received",
    ],
    [paths.expenses(), "Expenses", "expense|cost|costs|spending|rent|purchases|bills to pay"],
    [paths.expenseCategories(), "Expense categories", "expense category|categories|chart of accounts"],
    [
      paths.monthSheet(),
      "Month end",
      "month end|bookkeeping|accountant|accounting|close month|closing|profit and loss|income|revenue|p&l|financial report",
    ],
    [
      paths.monthFiles(),
      "Files for your accountant",
      "xero|accountant files|accounting export|journal|export invoices|bookkeeper|export payments",
    ],
  ]),
  ...listed("page", "Students", "student:read", [
    [paths.students(), "Students", "student|pupil|pupils|people|roster|contacts|list of students"],
    [
      paths.inquiries(),
      "Inquiries",
      "inquiry|inquiries|leads|lead|prospects|new families|requests for lessons|sources|pipeline",
    ],
    [paths.families(), "Families", "family|guardian|parents|guardians|households|payers|customers|clients"],
    [
      paths.portalAccess(),
      "Portal access",
      "portal|invite families|family login|portal login|invite parents|parent portal|student login|who can log in",
    ],
    [
      paths.duplicates(),
      "Possible duplicates",
      "duplicate|merge|duplicates|merge students|merge families|double entries|twice",
    ],
    [
      paths.returnedEmails(),
      "Returned emails",
      "bounce|bounced email|returned email|undeliverable|email problem|blocked address",
    ],
    [
      paths.emergencySheet(),
      "Emergency sheet",
      "emergency|emergency contact|emergency contacts|allergy|allergies|medical|medical notes",
    ],
  ]),
  ...listed("page", "Classes", "class:read", [
    [
      paths.classes(),
      "Classes",
      "class|course|group|lessons|ensemble|choir|band|waiting list|waitlist|enrollment|capacity|enrolment",
    ],
    [
      paths.nextTerm(),
      "Next term",
      "roll over|rollover|next term|re-enrollment|renewal|continue next year|reenroll|next semester|new term|next year",
    ],
    [paths.endedClasses(), "Ended classes", "ended|archive|past classes|old classes|archived"],
    [
      paths.occasions(),
      "Events",
      "event|recital|concert|exam|performance|festival|field trip|camp|workshop|masterclass|program",
    ],
  ]),
  ...listed("page", "Schedule", "schedule:read", [
    [paths.schedule(), "Schedule", "calendar|timetable|week|diary|planner|agenda|lessons this week"],
    [paths.simpleSchedule(), "Simple list", "day list|list of lessons|today|lessons today|day sheet"],
    [paths.doorSheet(), "Door sheets", "door sheet|room sheet|sign on the door|print schedule|print"],
    [
      paths.strandedLessons(),
      "Lessons to settle",
      "to settle|stranded|unsettled lessons|lessons without a day|rebook",
    ],
  ]),
  ...listed("page", "Attendance", "attendance:read", [
    [
      paths.attendance(),
      "Attendance",
      "attendance|register|registers|roll call|absences of students|missing attendance|take attendance|mark attendance|no-shows|absent|presence",
    ],
    [paths.attendanceDay(), "Whole-day attendance", "whole day|attendance of a day|all lessons today"],
    [
      paths.corrections(),
      "Attendance corrections",
      "correction|unlock attendance|locked|change locked attendance",
    ],
    [paths.freedTimes(), "Freed times", "freed time|free spots|canceled times|open spots|last minute"],
    [paths.swaps(), "Lesson swaps", "swap|swaps|exchange lessons|trade times|swap lessons"],
  ]),
  ...listed(
    "page",
    "Teachers",
    "teacher:read",
    [
      [paths.teachers(), "Teachers", "teacher|staff|instructor|instructors|tutors|faculty|coaches|employees"],
      [
        paths.absences(),
        "Absences",
        "time off|substitute|sub|sick|sick leave|vacation of teachers|leave|cover|cover teacher|substitution|teacher absence|teacher ill|ill|day off",
      ],
      [
        paths.pay(),
        "Teacher pay",
        "payroll|payslip|payslips|wages|salary|pay rates|teacher pay rate|compensation|commission|pay teachers|contractor|hourly rate",
      ],
      [paths.extraWork(), "Extra work", "extra work|extra hours|overtime|meetings|mileage"],
    ],
    { ofSchools: true },
  ),
  ...listed("page", "Reports", "analytics:read", [
    [
      paths.analytics(),
      "Analytics",
      "analytics|report|reports|statistics|dashboard figures|metrics|kpi|numbers|retention|growth",
    ],
    [
      paths.teachingFigures(),
      "Analytics, lessons",
      "lesson statistics|hours taught|utilization|attendance rate|teaching hours",
    ],
    [
      paths.moneyFigures(),
      "Analytics, money",
      "revenue report|income report|sales|margin|profit|turnover|revenue",
    ],
    [
      paths.figuresAhead(),
      "Analytics, looking ahead",
      "forecast|projection|cash flow|budget|looking ahead|expected income",
    ],
  ]),
  ...listed("page", "Messages", "message:all", [
    [paths.messages(), "Messages", "message|inbox|chat|conversations|mail|emails sent|sent mail"],
  ]),
  ...listed("setting", "Team and data", "school:administer", [
    [
      paths.administration(),
      "Administration",
      "lock|members|transfer ownership|lock login|owner|admin|administrators",
    ],
    [paths.auditLog(), "Activity", "audit log|activity log|history|who changed|log|changes"],
    [
      paths.schoolData(),
      "Import and export",
      "import|data|backup|export|migrate|migration|download data|tasks",
    ],
    [
      paths.schoolExport(),
      "Export everything",
      "export everything|download everything|backup|full export|zip|gdpr export",
    ],
    [paths.recentlyDeleted(), "Recently deleted", "trash|bin|undelete|restore|deleted|recycle bin|recover"],
    [paths.supportAccess(), "Support access", "allow support|support access|let support in"],
    [
      `${paths.schoolData()}#end`,
      "Delete school",
      "delete school|close account|delete account|delete everything|close school",
    ],
  ]),
  ...listed(
    "setting",
    "Team and data",
    "team:manage",
    [
      [
        paths.team(),
        "Team",
        "permission|permissions|users|user|user roles|roles|rights|access rights|staff login|secretary|bookkeeper login|front desk|office staff|colleagues",
      ],
    ],
    { ofSchools: true },
  ),
  ...listed("setting", "Plan", "subscription:pay", [
    [
      paths.subscriptionSettings(),
      "Subscription",
      "subscription|plan|my plan|our plan|billing of tutti|cancel subscription|downgrade|change plan|switch plan|yearly|usage|limits",
    ],
    [
      `${paths.subscriptionSettings()}#receipts`,
      "Receipts of your plan",
      "receipts for tutti|our receipts|tutti invoice",
    ],
    [paths.billingAddress(), "Billing address", "billing address|company address|address on receipts"],
  ]),
  ...listed("setting", "You", "preferences:own", [
    [paths.profile(), "Your profile", "profile|my account|my name|account"],
    [
      `${paths.profile()}#change-password`,
      "Password",
      "password|change password|login|new password|security",
    ],
    [
      `${paths.profile()}#second-factor`,
      "Two-factor login",
      "two factor|2fa|two-step|authenticator|mfa|two-factor|second factor",
    ],
    [`${paths.profile()}#photo`, "Your photo", "photo|picture|avatar"],
    [
      `${paths.profile()}#devices`,
      "Where you’re logged in",
      "devices|log out everywhere|sessions|other devices",
    ],
    [
      rules("mail"),
      "Email notifications",
      "notification|notifications|email settings|unsubscribe|emails|turn off emails|push|push notifications|notify me|phone notifications",
    ],
  ]),
  ...listed("act", "Students", "student:write", [
    [
      paths.newStudent(),
      "New student",
      "add student|new student|add pupil|create student|enroll a student|new pupil|sign up a student",
    ],
  ]),
  ...listed("act", "Students", "roster:import", [
    [
      paths.imports(),
      "Import a roster",
      "import students|import roster|csv|excel|spreadsheet|upload students|my music staff|jackrabbit|teachworks|import from",
    ],
  ]),
  ...listed("act", "Classes", "class:write", [
    [
      paths.newClass(),
      "New class",
      "add class|new class|add lesson|new course|create class|weekly lesson|new group",
    ],
    [paths.newOccasion(), "New event", "new event|add recital|new recital|add event|new concert|add concert"],
  ]),
  ...listed("act", "Schedule", "schedule:write", [
    [
      paths.newSession(),
      "One-time lesson",
      "single lesson|one-off lesson|one time lesson|extra lesson|new lesson|plan a lesson|schedule a lesson|add lesson",
    ],
    [
      paths.cancelLesson(),
      "Cancel a lesson",
      "cancel lesson|call off|student ill|student sick|cancel a lesson|cancel",
    ],
    [
      paths.trialLesson(),
      "Book a trial lesson",
      "trial|trial lesson|intro lesson|book trial|first lesson|taster",
    ],
    [
      paths.findTime(),
      "Find a time",
      "find a time|free time|open times|availability|free slot|reschedule|move a lesson|when is free",
    ],
  ]),
  ...listed("act", "Schedule", "school:settings", [
    [
      `${paths.schoolSettings({ edit: "closures" })}#closures`,
      "Add a closure",
      "holiday|add holiday|close a day|add closure|close school",
    ],
  ]),
  ...listed("act", "Financial", "invoice:issue", [
    [
      paths.newInvoice(),
      "New invoice",
      "new invoice|create invoice|bill a family|write invoice|add charge|charge a family",
    ],
    [paths.sellMaterial(), "Sell a material", "sell book|sell material|sell strings|sell"],
    [paths.sellPackage(), "Sell a package", "sell package|sell lessons|sell a bundle"],
    [paths.newHire(), "Rent out an instrument", "rent out|lend instrument|new rental|hire out"],
  ]),
  ...listed("act", "Financial", "payment:record", [
    [
      paths.takePayment(),
      "Take payment",
      "take payment|record payment|payment received|cash|check|cheque|paid|enter payment|zelle|venmo",
    ],
    [paths.newExpense(), "Add an expense", "add expense|new expense|add receipt|record expense"],
  ]),
  ...listed(
    "act",
    "Teachers",
    "teacher:write",
    [
      [
        paths.newTeacher(),
        "New teacher",
        "add teacher|invite teacher|new teacher|hire a teacher|add instructor",
      ],
    ],
    { ofSchools: true },
  ),
  ...listed("act", "Messages", "message:all", [
    [
      paths.newMessage(),
      "New message",
      "write message|send email|email all|announcement|newsletter|write to everyone|mass email|message all|contact families|bulk email",
    ],
  ]),
  ...listed(
    "act",
    "Team and data",
    "team:manage",
    [
      [
        paths.newTeamMember(),
        "Invite a team member",
        "invite|add user|add staff|new user|add admin|invite staff|new administrator|add secretary",
      ],
    ],
    { ofSchools: true },
  ),
]
