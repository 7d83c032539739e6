// What a column may hold where the app names the same choices. Without drizzle, so that the browser may read them too.

export const studentStatuses = ["lead", "trial", "active", "paused", "former"] as const
/** What a stranger asks for, and how far the office is with them. Once they are a student, that student's status says it. */
export const inquiryPurposes = ["lessons", "class", "trial"] as const
export const inquiryStates = ["new", "contacted", "lost"] as const
/** What a form of the public page is for; with `any` visitors say it. */
export const formPurposes = ["any", "lessons", "class", "trial", "waiting", "camp"] as const
/** Whom a form asks about. */
export const formAudiences = ["any", "child", "self"] as const
/** What families agree to, whether each adult or someone for each student does, and what the public form does with it. */
export const consentKinds = ["policy", "photo", "data", "medical", "other"] as const
export const consentOf = ["adult", "student"] as const
export const consentAsks = ["no", "ask", "must"] as const
/** Of whom a school requires a document, and what the office said of one: what was handed in waits. */
export const proofAudiences = ["teacher", "student"] as const
export const proofStates = ["asked", "valid", "declined"] as const
/** Whether families change a fact of theirs, and what became of a change that waits for the office. */
export const ownDataRuleKeys = ["off", "approve", "at_once"] as const
/** A leave with or without a last day, or the end of lessons that a family asks for. */
export const leaveKinds = ["leave", "end"] as const
export const leaveStates = ["asked", "approved", "declined", "withdrawn", "undone"] as const
/** Why a reader reports a message. */
export const reportReasons = ["insult", "threat", "sexual", "spam", "other"] as const
export const dataChangeStates = ["asked", "approved", "declined", "withdrawn"] as const
export const fieldNouns = ["student", "guardian", "family", "teacher", "class"] as const
export const fieldKinds = ["text", "number", "date", "choice", "yes_no"] as const
export const fieldAudiences = ["office", "teachers", "family"] as const
export const planKeys = ["soloTeacher", "standard", "professional"] as const
export const planIntervals = ["monthly", "yearly"] as const
export const leavingReasons = [
  "price",
  "features",
  "too-hard",
  "other-product",
  "closing",
  "season",
  "other",
] as const
/** A refund of what a school paid us. */
export const refundStates = ["asked", "held", "done", "refused", "failed"] as const
export const classKinds = ["private", "group", "ensemble", "trial"] as const
/** What the school holds beside its lessons. */
export const occasionKinds = ["recital", "exam", "excursion", "other"] as const
export const billingModes = ["per_session", "monthly", "package"] as const
export const creditExpiries = ["days", "term", "next_term"] as const
export const excuses = ["illness", "allowance"] as const
/** Whether families swap lesson times: not at all, among themselves, or once the office approves. */
/** In which time a student's lessons at open times are counted. */
export const openTimePeriods = ["week", "month"] as const
export const swapRules = ["off", "families", "office"] as const
/** When teachers are reminded of lessons without attendance: never, in the evening, or the next morning. */
export const attendanceReminders = ["off", "evening", "morning"] as const
/** Who is emailed about birthdays of students. */
export const birthdayReaders = ["off", "families", "teachers", "both"] as const
/** When what is said of a lesson, an assignment or a report is emailed to its family: at once, or gathered. */
export const lessonEmailTimes = ["never", "each", "day", "week"] as const

