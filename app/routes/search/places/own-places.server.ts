import { paths } from "~/utils/paths"
import { listed, type Place } from "./place.server"

// What everyone sets for themselves, what a teacher has in an area of their own, and a family's pages.

const profile = (part: string) => `${paths.profile()}#${part}`
const emails = (part: string) => `${paths.preferences()}#${part}`
const teaching = (part: string) => `${paths.teacherSettings()}#${part}`
const contacts = (part: string) => `${paths.studentSettings()}#${part}`

const everyone: readonly Place[] = [
  ...listed("setting", "You", "preferences:own", [
    [
      paths.profile(),
      "Your profile",
      "profile|my account|my name|account|my phone|change my name|my details",
    ],
    [
      profile("change-password"),
      "Password",
      "password|change password|change my password|login|new password|security|reset password|forgot password",
    ],
    [
      profile("second-factor"),
      "Two-factor login",
      "two factor|2fa|two-step|authenticator|mfa|two-factor|second factor|recovery codes",
    ],
    [profile("photo"), "Your photo", "photo|picture|avatar|profile picture|my picture"],
    [
      profile("devices"),
      "Where you’re logged in",
      "devices|log out everywhere|sessions|other devices|logged in|sign out everywhere|stolen phone",
    ],
    [
      emails("mail"),
      "Email notifications",
      "notification|notifications|email settings|unsubscribe|emails|turn off emails|stop emails|too many emails|notify me|turn off reminders|email preferences|push|push notifications",
    ],
    [
      emails("push"),
      "Notifications on your devices",
      "push notifications|phone notifications|notifications on my phone|browser notifications|alerts",
    ],
    [emails("light"), "Data saver", "data saver|slow connection|slow internet|save data|mobile data"],
  ]),
  ...listed(
    "setting",
    "You",
    "preferences:own",
    [
      [
        profile("login-email"),
        "Login email",
        "login email|change my email|my email address|new email address|user name|email i log in with",
      ],
    ],
    { only: "email" },
  ),
  ...listed("act", "You", "preferences:own", [
    [
      paths.addSchool(),
      "Add a school",
      "add school|another school|second school|new school|own school|start a school|register a school",
    ],
  ]),
  ...listed("page", "Messages", "message:read", [
    [
      paths.messages(),
      "Messages",
      "message|inbox|chat|conversations|mail|emails sent|sent mail|unread|answers",
    ],
  ]),
  ...listed("page", "Help", "preferences:own", [
    [
      paths.help(),
      "Help",
      "help|manual|articles|how to|guide|faq|documentation|tutorial|instructions|questions",
    ],
    [
      paths.support(),
      "Support",
      "support|contact|contact support|ask a question|talk to a person|phone number of tutti|chat with tutti|report a problem|bug|complaint|feature request|call tutti",
    ],
  ]),
]

const teacher: readonly Place[] = [
  ...listed(
    "page",
    "Teaching",
    "teaching:read",
    [
      [
        paths.teacherHome(),
        "Today",
        "today|home|my day|attendance|take attendance|mark attendance|roll call|register|lesson notes|notes of a lesson|missing attendance|my lessons|next lesson|homework|assign practice|practice|practice assignments|feedback|write feedback|present|absent",
      ],
      [
        paths.teacherSchedule(),
        "My schedule",
        "schedule|my schedule|calendar|timetable|week|my week|agenda|cancel a lesson|cancel lesson|move a lesson|reschedule|planner|when do i teach",
      ],
      [
        `${paths.teacherSchedule({ view: "time-off" })}#ask`,
        "Request time off",
        "time off|vacation|holiday|sick|sick leave|i’m sick|i am sick|i am ill|ill|leave|day off|days off|request time off|ask for time off|substitute|sub|cover|absence",
      ],
      [paths.teacherOccasions(), "My events", "event|recital|concert|exam|performance|my events|program"],
      [
        paths.teacherClasses(),
        "My classes",
        "class|classes|my classes|groups|ensemble|choir|orchestra|attendance sheet|class list",
      ],
      [
        paths.teacherStudents(),
        "My students",
        "student|students|pupils|my students|student notes|notes on a student|notes of students|skills|progress|progress report|reports|student progress|parents|contact a parent|phone number of a parent|birthdays",
      ],
      [
        paths.ownEmergencySheet(),
        "Emergency sheet for my students",
        "emergency|emergency contacts|allergy|allergies|medical|medical notes|emergency sheet",
      ],
      [
        paths.teacherAnalytics(),
        "Hours and pay",
        "hours|my hours|hours taught|teaching hours taught|pay|my pay|payslip|payslips|salary|wages|earnings|payroll|how much do i earn|income|my rate|pay rate|when do i get paid|statistics|analytics|invoice the school",
      ],
      [
        paths.ownExtraWork(),
        "Extra work",
        "extra work|extra hours|overtime|meetings|mileage|expenses|travel costs|log hours|enter hours",
      ],
    ],
    { only: "teacher" },
  ),
  ...listed("page", "Teaching", "teaching:read", [
    [
      paths.teacherResources(),
      "Resources",
      "resource|resources|files|sheet music|library|videos|recordings|links|materials for students|handouts|pdf",
    ],
  ]),
  ...listed("act", "Teaching", "teaching:write", [
    [
      paths.newResource(),
      "Add a file or link",
      "add file|upload|upload a file|share a file|add resource|new resource|add link|upload sheet music|upload recording|share sheet music",
    ],
  ]),
  ...listed("setting", "Teaching", "teaching:read", [
    [
      paths.teacherSettings(),
      "Teaching settings",
      "teaching settings|about me|my bio|biography|my instruments|instruments i teach|video link|zoom link",
    ],
    [
      teaching("hours"),
      "Teaching hours",
      "availability|teaching hours|when i can teach|available times|my availability|working hours|change my hours|set hours|open hours",
    ],
    [
      teaching("calendar"),
      "Calendar feed",
      "calendar feed|google calendar|ical|ics|outlook|apple calendar|subscribe to calendar|sync calendar|calendar sync|my phone’s calendar",
    ],
  ]),
  ...listed(
    "act",
    "Messages",
    "message:read",
    [
      [
        paths.newMessage(),
        "New message",
        "new message|write message|send message|send email|email a parent|write to a family|message a parent|message parents|contact the office|write to the office",
      ],
    ],
    { only: "teacher" },
  ),
]

