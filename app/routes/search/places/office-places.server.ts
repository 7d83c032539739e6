import { paths } from "~/utils/paths"
import { listed, type Place } from "./place.server"
import {
  attendanceEmails,
  attendanceLock,
  autoInvoices,
  bankAccount,
  closuresAhead,
  creditExpiry,
  creditLimit,
  currentTerm,
  freedTimes,
  instruments,
  invoicesDue,
  lateAbsences,
  lateFee,
  lessonReminders,
  lessonSwaps,
  nextInvoice,
  noticePeriod,
  openingHours,
  partPayments,
  paymentReminders,
  payPalAccount,
  regionAndCurrency,
  roomBuffer,
  rooms,
  schoolAddress,
  sites,
  taxRates,
  teacherPrices,
  trialPrice,
  tuition,
  writtenFormats,
} from "./setting-values.server"

// The office's screens, settings and acts.

const school = (part: string) => `${paths.schoolSettings()}#${part}`
const rules = (part: string) => `${paths.preferences()}#${part}`
const prices = (part: string) => `${paths.prices()}#${part}`

export const officePlaces: readonly Place[] = [
  ...listed("setting", "School", "school:settings", [
    [
      school("identity"),
      "School name and address",
      "school details|name|address|phone|contact details|rename school|letterhead|company name|website|organization|organisation|business name|studio name|phone number|email of the school",
      schoolAddress,
    ],
    [
      school("region"),
      "Currency and time zone",
      "currency|time zone|country|region|locale|euro|dollar|timezone|time zones|clock|daylight saving",
      regionAndCurrency,
    ],
    [
      school("formats"),
      "Formats",
      "date format|number format|week starts|24 hour clock|decimal|first day of week|paper size|start of week|week start|american dates|12 hour clock|am pm|military time",
      writtenFormats,
    ],
    [school("opening"), "Opening hours", "opening hours|business hours|open days|hours", openingHours],
    [
      school("rooms"),
      "Rooms",
      "room|studio|classroom|location|studios|capacity of rooms|add a room|room capacity|studio rooms|practice rooms",
      rooms,
    ],
    [school("sites"), "Sites", "site|branch|location|campus|second location|buildings|travel time", sites],
    [
      school("room-buffers"),
      "Time between lessons in a room",
      "buffer|gap|break between lessons|cleaning",
      roomBuffer,
    ],
    [
      school("closures"),
      "Closures",
      "holidays|vacation|break|closed|day off|closing|snow day|winter break|school calendar|bank holidays|christmas|thanksgiving|summer break|spring break|inclement weather|bad weather|weather closure|closed days|easter|blackout dates|days off|no lessons",
      closuresAhead,
    ],
    [paths.publicHolidays(), "Public holidays", "public holiday|bank holiday|national holidays"],
    [
      school("terms"),
      "Terms",
      "term|semester|terms|trimester|quarter|session dates|season|academic year",
      currentTerm,
    ],
    [
      school("invoicing"),
      "Invoices",
      "invoice number|invoice numbering|due date|days until due|payment terms|payment instructions|tax number|vat number|invoice settings|net 30",
      invoicesDue,
    ],
    [
      school("invoicing"),
      "Next invoice number",
      "next invoice number|number of the next invoice|start invoice numbers at|invoice prefix|invoice sequence|invoice number format",
      nextInvoice,
    ],
    [
      school("invoicing"),
      "Part payments",
      "part payment|partial payment|pay part of an invoice|pay less than the invoice|partial payments",
      partPayments,
    ],
    [
      school("stripe"),
      "Card payments",
      "stripe|card|credit card|debit card|card payment|pay by card|apple pay|google pay|payment provider|payment methods|accept cards|accept credit cards|take cards|merchant account",
    ],
    [school("payee"), "PayPal", "paypal|online payment|pay online|how families pay", payPalAccount],
    [
      school("bank"),
      "Bank account",
      "bank account|iban|bic|bank details|qr code|wire|account number",
      bankAccount,
    ],
    [
      paths.schoolPageSettings(),
      "Public page",
      "public page|enrollment form|registration form|online enrollment|website form|embed|iframe|school page|lead form",
    ],
    [
      paths.customFields(),
      "Custom fields",
      "custom field|extra fields|own fields|additional fields|shirt size|photo permission|consent|photo consent|questions|intake form|extra information|t-shirt size|birthday field|tags",
    ],
  ]),
  ...listed("setting", "Rules", "school:settings", [
    [
      paths.policies(),
      "Policies",
      "all policies|all rules|house rules|presets|preset|flexible|firm|what families read|school rules|handbook|family handbook|policy pdf",
    ],
    [
      rules("policies"),
      "Absences and make-up lessons",
      "cancellation policy|cancelation policy|cancellation|policy|policies|notice period|make-up policy|makeup policy|make-up rules|24 hour rule|absence notice|sick policy|attendance policy|studio policy|terms and conditions of lessons|late cancellation|make up",
      noticePeriod,
    ],
    [
      rules("policies"),
      "Make-up credits expire",
      "make-up credits expire|make-up expiration|credit expiration|credits expire|expiry of credits|expiration of make-ups|how long are credits good|expire",
      creditExpiry,
    ],
    [
      rules("policies"),
      "Make-up credit limit",
      "credit limit|make-up limit|how many make-ups|maximum make-ups|limit of make-up lessons",
      creditLimit,
    ],
    [
      rules("policies"),
      "Late absences",
      "late absence|late notice|last minute absence|absence reported late|free late cancellations",
      lateAbsences,
    ],
    [
      rules("outcomes"),
      "Attendance rules",
      "attendance rule|no show|no-show fee|charged when absent|teacher paid when absent|missed lesson|outcomes|what is charged|cancellation fee|charge for missed lessons|charge no-shows|fee for missed lessons|pay teacher for no show",
    ],
    [
      rules("attendance"),
      "Recording attendance",
      "lock attendance|attendance lock|attendance is locked|locking|missing attendance|deadline for attendance",
      attendanceLock,
    ],
    [
      rules("attendance"),
      "Emails about missing attendance",
      "attendance reminder|remind teachers|missing attendance email|teachers forget attendance|nag teachers",
      attendanceEmails,
    ],
    [
      rules("reminders"),
      "Lesson reminders",
      "lesson reminder|reminder email|remind families|tomorrow|reminders",
      lessonReminders,
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
      instruments,
    ],
    [
      paths.skillList(),
      "Skills",
      "skill|curriculum|syllabus|progress levels|goals|repertoire|skills tracking|progress|belts|grades and levels|practice goals",
    ],
    [paths.ruleTrials(), "Try rules on a past term", "simulate|what if|rule trial|compare rules|test policy"],
  ]),
  ...listed(
    "setting",
    "Rules",
    "school:settings",
    [
      [
        rules("teachers"),
        "Teachers and prices",
        "teachers see prices|hide prices from teachers|what teachers see|teachers and money",
        teacherPrices,
      ],
    ],
    { only: "school" },
  ),
  ...listed("setting", "Prices", "school:settings", [
    [
      paths.prices(),
      "Prices",
      "price|pricing|rates|lesson prices|lesson rate|fees|price list|rate card|how much",
    ],
    [
      prices("tuition"),
      "Monthly tuition",
      "tuition|monthly fee|flat rate|flat tuition|monthly price|per month|prorate|proration|prorated tuition|pro rata|semester billing|partial month|five-week month|first month",
      tuition,
    ],
    [prices("trials"), "Trial lessons", "free trial|trial price|price of trial lessons", trialPrice],
    [prices("tax"), "Tax", "tax|vat|gst|sales tax|tax rate|hst|iva|taxes", taxRates],
    [
      prices("late-fee"),
      "Late fee",
      "late fee|penalty|interest|overdue fee|late charge|late payment|late payment fee|fee for late payment|penalties",
      lateFee,
    ],
    [
      paths.discounts(),
      "Discounts",
      "discount|sibling discount|coupon|scholarship|reduction|family discount|promo|promo code|bursary|discount code|multi-lesson discount|military discount|percent off|free month|referral discount",
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
    [
      paths.materials(),
      "Materials",
      "material|books|products|merchandise|stock|inventory|sheet music|shop|store|book sales|sell books|retail|products for sale",
    ],
  ]),
  ...listed("page", "Financial", "invoice:read", [
    [
      paths.billing(),
      "Invoices",
      "invoice|billing|bills|all invoices|financial|money|unpaid invoices|void invoice|delete an invoice|edit invoice|correct an invoice|cancel an invoice|change due date of an invoice|invoice pdf|resend invoice",
    ],
    [
      paths.unbilled(),
      "Ready to invoice",
      "unbilled|to bill|bill now|monthly invoicing|bulk invoicing|batch invoices|charges|send all invoices|monthly billing|create invoices|send invoices|send bills|bill families|invoice families|generate invoices|run invoices|waive a fee|waive a late fee",
    ],
    [paths.invoiceRuns(), "Invoice runs", "invoice run|batches|past runs"],
    [
      paths.manageBilling(),
      "Family balances",
      "balances|who owes|debt|debtors|outstanding|owing|accounts receivable|unpaid|owed|who owes me money|families that owe|who hasn’t paid|who did not pay|account statement|send statements|account credit|credit a family|prepaid balance",
    ],
    [
      paths.billing({ status: "overdue" }),
      "Overdue invoices",
      "overdue|late payers|unpaid|past due|arrears|dunning|overdue payments",
    ],
    [
      paths.paymentPlans(),
      "Payment plans",
      "payment plan|installment|installments|pay in parts|instalment|split payment|pay over time|monthly installments",
    ],
    [paths.packages(), "Packages sold", "sold packages|package balance|lessons left|unused lessons"],
    [
      paths.hires(),
      "Instrument rentals",
      "rental|rent|hire|lend|loan|instrument rental|rented instruments|piano rental|violin rental|rent instruments|loan instrument|instrument inventory",
    ],
    [
      paths.moneyHistory(),
      "Billing history",
      "payments|payment history|payments received|transactions|receipts|refunds|refund|credit notes|write off|write-off|ledger|checks received|undo a payment|delete a payment|reverse payment|chargeback|dispute|bounced check|nsf|returned check|wrong payment|credit memo|find a payment",
    ],
    [paths.expenses(), "Expenses", "expense|cost|costs|spending|rent|purchases|bills to pay"],
    [
      paths.monthSheet(),
      "Month end",
      "month end|bookkeeping|accountant|accounting|close month|closing|profit and loss|income|revenue|p&l|financial report|how much money did we make|money we made|earnings|yearly taxes|taxes for the year|tax report|tax return|year end|financial reports|income report",
    ],
    [
      paths.monthBalances(),
      "Balances",
      "balances at a day|balance of each family at month end|opening balances|receivables at year end|accounts receivable aging",
    ],
    [
      paths.monthFiles(),
      "Files for your accountant",
      "xero|accountant files|accounting export|journal|export invoices|bookkeeper|export payments",
    ],
  ]),
  ...listed("page", "Students", "student:read", [
    [
      paths.students(),
      "Students",
      "student|pupil|pupils|people|roster|contacts|list of students|delete student|remove a student|delete a student|archive a student|pause a student|former students|inactive students|birthday list|age of students|student notes|dropouts|unenroll|student status|bulk edit students",
    ],
    [
      paths.inquiries(),
      "Inquiries",
      "inquiry|inquiries|leads|lead|prospects|interested families|new families|requests for lessons|sources|pipeline",
    ],
    [
      paths.families(),
      "Families",
      "family|guardian|parents|guardians|households|payers|customers|clients|family notes|remove a parent|divorced parents|two households|who pays|split families",
    ],
    [
      paths.returnedEmails(),
      "Returned emails",
      "bounce|bounced email|returned email|undeliverable|email problem|blocked address",
    ],
    [
      paths.emergencySheet(),
      "Emergency sheet",
      "emergency|emergency contact|emergency contacts|allergy|allergies|medical|medical notes|medical info|health information|epipen",
    ],
  ]),
  ...listed("page", "Classes", "class:read", [
    [
      paths.classes(),
      "Classes",
      "class|course|group|lessons|ensemble|choir|band|waiting list|waitlist|enrollment|capacity|enrolment|copy a class|change teacher of a class|switch teacher|change lesson time|class size|unenroll from a class|class roster|who is in a class|full classes|weekly times|change weekly time|swap weekly times|swap students",
    ],
    [
      paths.nextTerm(),
      "Next term",
      "roll over|rollover|next term|re-enrollment|renewal|continue next year|reenroll|next semester|new term|next year|roll over classes|new school year|copy classes to next term|renew|end of term|continue classes",
    ],
    [paths.endedClasses(), "Ended classes", "ended|archive|past classes|old classes|archived"],
    [
      paths.occasions(),
      "Events",
      "event|recital|concert|exam|performance|festival|field trip|camp|workshop|masterclass|program|tickets|summer camp|exam results|open house|audition|competition|rehearsal|group event",
    ],
  ]),
  ...listed("page", "Schedule", "schedule:read", [
    [
      paths.schedule(),
      "Schedule",
      "calendar|timetable|week|diary|planner|agenda|lessons this week|room schedule|conflicts|double booking|double bookings|overlap|teacher calendar|availability of rooms|month view|see all lessons",
    ],
    [
      paths.simpleSchedule(),
      "Simple list",
      "day list|list of lessons|today|lessons today|day sheet|day schedule",
    ],
    [
      paths.doorSheet(),
      "Door sheets",
      "door sheet|room sheet|sign on the door|print schedule|print|sign-in sheet|print attendance|print day|sign in sheet|print the week",
    ],
  ]),
  ...listed("page", "Attendance", "attendance:read", [
    [
      paths.attendance(),
      "Attendance",
      "attendance|register|registers|roll call|absences of students|missing attendance|take attendance|mark attendance|no-shows|absent|presence|attendance report|attendance history|attendance records|attendance backlog|attendance not taken",
    ],
    [
      paths.corrections(),
      "Attendance corrections",
      "correction|unlock attendance|locked|change locked attendance",
    ],
    [
      paths.freedTimes(),
      "Freed times",
      "freed time|free spots|canceled times|open spots|last minute",
      freedTimes,
    ],
    [paths.swaps(), "Lesson swaps", "swap|swaps|exchange lessons|trade times|swap lessons", lessonSwaps],
  ]),
  ...listed(
    "page",
    "Teachers",
    "teacher:read",
    [
      [
        paths.teachers(),
        "Teachers",
        "teacher|staff|instructor|instructors|tutors|faculty|coaches|employees|teacher left|teacher quits|fire a teacher|deactivate a teacher|delete teacher|remove a teacher|teacher availability|teacher hours|teacher schedule|teacher contract|teacher leaves|assign students to a teacher",
      ],
      [
        paths.pay(),
        "Teacher pay",
        "payroll|payslip|payslips|wages|salary|pay rates|teacher pay rate|compensation|commission|pay teachers|contractor|hourly rate|payroll export|teacher wages|export payroll|paycheck|pay run|pay period|how much do i pay teachers",
      ],
      [
        paths.extraWork(),
        "Extra work",
        "extra work|extra hours|overtime|meetings|mileage|timesheet|time sheets|time clock|clock in|hours worked|admin hours|travel costs",
      ],
    ],
    { only: "school" },
  ),
  ...listed("page", "Reports", "analytics:read", [
    [
      paths.analytics(),
      "Analytics",
      "analytics|report|reports|statistics|dashboard figures|metrics|kpi|numbers|retention|growth|churn|dropout rate|conversion|conversion rate|new students per month|student count|how many students do i have",
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
  ...listed("page", "Financial", "invoice:issue", [
    [
      paths.reminders(),
      "Reminders",
      "payment reminder|dunning letter|overdue reminder|chase payment|remind to pay",
    ],
    [
      paths.reminderSchedule(),
      "Automatic reminders",
      "automatic reminder|reminder schedule|overdue emails|reminder text|reminder template|email template|edit reminder email|remind before due",
      paymentReminders,
    ],
    [
      paths.automaticInvoices(),
      "Automatic invoices",
      "auto invoice|recurring invoice|automatic billing|schedule invoices|auto billing",
      autoInvoices,
    ],
    [
      paths.automaticPayments(),
      "Automatic payments",
      "autopay|auto pay|direct debit|saved card|recurring payment|subscription payments|auto-pay|mandate|auto charge|charge automatically|charge cards|card on file|stored cards|save card",
    ],
  ]),
  ...listed("page", "Financial", "bank:import", [
    [
      paths.bankTransfers(),
      "Bank transfers",
      "bank transfer|bank statement|bank file|bank import|reconcile|reconciliation|camt|mt940|ofx|match payments|wire transfer",
    ],
  ]),
  ...listed("page", "Financial", "payment:record", [
    [paths.expenseCategories(), "Expense categories", "expense category|categories|chart of accounts"],
  ]),
  ...listed("page", "Students", "invitation:send", [
    [
      paths.portalAccess(),
      "Portal access",
      "portal|invite families|family login|portal login|invite parents|parent portal|student login|who can log in|parent can’t log in|parent can not log in|reset parent password|resend invitation|invitation link|family accounts|give parents access",
    ],
  ]),
  ...listed("page", "Students", "student:write", [
    [
      paths.duplicates(),
      "Possible duplicates",
      "duplicate|merge|duplicates|merge students|merge families|double entries|twice|same student twice|double students",
    ],
  ]),
  ...listed("page", "Schedule", "schedule:write", [
    [
      paths.strandedLessons(),
      "Lessons to settle",
      "to settle|stranded|unsettled lessons|lessons without a day|rebook",
    ],
  ]),
  ...listed("page", "Attendance", "register:take", [
    [paths.attendanceDay(), "Whole-day attendance", "whole day|attendance of a day|all lessons today"],
  ]),
  ...listed("page", "Teachers", "schedule:write", [
    [
      paths.absences(),
      "Absences",
      "time off|substitute|sub|sick|sick leave|vacation of teachers|leave|cover|cover teacher|substitution|teacher absence|teacher ill|ill|day off|find a substitute|teacher sick|teacher absent|teacher vacation|teacher time off|leave of absence|replace a teacher|approve time off",
    ],
  ]),
  ...listed("page", "Overview", "dashboard:read", [
    [paths.dashboard(), "Dashboard", "dashboard|home|overview|start page|main page|to do|what to do today"],
  ]),
  ...listed("page", "Overview", "school:settings", [
    [
      paths.gettingStarted(),
      "Getting Started",
      "getting started|set up|setup|onboarding|first steps|checklist|start guide|how to start",
    ],
  ]),
  ...listed("page", "Overview", "task:read", [
    [paths.tasks(), "Tasks", "tasks|background tasks|progress of an import|running tasks|jobs"],
  ]),
  ...listed("setting", "Team and data", "school:administer", [
    [
      paths.administration(),
      "Administration",
      "lock|members|transfer ownership|lock login|owner|admin|administrators",
    ],
    [
      paths.auditLog(),
      "Activity",
      "audit log|activity log|history|who changed|log|changes|who deleted|undo a change|history of changes|who did that|track changes",
    ],
    [
      paths.schoolData(),
      "Import and export",
      "import|data|backup|export|migrate|migration|download data|tasks|import data|move my data|export csv|export to excel",
    ],
    [
      paths.schoolExport(),
      "Export everything",
      "export everything|download everything|backup|full export|zip|gdpr export|gdpr|export all data|all my data|data protection|portability",
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
        "permission|permissions|users|user|user roles|roles|rights|access rights|staff login|secretary|bookkeeper login|front desk|office staff|colleagues|receptionist|admin rights|administrator rights|accountant access|hr|give access|front office|who can see what|employees of the office",
      ],
    ],
    { only: "school" },
  ),
  ...listed("setting", "Plan", "subscription:pay", [
    [
      paths.subscriptionSettings(),
      "Subscription",
      "subscription|plan|my plan|our plan|billing of tutti|downgrade|change plan|switch plan|yearly|usage|limits|change credit card|update payment method|payment method for tutti|trial period of tutti|pricing|renewal of tutti|invoice from tutti",
    ],
    [
      `${paths.subscriptionSettings()}#receipts`,
      "Receipts of your plan",
      "receipts for tutti|tutti invoice|my invoice from tutti|invoices from tutti|subscription receipt",
    ],
    [
      paths.selectPlan({ upgrade: "true" }),
      "Upgrade",
      "upgrade|bigger plan|more students|more teachers|add teachers to plan|plan is full|student limit|teacher limit|pricing of tutti",
    ],
    [
      paths.endSubscription(),
      "Cancel subscription",
      "cancel subscription|cancel plan|stop subscription|cancel tutti|end subscription|cancel membership|quit tutti",
    ],
    [paths.billingAddress(), "Billing address", "billing address|company address|address on receipts"],
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
      "import students|import roster|csv|excel|spreadsheet|upload students|my music staff|jackrabbit|teachworks|import from|import from opus1|opus1|import families|upload roster|upload a spreadsheet|switch from another program",
    ],
  ]),
  ...listed("act", "Classes", "class:write", [
    [
      paths.newClass(),
      "New class",
      "add class|new class|add lesson|new course|create class|weekly lesson|new group|private lesson|recurring lesson|weekly lessons|standing lesson|group class|start lessons|schedule lessons|repeat lesson",
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
      "cancel lesson|call off|student ill|student sick|cancel a lesson|cancel|cancel all lessons today|delete a lesson",
    ],
    [
      paths.trialLesson(),
      "Book a trial lesson",
      "trial|trial lesson|intro lesson|book trial|first lesson|taster|evaluation lesson|demo lesson|sample lesson|assessment lesson",
    ],
    [
      paths.findTime(),
      "Find a time",
      "find a time|free time|open times|availability|free slot|reschedule|move a lesson|when is free|change lesson time|reschedule lesson|swap lesson time|open slots|next available",
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
      "new invoice|create invoice|bill a family|write invoice|add charge|charge a family|send a bill|registration fee|enrollment fee|one-time charge|extra charge|additional fee|materials fee|recital fee|one-time fee",
    ],
    [
      paths.sellMaterial(),
      "Sell a material",
      "sell book|sell material|sell strings|sell|sell a book|sell t-shirts",
    ],
    [paths.sellPackage(), "Sell a package", "sell package|sell lessons|sell a bundle"],
    [paths.newHire(), "Rent out an instrument", "rent out|lend instrument|new rental|hire out"],
  ]),
  ...listed("act", "Financial", "payment:record", [
    [
      paths.takePayment(),
      "Take payment",
      "take payment|record payment|payment received|cash|check|cheque|paid|enter payment|zelle|venmo|mark as paid|mark invoice paid|deposit|prepayment|down payment|zelle payment|advance payment",
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
    { only: "school" },
  ),
  ...listed("act", "Messages", "message:all", [
    [
      paths.newMessage(),
      "New message",
      "write message|send email|email all|announcement|newsletter|write to everyone|mass email|message all|contact families|bulk email|email parents|email a class|email families|mass message|bulk message|group message|broadcast|notify everyone|email everybody",
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
    { only: "school" },
  ),
]
