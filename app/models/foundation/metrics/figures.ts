import { platformProvider } from "~/utils/payment-providers"
import { analyticsGlossary } from "./analytics-figures"
import { alone, count, type Metric, money } from "./metric"

// Every figure of the dashboards: what it is called, what it counts, and the list it opens. A figure equals what its list
// holds, which tests/routes/sweeps/figures.test.ts follows for each of them. Safe in the browser.

export type { Adds, Metric } from "./metric"

const countBy = (title: string, to: `/${string}`) => count(title, "How many there are of each now.", to)

export const glossary = {
  ...analyticsGlossary,
  "lessons-without-attendance": count(
    "Attendance to record",
    "Lessons that have ended without recorded attendance.",
    "/attendance",
  ),
  "lessons-to-settle": count(
    "Lessons to settle",
    "Lessons to come outside their teacher’s hours, in their leave, in a closure, in an archived room or without a teacher, except those kept with a reason.",
    "/schedule/to-settle",
  ),
  "own-lessons-without-attendance": alone(
    "count",
    "Attendance to record",
    "The teacher’s own lessons that have ended without recorded attendance.",
    "The lessons are listed below, oldest first.",
  ),
  "lessons-to-charge": count(
    "Attendance to record before invoicing",
    "Of these, lessons with a student who pays for each lesson.",
    "/attendance",
  ),
  "lessons-without-price": alone(
    "count",
    "Lessons without a price",
    "Attended lessons of students in a class that had no price.",
    "Their classes are listed below, each with a link to its price.",
  ),
  "ready-to-invoice": count(
    "Ready to invoice",
    "Charges that aren’t on an invoice yet.",
    "/billing/unbilled",
  ),
  "ready-to-invoice-amount": money(
    "Ready to invoice",
    "The sum of charges that aren’t on an invoice yet.",
    "/billing/unbilled",
    "amount",
  ),
  "absences-ahead": count("Absences reported", "Absence notices for lessons from today on.", "/attendance"),
  credits: count("Make-up credits", "Make-up credits in one state.", "/attendance"),
  due: money(
    "Due",
    "What is left to pay of invoices that aren’t overdue, including partly paid ones.",
    "/billing",
    "open",
  ),
  overdue: money(
    "Overdue",
    "What is left to pay of invoices whose due date has passed. Of an invoice with a payment plan, only the installments whose date has passed.",
    "/billing",
    "overdue",
  ),
  "later-installments": money(
    "Later installments",
    "What isn’t due yet of invoices with an overdue installment.",
    "/billing",
    "later",
  ),
  "outstanding-invoices": money(
    "Outstanding on invoices",
    "What is left to pay of all invoices issued, due and overdue together.",
    "/billing",
    "open",
  ),
  "overdue-families": alone(
    "count",
    "Families with an overdue invoice",
    "Families that have at least one overdue invoice.",
    "The amount beside it opens their invoices; a family can have several.",
  ),
  "total-outstanding": alone(
    "money",
    "Total to collect",
    "Due, overdue and ready to invoice together.",
    "The sum of the three amounts above it, each with its own list.",
  ),
  received: money(
    "Received",
    "Payments received less refunds, each on its own day.",
    "/billing/history",
    "amount",
  ),
  billed: money("Billed", "Totals of invoices issued in a period that are not void.", "/billing", "total"),
  "inquiries-in-stage": countBy("Inquiries by stage", "/students/inquiries"),
  "invoices-in-state": countBy("Invoices by status", "/billing"),
  "invoices-in-state-amount": money(
    "Invoices by status",
    "What is left to pay of these invoices; for drafts, paid and void ones their total.",
    "/billing",
    "open",
  ),
  "students-learning": count(
    "Active and trial students",
    "Students who are active or on trial.",
    "/students",
  ),
  "students-in-plan": count(
    "Students in your plan",
    "Students who count toward the plan: on trial, active or paused.",
    "/students",
  ),
  "students-all": count("All students", "Every student, leads and former students included.", "/students"),
  teachers: count("Teachers", "Teachers who are not deactivated.", "/teachers"),
  "classes-open": count("Classes", "Classes and private lessons that have not ended.", "/classes"),
  "classes-scheduled": alone(
    "count",
    "Scheduled classes",
    "Classes that have not ended and have at least one weekly time.",
    "The schedule shows lessons, not classes.",
  ),
  "attendance-taken": alone(
    "count",
    "Attendance recorded",
    "Lessons whose attendance is recorded.",
    "It only grows; no list shows all of them.",
  ),
  "invoices-sent": count("Invoices issued", "Invoices issued that are not void, emailed or not.", "/billing"),
  "lessons-given": alone(
    "count",
    "Lessons given",
    "Lessons held in these months.",
    "The tables by teacher and by instrument below add up to it.",
  ),
  "hours-taught": alone(
    "hours",
    "Hours taught",
    "The length of the lessons given.",
    "The tables below add up to it.",
  ),
  "attendance-rate": alone(
    "percent",
    "Attendance",
    "The share of expected students who attended, over lessons with recorded attendance.",
    "A share is not a list.",
  ),
  "teacher-pay": alone(
    "money",
    "Earned",
    "What the teacher earned for lessons with recorded attendance.",
    "The lessons are listed below with what each earned.",
  ),
  "family-balance": alone(
    "money",
    "Balance due",
    "What is left to pay of the family’s invoices, without online payments that are being processed.",
    "Opens the list of these invoices.",
  ),
  "family-spare": alone(
    "money",
    "Account credit",
    "What the family paid, or was credited, that no invoice uses yet.",
    "It lowers the next invoice automatically; the statement has the payments it comes from.",
  ),
  "family-processing": alone(
    "money",
    "Being processed",
    "Online payments of the family’s invoices that are being processed.",
    "The invoices are listed with it, each with its status.",
  ),
  "desk-waiting": count("Waiting for an answer", "Inquiries without an answer.", "/super-admin/support"),
  "schools-in-state": count(
    "Schools by subscription",
    "Schools whose subscription has this status.",
    "/super-admin/schools",
  ),
  "work-waiting": alone(
    "count",
    "Pending payments",
    `Subscription payments of the last three days that ${platformProvider} hasn’t decided.`,
    `${platformProvider} decides them; they settle without anyone.`,
  ),
  "queue-waiting": count("Queues", "Emails or jobs that are not done.", "/super-admin/database"),
  "cases-open": count("Cases", "Subscriptions that need review.", "/super-admin/paid-subscriptions"),
  "schools-counted": count("Schools", "Schools at this step.", "/super-admin/analytics"),
  "recurring-revenue": money(
    "Recurring revenue a month",
    "What renewing subscriptions bring in a month at today’s prices.",
    "/super-admin/analytics",
    "amount",
  ),
  "recurring-revenue-year": alone(
    "money",
    "Recurring revenue a year",
    "Twelve times the month’s.",
    "It opens the schools whose monthly prices are listed.",
  ),
} as const satisfies Record<string, Metric>

export type MetricKey = keyof typeof glossary
/** The keys of the numbers in a text, in their order. */
export type MetricKeys = MetricKey | `${MetricKey} ${MetricKey}`
