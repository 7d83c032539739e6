import { schools } from "db/schema/accounts-schools"
import { members } from "db/schema/people"
import { beforeAll, expect, test } from "vitest"
import { own } from "~/models/foundation/access/own.server"
import { wholeRights } from "~/models/foundation/access/rights"
import type { FoundGroup } from "~/models/overview/search/search"
import { Browser } from "../../support/app"
import { openPayingFamily } from "../../support/family"
import { ownersWords } from "../../support/owners-words"
import { addMember, changeRows, openSchool } from "../../support/school"

// The words that an owner types, and the screen, setting, act or answer that comes first.

let office: Browser
let school: ReturnType<typeof openSchool>
beforeAll(async () => {
  school = openSchool()
  office = await Browser.of(school.userId)
})

async function groupsOf(browser: Browser, text: string): Promise<FoundGroup[]> {
  const answer = await browser.visit(`/search.json?q=${encodeURIComponent(text)}`)
  expect(answer.status, text).toBe(200)
  return await answer.json()
}

const first = async (text: string, browser = office) => {
  const [group] = await groupsOf(browser, text)
  return group?.note ? `${group.label}: ${group.found[0]?.title}` : (group?.found[0]?.title ?? "nothing")
}

const words: Record<string, string> = {
  "late fee": "Late fee",
  "late fees": "Late fee",
  tax: "Tax",
  taxes: "Tax",
  vat: "Tax",
  prices: "Price changes",
  "trial lesson": "Trial lessons",
  "trial lessons": "Trial lessons",
  "price increase": "Price changes",
  "raise prices": "Price changes",
  "sibling discount": "Discounts",
  coupon: "Discounts",
  scholarship: "Discounts",
  substitute: "Absences",
  substitutes: "Absences",
  sub: "Absences",
  "time off": "Absences",
  "sick leave": "Absences",
  swap: "Lesson swaps",
  "cancellation policy": "Absences and make-up lessons",
  "make-up policy": "Absences and make-up lessons",
  "notice period": "Absences and make-up lessons",
  "attendance rules": "Attendance rules",
  "no show": "Attendance rules",
  payroll: "Teacher pay",
  payslip: "Teacher pay",
  payslips: "Teacher pay",
  salary: "Teacher pay",
  "report card": "Students",
  "practice log": "Students",
  "zoom link": "Classes",
  "waiting list": "Classes",
  waitlist: "Classes",
  autopay: "Automatic payments",
  "auto pay": "Automatic payments",
  "payment plan": "Payment plans",
  installments: "Payment plans",
  xero: "Files for your accountant",
  accountant: "Month end",
  bookkeeping: "Month end",
  "month end": "Month end",
  holidays: "Closures",
  holiday: "Add a closure",
  "public holidays": "Public holidays",
  vacation: "Closures",
  "snow day": "Closures",
  terms: "Terms",
  semester: "Terms",
  refund: "Billing history",
  refunds: "Billing history",
  "bank transfer": "Bank transfers",
  "bank statement": "Bank transfers",
  reconcile: "Bank transfers",
  iban: "Bank account",
  "write off": "Billing history",
  permissions: "Team",
  users: "Team",
  "user roles": "Team",
  notifications: "My notifications",
  "google calendar": "Lessons in your own calendar",
  ical: "Lessons in your own calendar",
  outlook: "Lessons in your own calendar",
  duplicate: "Possible duplicates",
  merge: "Possible duplicates",
  duplicates: "Possible duplicates",
  emergency: "Emergency sheet",
  allergies: "Emergency sheet",
  "emergency contacts": "Emergency sheet",
  "invoice number": "Invoices",
  "due date": "Invoices",
  "delete school": "Delete school",
  "close account": "Delete school",
  expenses: "Expenses",
  expense: "Expenses",
  recital: "Events",
  recitals: "Events",
  concert: "Events",
  exam: "Events",
  rooms: "Rooms",
  room: "Rooms",
  sites: "Sites",
  password: "Password",
  "two factor": "Two-factor login",
  "2fa": "Two-factor login",
  currency: "Currency and time zone",
  "time zone": "Currency and time zone",
  "school name": "School name and address",
  "parent portal": "Portal access",
  "invite parents": "Portal access",
  overdue: "Overdue invoices",
  "unpaid invoices": "Invoices",
  unbilled: "Ready to invoice",
  "monthly invoicing": "Ready to invoice",
  "bill now": "Ready to invoice",
  "who owes": "Family balances",
  reminders: "Reminders",
  "automatic reminders": "Automatic reminders",
  "lesson reminder": "Lesson reminders",
  packages: "Packages",
  "punch card": "Packages",
  tuition: "Monthly tuition",
  "instrument rental": "Instrument rentals",
  rentals: "Instrument rentals",
  "take attendance": "Attendance",
  register: "Attendance",
  "roll over": "Next term",
  "next term": "Next term",
  import: "Import and export",
  "import students": "Import a roster",
  excel: "Import a roster",
  export: "Import and export",
  backup: "Import and export",
  "export everything": "Export everything",
  "export students": "Import and export",
  "send reminders": "Overdue invoices",
  "opening balance": "Family balances",
  trash: "Recently deleted",
  "audit log": "Activity",
  upgrade: "Upgrade",
  "my plan": "Subscription",
  forecast: "Analytics, looking ahead",
  statistics: "Analytics",
  reports: "Analytics",
  payments: "Billing history",
  "take payment": "Take payment",
  "record payment": "Take payment",
  cash: "Take payment",
  "new student": "New student",
  "add student": "New student",
  "new invoice": "New invoice",
  "cancel lesson": "Cancel a lesson",
  "free time": "Find a time",
  "reschedule a lesson": "Find a time",
  "send email": "New message",
  newsletter: "New message",
  skills: "Skills",
  "custom fields": "Custom fields",
  "door sheets": "Door sheets",
  "date format": "Formats",
  paypal: "PayPal",
  stripe: "Card payments",
  "credit card": "Card payments",
  teachers: "Teachers",
  instructors: "Teachers",
  families: "Families",
  parents: "Families",
  calendar: "Schedule",
  timetable: "Schedule",
  // A slip, and a plural with one.
  recitel: "Events",
  susbtitute: "Absences",
  "atendance rules": "Attendance rules",
  discuonts: "Discounts",
  calender: "Schedule",
  bookeeping: "Month end",
  studnets: "Students",
  "recieve payment": "Take payment",
  // Questions.
  "how do I add a teacher": "New teacher",
  "where do I see who owes me money": "Family balances",
  "who hasn’t paid": "Family balances",
  "how much money did we make": "Month end",
  "how do I change a price": "Price changes",
  "parent can’t log in": "Portal access",
  // Other words for what there is.
  "cancel subscription": "Cancel subscription",
  GDPR: "Export everything",
  "delete student": "Students",
  leads: "Inquiries",
  birthdays: "Students",
  "registration fee": "New invoice",
  "send invoices": "Ready to invoice",
  "void invoice": "Invoices",
  receipt: "Billing history",
  "mark as paid": "Take payment",
  "make-up credits expire": "Make-up credits expire",
  "partial payment": "Part payments",
  "next invoice number": "Next invoice number",
  prorate: "Monthly tuition",
  christmas: "Closures",
  "inclement weather": "Closures",
  "deactivate teacher": "Teachers",
  timesheet: "Extra work",
  "private lesson": "New class",
  "room schedule": "Schedule",
  churn: "Analytics",
  receptionist: "Team",
  timezone: "Currency and time zone",
  "my calendar feed": "Lessons in your own calendar",
  "report a bug": "Support",
  consent: "Consents",
  sms: "Text messages",
  "text messages": "Text messages",
  twilio: "Text messages",
  // What there isn't.
  whatsapp: "Not in Tutti: Text messages",
  "zoom integration": "Not in Tutti: Move or cancel a lesson",
  "e-signature": "Not in Tutti: Consents",
  contracts: "Teachers",
  surveys: "Not in Tutti: Fields of your own",
  "1099": "Not in Tutti: Pay teachers",
  "referral program": "Not in Tutti: Packages, materials, discounts, tax and late fees",
  donations: "Other income",
  surcharge: "Not in Tutti: Create and send an invoice",
  kiosk: "Not in Tutti: Take attendance",
  webhooks: "Not in Tutti: Export lists as CSV",
  ...Object.fromEntries(
    "dark mode|night mode|dark theme|keyboard shortcuts|shortcut keys|hotkeys|text size|font size|zoom out|high contrast"
      .split("|")
      .map((text) => [text, "Not in Tutti: Search help"]),
  ),
  quickbooks: "Not in Tutti: Close a month",
  klarna: "Not in Tutti: Let families pay by card",
  logo: "Logo and color",
}