const family: readonly Place[] = [
  ...listed("page", "Family", "portal:read", [
    [
      paths.studentHome(),
      "Home",
      "home|dashboard|overview|next lesson|today|practice assignments|homework|what to practice|assignments|start page",
    ],
    [
      paths.studentSchedule(),
      "Schedule",
      "schedule|lesson|lessons|calendar|timetable|when is my lesson|next lesson|cancel a lesson|cancel lesson|cancel|absence|absent|report an absence|sick|ill|my child is sick|can’t come|cannot come|miss a lesson|reschedule|move a lesson|change a lesson|video link|zoom|vacation|holiday|late",
    ],
    [
      paths.familyCredits(),
      "Make-up credits",
      "make-up credits|make-up|makeup|makeup credits|credit|credits|missed lesson|how many make-ups|absences|attendance",
    ],
    [
      paths.studentFreedTimes(),
      "Free lesson times",
      "free times|free lesson times|open times|free spots|extra lesson|another time|last minute",
    ],
    [
      paths.studentSwaps(),
      "Lesson swaps",
      "swap|swaps|swap lessons|exchange|trade times|change times with another family",
    ],
    [
      paths.studentOccasions(),
      "School events",
      "event|events|recital|concert|exam|performance|sign up for a recital|program|tickets",
    ],
    [paths.studentPlaces(), "Waiting lists", "waiting list|waitlist|spot|class is full|offer of a spot"],
    [
      paths.studentNextTerm(),
      "Next term",
      "next term|re-enroll|re-enrollment|enroll again|continue lessons|next semester|next year|confirm next term|stop lessons|quit|leave the school|withdraw",
    ],
    [
      paths.studentProgress(),
      "Progress",
      "progress|practice|practice log|log practice|practice time|practicing|pieces|skills|levels|repertoire|goals|streak|minutes practiced",
    ],
    [
      paths.studentFeedback(),
      "Feedback",
      "feedback|lesson notes|notes|notes from the teacher|teacher’s notes|comments|how did the lesson go|what did we do",
    ],
    [
      paths.studentReports(),
      "Reports",
      "report|reports|progress report|report card|grades|certificate|exam results|evaluation",
    ],
    [
      paths.studentResources(),
      "Resources",
      "resource|resources|files|sheet music|videos|recordings|links|handouts|downloads|materials|pdf",
    ],
  ]),
  ...listed("act", "Family", "portal:read", [
    [
      paths.studentMakeUp(),
      "Book a make-up lesson",
      "book make-up|make-up lesson|make up lesson|makeup lesson|book a make-up|book a lesson|use a credit|use credit|book",
    ],
  ]),
  ...listed(
    "page",
    "Family",
    "portal:read",
    [
      [
        paths.studentInvoices(),
        "Invoices",
        "invoice|invoices|bill|bills|pay|pay an invoice|pay now|payment|payments|balance|how much do i owe|what do i owe|owe|credit card|paypal|pay by card|fees|tuition|price|receipt|receipts|refund|account credit|overdue|installments|payment plan|pay in parts|package|lessons left",
      ],
      [
        paths.studentAutoPayment(),
        "Automatic payment",
        "automatic payment|autopay|auto pay|auto-pay|saved card|change my card|new card|recurring payment|stop automatic payment|direct debit",
      ],
      [
        paths.studentStatement(),
        "Your statement",
        "statement|account statement|payment history|tax statement|tax deduction|childcare tax|yearly statement|what did i pay|history of payments|everything i paid",
      ],
    ],
    { only: "money" },
  ),
  ...listed("setting", "You", "portal:read", [
    [
      paths.studentSettings(),
      "Contacts and calendar",
      "contact details|my address|my phone number|phone|address|change address|change phone number|moved|new address|emergency contact|child login|login for my child|my child’s login|my data|download my data|gdpr|privacy|custom answers|allergies",
    ],
    [
      paths.familyPolicies(),
      "Policies",
      "policies|policy|rules|school rules|cancellation policy|notice period|make-up policy|late fee|terms",
    ],
    [
      contacts("calendar"),
      "Calendar feed",
      "calendar feed|google calendar|ical|ics|outlook|apple calendar|subscribe to calendar|sync calendar|calendar sync|add to my calendar|my phone’s calendar",
    ],
  ]),
  ...listed("act", "Messages", "portal:read", [
    [
      paths.newMessage(),
      "New message",
      "new message|write message|send message|send email|contact the school|contact the teacher|write to the teacher|message the teacher|ask the teacher|call the school|email the school|office",
    ],
  ]),
]

/** What isn't the office's: each is found by who has its permission. */
export const ownPlaces: readonly Place[] = [...everyone, ...teacher, ...family]
