import { fileOf, pagesIn } from "./address"

// What a person and a school set, and what a browser asks for beside its pages.

const inSettings = pagesIn("settings")
const ofYou = pagesIn("settings", "You")
const inSchool = pagesIn("settings", "School")
const ofRules = pagesIn("settings", "Policies")
const ofTeam = pagesIn("settings", "Team and data")
const ofPlan = pagesIn("settings", "Plan")
const inShell = pagesIn("shell")

export const settings = {
  profile: ofYou("/settings/profile", "profile.tsx", "people", {
    body: fileOf(5),
    setting: "Your profile",
    words: "profile|my account|my name|account|my phone|change my name|my details",
    parts: [
      {
        setting: "Password",
        at: "#change-password",
        words:
          "password|change password|change my password|login|new password|security|reset password|forgot password|lost password|i forgot my password",
      },
      {
        setting: "Two-factor login",
        at: "#second-factor",
        words:
          "two factor|2fa|two-step|authenticator|mfa|two-factor|second factor|recovery codes|authenticator app|authenticator",
      },
      {
        setting: "Your photo",
        at: "#photo",
        words: "photo|picture|avatar|profile picture|my picture",
      },
      {
        setting: "Where you’re logged in",
        at: "#devices",
        words:
          "devices|log out everywhere|sessions|other devices|logged in|log out|logout|log off|sign out|sign out everywhere|stolen phone",
      },
      {
        setting: "Login email",
        at: "#login-email",
        only: "email",
        words: "login email|change my email|my email address|new email address|user name|email i log in with",
      },
      {
        setting: "Your time zone",
        at: "#time-zone",
        for: "portal:read",
        words: "time zone|my time zone|timezone|another time zone|times in my time zone",
      },
      {
        setting: "Profile",
        for: "overview:read",
        words: "profile|password|two-factor|photo|my account|change password|2fa|name|devices",
      },
    ],
  }),
  settings: inSettings("/settings", "profile.tsx", "people"),
  schoolSettings: inSchool("/settings/school?edit", "school-settings.tsx", "school:settings", {
    body: fileOf(5),
    parts: [
      {
        setting: "Logo and color",
        at: "#logo",
        words:
          "logo|change logo|school logo|branding|brand|brand color|school color|our logo|house style|font|typeface|invoice logo",
      },
      {
        setting: "School name and address",
        at: "#identity",
        value: "schoolAddress",
        words:
          "school details|name|address|phone|contact details|rename school|letterhead|company name|website|organization|organisation|business name|studio name|phone number|email of the school|change school name|rebrand|mailing address|postal address|our address|school|my school|our school|about the school",
      },
      {
        setting: "Currency and time zone",
        at: "#region",
        value: "regionAndCurrency",
        words:
          "currency|time zone|country|region|locale|euro|dollar|timezone|time zones|clock|daylight saving|clocks change|clocks go back|clocks go forward|summer time|winter time",
      },
      {
        setting: "Formats",
        at: "#formats",
        value: "writtenFormats",
        words:
          "date format|number format|week starts|24 hour clock|decimal|first day of week|paper size|start of week|week start|american dates|12 hour clock|am pm|military time",
      },
      {
        setting: "Opening hours",
        at: "#opening",
        value: "openingHours",
        words: "opening hours|business hours|open days|hours|office hours",
      },
      {
        setting: "Rooms",
        at: "#rooms",
        value: "rooms",
        words:
          "room|studio|classroom|location|studios|capacity of rooms|add a room|room capacity|studio rooms|practice rooms|block a room|room out of use|close a room|rehearsal room|room hire|hire a room",
      },
      {
        setting: "Instruments and levels",
        at: "#instruments",
        value: "instruments",
        words:
          "instrument list|instruments|subjects|levels|grades|add instrument|violin|piano|guitar|drums|voice|cello|add an instrument|music theory|ukulele|saxophone|sax|saxofone|flute|clarinet|trumpet|trombone|viola|bass guitar|harp|accordion|harmonica|oboe|bassoon|french horn|mandolin|banjo",
      },
      {
        setting: "Sites",
        at: "#sites",
        value: "sites",
        words:
          "site|branch|location|campus|venue|second location|buildings|travel time|travel between buildings|two buildings|second building|drive between sites|parking|directions|map|new location|add a location|new site",
      },
      {
        setting: "Time between lessons in a room",
        at: "#room-buffers",
        value: "roomBuffer",
        words: "buffer|gap|break between lessons|cleaning",
      },
      {
        setting: "Closures",
        at: "#closures",
        value: "closuresAhead",
        words:
          "holidays|vacation|break|closed|day off|closing|snow day|winter break|school calendar|bank holidays|christmas|thanksgiving|summer break|spring break|inclement weather|bad weather|covid|pandemic|lockdown|weather closure|closed days|easter|blackout dates|days off|no lessons|half term|half-term|march break|fall break|reading week|inset day|inset days|pd day|pa day|teacher training day|school is closed|family day|strike day|closed for a day|day without lessons|closed on a day|no school|school closed monday|closed on monday|close the school|cancel whole day|cancel a whole day|cancel all lessons of a day|skip a week|week off|week without lessons",
      },
      {
        setting: "Terms",
        at: "#terms",
        value: "currentTerm",
        words:
          "term|semester|terms|trimester|quarter|session dates|season|academic year|school year|start of term|end of the term|half-year|spring term|autumn term|summer term|fall term|winter term|fall semester|new term dates|last day of term|last day of school|year calendar|school calendar",
      },
      {
        setting: "Invoices",
        at: "#invoicing",
        value: "invoicesDue",
        words:
          "invoice number|invoice numbering|due date|days until due|payment terms|payment instructions|tax number|vat number|tax id|vat id|invoice settings|net 30|mistake in an invoice|wrong invoice|unpaid|invoice template|invoice layout|invoice footer|invoice design",
      },
      {
        setting: "E-invoices",
        at: "#invoicing",
        value: "eInvoices",
        words:
          "e-invoice|e-invoices|einvoice|electronic invoice|zugferd|factur-x|facturx|en 16931|e-rechnung",
      },
      {
        setting: "Next invoice number",
        at: "#invoicing",
        value: "nextInvoice",
        words:
          "next invoice number|number of the next invoice|start invoice numbers at|invoice prefix|invoice sequence|invoice number format",
      },
      {
        setting: "Part payments",
        at: "#invoicing",
        value: "partPayments",
        words:
          "part payment|partial payment|pay part of an invoice|pay less than the invoice|partial payments",
      },
      {
        setting: "Card payments",
        at: "#stripe",
        words:
          "stripe|card|credit card|debit card|ach|sepa|bank debit|direct debit by stripe|card payment|pay by card|apple pay|google pay|payment provider|payment methods|accept cards|accept credit cards|take cards|merchant account|connect stripe|set up stripe|card terminal",
      },
      {
        setting: "Text messages",
        at: "#texts",
        words:
          "sms|text message|text messages|texts|texting|twilio|send texts|text reminders|sms reminders|text parents|text families|text message service|phone texts|sms gateway",
      },
      {
        setting: "PayPal",
        at: "#payee",
        value: "payeeAccount",
        words: "paypal|online payment|pay online|how families pay|set up paypal|connect paypal",
      },
      {
        setting: "Bank account",
        at: "#bank",
        value: "bankAccount",
        words:
          "bank account|iban|bic|bank details|qr code|wire|account number|sort code|bsb|routing number|transit number|where families transfer money",
      },
      {
        act: "Add a closure",
        at: "?edit=closures#closures",
        in: "Schedule",
        words:
          "holiday|add holiday|close a day|add closure|close school|school is closed today|we are closed today|school closed today",
      },
    ],
  }),
  policies: ofRules("/settings/policies?compare&edit&on&step", "policies.tsx", "school:settings", {
    setting: "Policies",
    words:
      "all policies|all rules|house rules|presets|preset|flexible|firm|what families read|school rules|handbook|family handbook|policy pdf",
    parts: [
      {
        setting: "Absences and make-up lessons",
        at: "#notice",
        value: "noticePeriod",
        words:
          "cancellation policy|cancelation policy|cancellation|policy|policies|notice period|make-up policy|makeup policy|make-up rules|24 hour rule|absence notice|sick policy|attendance policy|studio policy|terms and conditions of lessons|late cancellation|make up",
      },
      {
        setting: "Make-up credits expire",
        at: "#credits",
        value: "creditExpiry",
        words:
          "make-up credits expire|make-up expiration|credit expiration|credits expire|expiry of credits|expiration of make-ups|how long are credits good|expire|credits run out|run out|use by date of credits|credit validity",
      },
      {
        setting: "Make-up credit limit",
        at: "#credits",
        value: "creditLimit",
        words: "credit limit|make-up limit|how many make-ups|maximum make-ups|limit of make-up lessons",
      },
      {
        setting: "Late absences",
        at: "#notice",
        value: "lateAbsences",
        words: "late absence|late notice|last minute absence|absence reported late|free late cancellations",
      },
      {
        setting: "Attendance rules",
        at: "#outcomes",
        words:
          "attendance rule|no show|no-show fee|late arrival|student comes late|charged when absent|teacher paid when absent|missed lesson|outcomes|what is charged|cancellation fee|charge for missed lessons|charge no-shows|fee for missed lessons|pay teacher for no show|tardy|tardiness",
      },
      {
        setting: "Recording attendance",
        at: "#locking",
        value: "attendanceLock",
        words:
          "lock attendance|attendance lock|attendance is locked|locking|missing attendance|deadline for attendance|lock registers|lock the register|close registers|attendance deadline",
      },
      {
        setting: "Emails about missing attendance",
        at: "#locking",
        value: "attendanceEmails",
        words:
          "attendance reminder|remind teachers|missing attendance email|teachers forget attendance|nag teachers",
      },
      {
        setting: "Lesson reminders",
        at: "#lesson-reminders",
        value: "lessonReminders",
        words:
          "lesson reminder|reminder email|remind families|tomorrow|reminders|email parents the day before|remind parents|day before reminder|reminder the day before",
      },
      {
        setting: "Lesson notes by email",
        at: "#lesson-emails",
        value: "lessonEmails",
        words:
          "email lesson notes|lesson notes by email|send notes to parents|email parents notes|practice email|weekly summary|daily summary|digest|email assignments|email reports|lesson summary",
      },
      {
        setting: "Teachers and prices",
        at: "#teacher-prices",
        only: "school",
        value: "teacherPrices",
        words:
          "teachers see prices|hide prices from teachers|what teachers see|teachers and money|who can see prices|can teachers see prices",
      },
      {
        setting: "Open times",
        at: "#open-times",
        value: "openTimes",
        words:
          "open times|open slots|self-booking|families book lessons|online booking|let families book|book more lessons|extra lessons|booking|bookings",
      },
      {
        setting: "Leave and leaving",
        at: "#leave",
        words:
          "leave of absence|holding fee|hold a spot|notice to quit|leave requests|ask for a leave|termination notice|stop lessons notice|vacation hold fee",
      },
      {
        setting: "Monthly tuition",
        at: "#tuition",
        value: "tuition",
        words:
          "tuition|monthly fee|flat rate|flat tuition|monthly price|per month|prorate|proration|prorated tuition|pro rata|semester billing|partial month|five-week month|first month",
      },
      {
        setting: "Trial lessons",
        at: "#trials",
        value: "trialPrice",
        words: "free trial|trial price|price of trial lessons|trial class|trial students",
      },
      {
        setting: "Tax",
        at: "#tax",
        value: "taxRates",
        words:
          "tax|vat|gst|sales tax|tax rate|hst|iva|taxes|pst|qst|charge tax|collect tax|tax number for lessons",
      },
      {
        setting: "Late fee",
        at: "#late-fee",
        value: "lateFee",
        words:
          "late fee|penalty|interest|overdue fee|late charge|late payment|late payment fee|fee for late payment|penalties|fine|fines|penalty",
      },
    ],
  }),
  openTimeRules: ofRules("/settings/policies/open-times?teacher", "open-times.tsx", "school:settings", {
    setting: "Open times by teacher",
    words:
      "open times of teachers|which teachers families book|booking rules of a teacher|self-booking by teacher|how many lessons families book",
  }),
  schoolEmails: ofRules("/settings/emails?edit", "school-emails.tsx", "school:settings", {
    setting: "Emails and notifications",
    words:
      "school emails|default notifications|notification defaults|what families are told|what people are told|emails of the school|which emails are sent",
    parts: [
      {
        setting: "Texts of emails",
        at: "#letters",
        words:
          "email template|email templates|templates|merge fields|change the text of emails|wording|customize emails|email text|subject line|email footer|footer of emails|email signature|welcome email|change the welcome email",
      },
      {
        setting: "Times of reminders",
        at: "#reminder-times",
        words:
          "birthday email|birthday emails|happy birthday|when reminders are sent|reminder time|days before a lesson|lesson reminder hour|lead time of reminders|attendance reminder time",
      },
      {
        setting: "Quiet hours",
        at: "#told-hours",
        words: "quiet hours|night|do not disturb|daily email|digest|no emails at night|daily summary email",
      },
    ],
  }),
  letterWording: inSettings("/settings/emails/:letterKey", "letter-wording.tsx", "school:settings"),
  policiesPdf: ofRules("/settings/policies.pdf", "policies-pdf.ts", "school:settings"),
  preferences: ofYou("/settings/preferences", "preferences.tsx", "preferences:own", {
    parts: [
      {
        setting: "My notifications",
        at: "#mail",
        words:
          "notification|notifications|email settings|unsubscribe|emails|turn off emails|stop emails|too many emails|notify me|turn off reminders|email preferences|push|push notifications|weekly email|weekly summary|daily summary|digest",
      },
      {
        setting: "My text messages",
        at: "#own-texts",
        words: "sms|text message|text messages|texts|texting|get texts|stop texts|my mobile number",
      },
      {
        setting: "My quiet hours and daily email",
        at: "#told-hours",
        words: "my quiet hours|once a day|daily digest|one email a day|daily email|no emails at night",
      },
      {
        setting: "Notifications on your devices",
        at: "#push",
        words:
          "push notifications|phone notifications|notifications on my phone|browser notifications|alerts",
      },
      {
        setting: "Data saver",
        at: "#light",
        words: "data saver|slow connection|slow internet|save data|mobile data",
      },
    ],
  }),
  administration: ofTeam("/settings/admin?q&who&page", "administration.tsx", "school:administer", {
    setting: "Administration",
    words:
      "lock|members|transfer ownership|lock login|owner|admin|administrators|lock a user|lock out|block a user|change owner|new owner|hand over the school|sell my school",
  }),
  auditLog: ofTeam("/settings/admin/log?*", "audit-log.tsx", "school:administer", {
    setting: "Activity",
    words:
      "audit log|activity log|history|who changed|log|changes|who deleted|undo a change|history of changes|who did that|track changes|who did what|who did it",
  }),
  auditLogFile: inSettings("/settings/admin/log.csv?*", "audit-log-file.ts", "school:administer"),
  schoolData: ofTeam("/settings/admin/data", "school-data.tsx", "school:administer", {
    setting: "Import and export",
    words:
      "import|data|backup|export|migrate|migration|download data|tasks|import data|move my data|export csv|export to excel|export students|export families|export lessons|export invoices|export payments|back up my data|back up",
    parts: [
      {
        setting: "Delete school",
        at: "#end",
        words: "delete school|close account|delete account|delete everything|close school",
      },
    ],
  }),
  recentlyDeleted: ofTeam("/settings/admin/deleted?page", "recently-deleted.tsx", "school:administer", {
    setting: "Recently deleted",
    words:
      "trash|bin|undelete|restore|deleted|recycle bin|recover|undo delete|restore deleted student|deleted by mistake|undo|i deleted something|get back",
  }),
  supportAccess: ofTeam("/settings/admin/support", "support-access.tsx", "school:administer", {
    setting: "Support access",
    words: "allow support|support access|let support in",
  }),
  schoolExport: ofTeam("/settings/admin/export", "school-export.tsx", "school:administer", {
    unpaid: true,
    setting: "Export everything",
    words:
      "export everything|download everything|backup|full export|zip|gdpr export|gdpr|export all data|all my data|data protection|portability|subject access request|right of access|data request|data subject request|dsar",
  }),
  schoolExportFile: inSettings("/settings/admin/export.zip", "school-export-file.ts", "school:administer", {
    unpaid: true,
  }),
  subscriptionSettings: ofPlan("/settings/subscription?:page", "subscription.tsx", "subscription:pay", {
    setting: "Subscription",
    words:
      "subscription|plan|my plan|our plan|billing of tutti|downgrade|change plan|switch plan|yearly|usage|limits|change credit card|update payment method|payment method for tutti|trial period of tutti|pricing|renewal of tutti|invoice from tutti|change card|update card|new credit card",
    parts: [
      {
        setting: "Receipts of your plan",
        at: "#receipts",
        words:
          "receipts for tutti|tutti invoice|my invoice from tutti|invoices from tutti|subscription receipt",
      },
    ],
  }),
  adminSubscription: inSettings("/dashboard/admin/subscription", "subscription.tsx", "subscription:pay"),
  endSubscription: ofPlan("/settings/subscription/end", "subscription-end.tsx", "subscription:pay", {
    setting: "Cancel subscription",
    words:
      "cancel subscription|cancel plan|stop subscription|cancel tutti|end subscription|cancel membership|quit tutti|cancel my account|stop paying for tutti|leave tutti",
  }),
  billingAddress: ofPlan("/settings/subscription/address", "billing-address.tsx", "subscription:pay", {
    setting: "Billing address",
    words:
      "billing address|company address|address on receipts|vat on my subscription|tax on my subscription|vat id for tutti|company name on receipts",
  }),
  platformReceiptPdf: inSettings(
    "/settings/subscription/receipts/:receiptId/pdf",
    "platform-receipt-pdf.ts",
    "subscription:pay",
  ),
  platformReceipt: inSettings(
    "/settings/subscription/receipts/:receiptId",
    "platform-receipt.tsx",
    "subscription:pay",
  ),
  publicHolidays: inSchool(
    "/settings/holidays?country&region&year",
    "public-holidays.tsx",
    "school:settings",
    { setting: "Public holidays", words: "public holiday|bank holiday|national holidays" },
  ),
  /** The lessons of a closure: which are canceled, which move. */
  closureLessons: inSettings(
    "/settings/closures/:closureId?page&people&prefer",
    "closure-lessons.tsx",
    "school:settings",
  ),
  schoolPageSettings: inSchool("/settings/public-page", "public-page.tsx", "school:settings", {
    setting: "Public page",
    words:
      "public page|enrollment form|registration form|online enrollment|website form|embed|iframe|widget|website widget|html code|website code|school page|lead form|sign up form|signup form|enrol online|application form|link to sign up|registration page",
  }),
  enrollmentForms: inSchool("/settings/public-page/forms", "enrollment-forms.tsx", "school:settings", {
    setting: "Forms on the public page",
    words:
      "forms|form builder|intake form|trial form|waiting list form|camp form|embed a form|form fields|new form|web form|inquiry form|trial booking page|online booking of trials|deposit for enrollment|enrollment deposit",
  }),
  enrollmentForm: inSchool(
    "/settings/public-page/forms/:formId?campaign",
    "enrollment-form.tsx",
    "school:settings",
  ),
  ownDataRules: inSchool("/settings/family-changes", "family-changes.tsx", "school:settings", {
    setting: "Changes by families",
    words:
      "changes by families|self-service|self service|families update details|parents update details|approve changes|what families can change|change of address by families|parents edit",
  }),
  customFields: inSchool("/settings/fields?:for", "custom-fields.tsx", "school:settings", {
    setting: "Custom fields",
    words:
      "custom field|extra fields|own fields|additional fields|shirt size|questions|intake form|extra information|t-shirt size|birthday field|tags|pickup|pick-up person|authorized pickup|vaccination|vaccinations|immunization|health questions",
  }),
  consentSettings: ofRules(
    "/settings/consents?edit&from=policies|logins",
    "consents.tsx",
    "school:settings",
    {
      setting: "Consents",
      words:
        "consent|consents|agreement|agreements|studio policy document|photo permission|photo consent|photo release|media release|waiver|liability waiver|medical consent|medical release|privacy policy|gdpr consent|policy document|sign a policy|signature|coppa|handbook|terms and conditions|terms of service|agreement to sign",
    },
  ),
  proofKinds: ofRules("/settings/documents?edit", "proof-kinds.tsx", "school:settings", {
    setting: "Required documents",
    words:
      "required documents|background check|background checks|dbs check|insurance certificate|liability insurance|first aid certificate|working with children|document expiry|expiry dates|permission slip|compliance documents|documents|document|certificates of teachers",
  }),
  consentDocument: inSettings("/settings/consents/:documentId", "consent-document.tsx", "school:settings"),
  attendanceStatuses: ofRules("/settings/attendance-statuses", "attendance-statuses.tsx", "school:settings", {
    setting: "Attendance statuses",
    words:
      "status|own statuses|late|excused|present|custom attendance|attendance codes|sick note|doctor’s note|own attendance status",
  }),
  ruleTrials: ofRules("/settings/rule-trials", "rule-trials.tsx", "school:settings", {
    setting: "Try rules on a past term",
    words: "simulate|what if|rule trial|compare rules|test policy",
  }),
  ruleTrial: inSettings("/settings/rule-trials/:taskId?show&page", "rule-trial.tsx", "school:settings"),
  ruleTrialCsv: inSettings(
    "/settings/rule-trials/:taskId/absences.csv",
    "rule-trial-csv.ts",
    "school:settings",
  ),
  team: ofTeam("/settings/team", "team.tsx", "team:manage", {
    setting: "Team",
    only: "school",
    words:
      "permission|permissions|users|user|user roles|roles|rights|access rights|staff login|secretary|bookkeeper login|front desk|office staff|colleagues|receptionist|admin rights|administrator rights|accountant access|hr|give access|front office|who can see what|employees of the office|give my accountant access|login for the accountant|access for my assistant",
  }),
  newTeamMember: ofTeam("/settings/team/new?preset", "new-team-member.tsx", "team:manage", {
    act: "Invite a team member",
    only: "school",
    words: "invite|add user|add staff|new user|add admin|invite staff|new administrator|add secretary",
  }),
  teamMember: inSettings("/settings/team/:memberId", "team-member.tsx", "team:manage"),
  eraseMember: inSettings("/settings/team/:memberId/erase", "erase-member.tsx", "team:manage"),
  skillList: ofRules("/settings/skills?:instrument", "skills.tsx", "school:settings", {
    setting: "Skills",
    words:
      "skill|curriculum|syllabus|progress levels|goals|repertoire|skills tracking|progress|belts|grades and levels|practice goals|gradebook",
  }),
}

/** What a browser keeps to read without a connection, and what it sends without a page. */
export const offline = {
  offlinePages: inShell("/kept-pages.json", "offline-pages.ts", "pages:keep"),
  pushDevice: inSettings("/push-device", "push-device.ts", "preferences:own"),
  /** Puts back what someone has just deleted. */
  undoDeletion: inSettings("/undo-deletion", "undo-deletion.ts", "preferences:own"),
}
