import { alone, count, type Metric, money } from "./metric"

// The figures of the cards on /analytics. Each that is counted opens its rows there. Safe in the browser.

const rows = "/analytics/rows"

const counted = (name: string, definition: string) => count(name, definition, rows)
const hours = (name: string, definition: string) =>
  ({ name, definition, unit: "hours", opens: rows, adds: "minutes" }) as const
const amount = (name: string, definition: string) => money(name, definition, rows, "amount")
const share = (name: string, definition: string) =>
  alone("percent", name, definition, "A share is not a list.")

const divided =
  "A line of an invoice belongs to the teacher who gave its lesson and to the instrument of that lesson’s class, a fee to its class’s. Packages, instrument rentals, materials and other lines belong to none."

/** What isn't a teacher's or an instrument's. */
const wholeSchool = (what: string) =>
  `${what} dated in these months, without tax. This belongs to the whole school, so none is counted for a teacher or an instrument.`

export const analyticsGlossary = {
  "students-joined": counted(
    "Joined",
    "Students who became active or started a trial for the first time in these months.",
  ),
  "students-left": counted(
    "Left",
    "Students who became former in these months and haven’t come back. Each is counted under the reason given then.",
  ),
  "students-then": counted(
    "Active and trial students",
    "Students who were active or on trial on the last day of the month, or are today. For a teacher or an instrument, those of them with a spot that day.",
  ),
  "students-net": alone(
    "count",
    "Net growth",
    "Students who joined less those who left. Paused students stay counted.",
    "Joined minus left. Each of the two opens its own list.",
  ),
  "billed-part": amount("Billed", `Invoices issued in these months that are not void. ${divided}`),
  "received-part": amount(
    "Received",
    "Payments less refunds, each on its own day. A payment is divided like the invoices it pays. What pays no invoice, and what was refunded, belongs to no teacher or instrument.",
  ),
  "open-part": amount(
    "Outstanding",
    `What is left to pay of all invoices today, divided like their lines. Of an earlier day, what was left as recorded by then. ${divided}`,
  ),
  "retained-start": counted(
    "At the start",
    "Students with a spot in a class of this teacher or instrument on the first day of the period, once for each. A class’s teacher on an earlier day is who gave most of its lessons in the four weeks around it.",
  ),
  "retained-kept": counted(
    "Kept",
    "Of these, students with a spot with the same teacher, or for the same instrument, on the last day.",
  ),
  "retained-moved": counted(
    "Changed",
    "Of these, students with a spot only with another teacher, or for another instrument, on the last day.",
  ),
  "retained-left": counted("Left", "Of these, students without a spot in any class on the last day."),
  "retention-rate": share("Retention", "Kept students as a share of those at the start."),
  "taught-lessons": counted("Lessons given", "Lessons that have ended and weren’t canceled."),
  "taught-hours": hours("Hours taught", "The length of these lessons."),
  "hours-of-week": hours(
    "Hours",
    "The hours taught, by the weekday and the hour in which each lesson begins.",
  ),
  "attendance-expected": counted(
    "Expected",
    "Students expected in lessons with recorded attendance: present, late, absent or excused. Those for whom the school canceled aren’t expected.",
  ),
  "attendance-attended": counted("Attended", "Of these, students who attended by your attendance rules."),
  "group-spots": counted(
    "Taken",
    "Spots taken on that day in group classes and ensembles that haven’t ended by today, of those they have now.",
  ),
  "cohort-started": counted("Students", "Students who joined in this month."),
  "cohort-kept": counted(
    "Still here",
    "Of these, students who were active, on trial or paused so many months after they joined.",
  ),
  "canceled-family": counted(
    "By families",
    "Absences reported by families, without students who came after all and lessons that were canceled.",
  ),
  "canceled-late": counted(
    "Of these, late",
    "Reported later than the notice your school asks for, without those you excused.",
  ),
  "excused-absences": counted(
    "Excused",
    "Students marked excused whose absence wasn’t reported in Tutti before, such as after a phone call.",
  ),
  "no-shows": counted("No-shows", "Students marked absent who hadn’t reported it."),
  "canceled-teacher": counted(
    "For a teacher’s absence",
    "Lessons canceled while arranging a teacher’s absence.",
  ),
  "canceled-school": counted(
    "By the school",
    "All other canceled lessons, and students for whom the school canceled a lesson that others had.",
  ),
  "hours-given": hours("Hours taught", "The length of lessons that have ended and weren’t canceled."),
  "hours-compared": hours(
    "Of these, with hours set",
    "The hours taught by teachers with available hours in this period: those that utilization compares.",
  ),
  "hours-available": hours(
    "Available hours",
    "The weekly hours each teacher has set, over the days of the period up to today, less closures and approved time off.",
  ),
  utilization: share(
    "Utilization",
    "The hours taught by teachers with available hours, as a share of these hours.",
  ),
  "credits-open": counted(
    "Open credits",
    "Make-up credits that can still be used today. Of an earlier day, those open at its end; one whose booking was canceled since counts as open.",
  ),
  "credits-hours": hours("Hours to make up", "The length of the lessons these credits are for."),
  "credits-worth": amount(
    "Worth",
    "What was charged without tax for the missed lessons: the lesson’s charge, its share of the month’s fee, or its share of the package. A credit granted by hand is worth 0. Of an earlier day, by what is charged for these lessons today.",
  ),
  "charged-for-lessons": amount(
    "Charged for lessons",
    "What families were charged without tax, less credit notes, for lessons with recorded attendance: the lesson’s charges, its share of the month’s fees and of packages.",
  ),
  "teacher-earned": amount(
    "Teacher pay",
    "What teachers earned by recorded attendance and their rates, and extra work, whether or not a payslip has it yet. Extra work belongs to no instrument. Expenses they’re paid back count as expenses.",
  ),
  "expenses-spent": amount("Expenses", wholeSchool("Expenses")),
  "other-income": amount("Other income", wholeSchool("Other income, such as grants,")),
  "lessons-unrated": counted(
    "Without a rate",
    "Lessons with recorded attendance that pay their teacher and for which no rate is set. Their pay isn’t known, so neither is the margin until you set a rate.",
  ),
  margin: alone(
    "money",
    "Margin",
    "Charged for lessons in these months less teacher pay and expenses, with other income. A school with one teacher has no pay to take off.",
    "The difference between the amounts beside it, each with its own rows.",
  ),
  "margin-rate": share("Margin, share", "Margin as a share of what was charged for lessons."),
  "students-at-risk": counted(
    "Students at risk",
    "Active and trial students for whom at least one of these reasons holds today. Of an earlier day, by their status and the attendance recorded by its end.",
  ),
  "risk-missed": counted(
    "Missed three in a row",
    "The last three lessons with recorded attendance, all within 60 days, were missed. Lessons the school canceled don’t count.",
  ),
  "risk-no-lesson": counted(
    "No next lesson",
    "No lesson is planned from now on. Of an earlier day, no lesson followed it.",
  ),
  "risk-overdue": counted(
    "Overdue invoice",
    "The family has an invoice past its due date. Of an earlier day, as recorded by its end.",
  ),
  "risk-leaving": counted(
    "Leaving",
    "The student’s last spot in a class ends within 30 days, and no other begins. Of an earlier day, as it turned out.",
  ),
  "lessons-planned": counted(
    "Lessons planned",
    "Lessons on next month’s schedule that aren’t canceled. Of an earlier month, those that weren’t.",
  ),
  "hours-planned": hours("Hours planned", "The length of these lessons."),
  "fees-expected": amount(
    "Monthly fees",
    "Next month’s fees and installments of class prices by today’s prices, tuition rules and discounts, with tax, of everyone with a spot then. Of an earlier month, the fees and installments charged for it, before credit notes.",
  ),
  "lessons-expected": amount(
    "Paid by lesson",
    "Next month’s lessons at each student’s price, less discounts, with tax, as if everyone attended. Lessons that a package pays for cost nothing more. Of an earlier month, what its lessons were charged, before credit notes.",
  ),
  "hire-expected": amount(
    "Instrument rental",
    "What rented instruments cost next month, with tax. Of an earlier month, what was charged. No teacher or instrument has it.",
  ),
  "items-expected": amount(
    "Other items",
    "Items already entered for a day of next month that are on no invoice yet, with tax. Of an earlier month, all its items, invoiced or not. No teacher or instrument has them.",
  ),
  "installments-expected": amount(
    "Installments due",
    "What is still due next month of invoices that are paid in installments. It was billed before, so it isn’t part of expected billing. Of an earlier month, what was due then, paid or not.",
  ),
  "billing-expected": alone(
    "money",
    "Expected billing",
    "Monthly fees, lessons paid one by one, instrument rentals and other items together. Packages, materials and late fees have no date ahead, so they aren’t included until they’re sold or charged.",
    "The sum of the amounts beside it, each with its own rows.",
  ),
} as const satisfies Record<string, Metric>