export const markCodes = ["present", "late", "absent", "excused", "cancelled"] as const
export const chargeSources = [
  "seat",
  "flat",
  "item",
  "correction",
  "package",
  "package_rest",
  "late_fee",
  "material",
  "hire",
] as const
export const discountKinds = ["sibling", "class", "family"] as const
export const discountTargets = ["all", "lessons", "tuition"] as const
export const tuitionBases = ["full", "days", "lessons", "count"] as const
export const trialPrices = ["free", "class"] as const
export const lateFeeKinds = ["none", "fixed", "percent"] as const
export const packageRests = ["forfeit", "credit", "account"] as const
/** How what is left of a gift voucher ends: paid back, or other income after it expired. */
export const voucherEnds = ["canceled", "income"] as const
export const packageBeyonds = ["charge", "wait"] as const
/** How a family's payers share its invoices, and what of them a payer can have. */
export const shareRules = ["percent", "amount", "category"] as const
export const payerParts = ["lessons", "hire", "materials", "other", "rest"] as const
/** What two families that are merged have on one account from then on. */
export const movedNouns = [
  "invoice",
  "credit_note",
  "write_off",
  "payment",
  "refund",
  "charge",
  "package",
  "payment_plan",
  "saved_method",
  "auto_charge",
  "opening_balance",
  "reminder_pause",
  "invoicing_hold",
] as const
/** In the order of lists: what is taken to the bank by hand, then what arrives there, then the platform's provider; `online` is what else a payer uses there. */
export const paymentMethods = [
  "cash",
  "check",
  "transfer",
  "debit",
  "card",
  "online",
  "zelle",
  "venmo",
  "paypal",
] as const
/** Through whom families pay online: first the platform's own, of which rows are that were made when there was no other. */
export const paymentProviders = ["paypal", "stripe"] as const
export const payRateKinds = ["per_session", "per_hour", "percent"] as const
export const payRhythms = ["month", "half_month", "two_weeks"] as const
/** Extra work that a teacher entered: not decided yet, paid, refused by the office, taken back by the teacher. */
export const enteredWorkStates = ["asked", "confirmed", "declined", "withdrawn"] as const
/** Locked attendance that a teacher asks to have corrected: not answered yet, corrected, refused, taken back by the teacher. */
export const correctionStates = ["asked", "approved", "declined", "withdrawn"] as const
export const payLineKinds = ["lesson", "extra", "correction"] as const
/** Why a payment was declined, as far as the payer's bank says so. */
export const declineReasons = [
  "no-funds",
  "expired",
  "unusable",
  "needs-payer",
  "bank-refused",
  "no-reason",
] as const
/** A saved account or card: asked for, in use, stopped after failed charges, over. */
export const savedMethodStates = ["asked", "active", "paused", "ended"] as const
/** Why a charge waits: the school held it, no email could announce it, or the provider refused it for a reason that isn’t the payer’s. */
export const holdKinds = ["office", "unannounced", "refused"] as const
/** A charge to it: announced, held back by the office, under way, taken, given up, no longer needed. */
export const autoChargeStates = ["announced", "held", "charging", "paid", "failed", "dropped"] as const
/** How far the installments of a payment plan are apart. */
export const planRhythms = ["week", "two_weeks", "month"] as const
/** What became of a family's request for a payment plan. */
export const planAnswers = ["accepted", "declined", "withdrawn"] as const
export const autoPeriods = ["past", "current"] as const
export const reminderStepKeys = ["before", "due", "overdue1", "overdue2", "overdue3"] as const
export const skillStateCodes = ["not_started", "introduced", "developing", "secure", "mastered"] as const
export const pieceStates = ["planned", "learning", "ready", "performed", "set_aside"] as const
/** What someone of the platform's staff does: each opens its own screens. */
export const staffRoles = ["support", "money", "operations"] as const
/** The roles to which a matter of the support desk is handed. */
export const handOverRoles = ["money", "operations"] as const
export const matterPriorities = ["urgent", "normal", "low"] as const
/** How far a new school's welcome has come: not seen yet, then the step that is next. */
export const welcomeSteps = ["new", "school", "hours", "records"] as const
/** What stays in the bin when it is deleted. */
export const deletedNouns = [
  "closure",
  "co-teaching",
  "draft-invoice",
  "enrollment",
  "expense",
  "guardian",
  "instrument",
  "occasion",
  "note",
  "own-price",
  "own-status",
  "piece",
  "practice",
  "report",
  "saved-filter",
  "student",
  "term",
] as const
/** What sample data is made of. */
export const sampleNouns = [
  "teacher",
  "family",
  "guardian",
  "student",
  "class",
  "schedule",
  "enrollment",
] as const

/** How a place in the line of a full class stands, or how it ended. */
export const waitingStates = ["waiting", "offered", "taken", "declined", "expired", "withdrawn"] as const

/** How an offer to someone who asked for lessons stands. Another one to them has replaced a `replaced` one. */
export const offerStates = ["open", "accepted", "declined", "expired", "withdrawn", "replaced"] as const

/** What became of a text message. "accepted" is the service's, before it leaves; withheld is one that must not leave. */
export const textStates = ["queued", "accepted", "sent", "delivered", "failed", "withheld"] as const
/** What became of a notification on one device. */
export const pushStates = ["queued", "sent", "failed", "withheld"] as const
/** The ways something is told, and what of it a person or a school chooses. */
export const notificationChannels = ["email", "text", "push"] as const
export const notificationChoices = ["now", "daily", "off"] as const
/** How an agreement to text messages ended: by the person, by a reply, or as the number was replaced. */
export const textConsentEnds = ["member", "office", "stop", "replaced"] as const