test("a word that people have for it finds a screen, a setting or an act first", async () => {
  const wrong: string[] = []
  for (const [text, title] of Object.entries({ ...words, ...ownersWords })) {
    const found = await first(text)
    if (found !== title) wrong.push(`${text}: ${found}, not ${title}`)
  }
  expect(wrong).toEqual([])
  expect(Object.keys(words).length).toBeGreaterThan(106)
})

test("a family and a teacher find what they look for by their own words", async () => {
  const family = openPayingFamily()
  const teacher = await Browser.of(addMember(family.school, "teacher", "Marcus Whitfield").userId)
  const guardian = await Browser.of(family.guardian.userId)
  const found = async (browser: Browser, texts: string[]) => {
    const titles: (string | undefined)[] = []
    for (const text of texts) titles.push(await first(text, browser))
    return titles
  }
  expect(await found(guardian, ["time zone", "add a sibling", "school phone", "where is my school"])).toEqual(
    ["Your time zone", "Contacts and calendar", "New message", "New message"],
  )
  expect(await found(teacher, ["repertoire", "sick today", "no show", "running late"])).toEqual([
    "My students",
    "Request time off",
    "Today",
    "Today",
  ])
})

test("a family and a teacher find their own place first, and a teacher no help on what the office is paid", async () => {
  const family = openPayingFamily()
  const guardian = await Browser.of(family.guardian.userId)
  changeRows(schools, { id: family.school.school.id }, { takesLeaveRequests: true })
  for (const [text, title] of [
    ["leave the school", "Leave and ending lessons"],
    ["stop lessons", "Leave and ending lessons"],
    ["new phone number", "Contacts and calendar"],
    ["new adress", "Contacts and calendar"],
    ["when is the school closed", "Schedule"],
    ["sign up for another class", "New message"],
  ] as const)
    expect(await first(text, guardian), text).toBe(title)
  const teacher = await Browser.of(addMember(family.school, "teacher", "Marcus Whitfield").userId)
  expect(await first("my pay", teacher)).toBe("Hours and pay")
  const help = (await groupsOf(teacher, "my pay")).filter(({ label }) => label === "Help")
  expect(help.flatMap(({ found }) => found.map(({ title }) => title)).join()).not.toMatch(
    /plan|Pay an invoice/,
  )
})

test("who may not open a place doesn't find it", async () => {
  const { userId, memberId } = addMember(school.actor, "office", "Pat Quinn")
  changeRows(members, own(school.actor, members, memberId), { rights: wholeRights(["people"]).join(",") })
  const member = await Browser.of(userId)
  for (const text of ["late fee", "payroll", "delete school", "rooms"])
    expect(
      (await groupsOf(member, text)).filter(({ label }) => label !== "Help"),
      text,
    ).toEqual([])
  expect(await first("duplicates", member)).toBe("Possible duplicates")
})

test("help answers by the questions of its articles, and nothing is a dead end", async () => {
  const groups = await groupsOf(office, "how do I enroll a new student")
  expect(groups.at(-1)).toMatchObject({ label: "Help" })
  const page = await office.html("/search?q=fax+machine")
  expect(page).toContain("No results for")
  for (const way of ["Ask Support", "Search help", "Browse all pages"]) expect(page).toContain(way)
})
