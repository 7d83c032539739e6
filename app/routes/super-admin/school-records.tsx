import type { LoaderFunctionArgs } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { SchoolTabs } from "~/components/platform/school/school-tabs"
import { pageTitle } from "~/components/shell/frame"
import { Button } from "~/components/ui/button"
import { CalloutText } from "~/components/ui/callout"
import { DataTable, EmptyState, Pagination } from "~/components/ui/data-table"
import { FilterForm, FilterInput, FilterSearch } from "~/components/ui/filter-form"
import { PageHead } from "~/components/ui/page-head"
import { Tabs } from "~/components/ui/tabs"
import { orNotFound, requireStaff, schoolFor } from "~/http/guards.server"
import { paged, readPage } from "~/http/page-number"
import { findSchoolSettings } from "~/models/accounts/school/school-settings.server"
import { listConversationHeaders } from "~/models/communication/messaging/list-headers.server"
import type { Actor } from "~/models/foundation/access/actor"
import { stateLabels } from "~/models/money/invoice/invoice"
import { listInvoices } from "~/models/money/invoice/list-invoices.server"
import { listPayments } from "~/models/money/payment/list-payments.server"
import { paidWithText } from "~/models/money/payment/payment"
import { listFamilies } from "~/models/people/family/family.server"
import { listStudents } from "~/models/people/student/list-students.server"
import { statusLabels } from "~/models/people/student/student"
import { listTeachersWithFacts } from "~/models/people/teacher/list-teachers.server"
import {
  type RecordView,
  recordLabels,
  recordViews,
  unsearchedViews,
} from "~/models/platform/support-consent/support-consent"
import { findConsent, recordEntry } from "~/models/platform/support-consent/support-consent.server"
import { kindLabels } from "~/models/teaching/class/class-query"
import { listClasses } from "~/models/teaching/class/list-classes.server"
import {
  countMissingRegisters,
  listMissingRegisters,
  missingPageSize,
} from "~/models/teaching/missing-register/missing-registers.server"
import { listSessionsOn } from "~/models/teaching/session/session-list.server"
import { todayOf } from "~/utils/clock.server"
import { isDate } from "~/utils/dates"
import { countOf, formatDate, formatTime } from "~/utils/formats"
import { formatMoney } from "~/utils/money"
import { fold, fullName } from "~/utils/names"
import { PER_PAGE } from "~/utils/page-number"
import { paths } from "~/utils/paths"
import { platformProvider } from "~/utils/payment-providers"
import { staffTime } from "~/utils/work-times.server"
import { schoolFrame } from "./school-frame.server"

/** Some of a school's screens, read-only, while it consents. Every look is in the school's activity before it is shown. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, "school:enter")
  const school = orNotFound(schoolFor(staff, params.schoolKey ?? ""))
  const search = new URL(request.url).searchParams
  const show = recordViews.find((view) => view === search.get("show")) ?? "students"
  const asked = search.get("day") ?? ""
  const query = {
    search: (search.get("search") ?? "").trim().slice(0, 100),
    day: isDate(asked) ? asked : todayOf(school),
    page: readPage(request),
  }
  const mayEnter = recordEntry(staff, school, show)
  const records = mayEnter ? readRecords(school, show, query) : null
  return {
    id: school.school.id,
    name: school.school.name,
    ...schoolFrame(staff, school),
    reason: findConsent(school)?.reason ?? null,
    show,
    query,
    records,
    pages: records ? paged(request, records.total, records.perPage) : null,
  }
}

export const meta = pageTitle<typeof loader>(
  (data) => `${recordLabels[data.show]} of ${data.name}`,
  "Records",
)

export default function SchoolRecords() {
  const { id, name, kinds, canEnter, canHold, consentUntil, reason, show, query, records, pages } =
    useLoaderData<typeof loader>()
  return (
    <>
      <PageHead
        back={{ to: paths.platformSchools(), label: "Schools" }}
        title={name}
        expression={records ? "read-only, in the school’s time zone" : undefined}
      />
      <SchoolTabs schoolId={id} kinds={kinds} canEnter={canEnter} canHold={canHold} current="records" />
      {records ? (
        <>
          <CalloutText tone="amber">
            <strong>You’re viewing {name}’s records.</strong> The school allows it until {consentUntil} (
            {reason}). Nothing can be changed here, and each page you open is in the school’s activity with
            your name.
          </CalloutText>
          <Tabs
            label="Records"
            current={show}
            tabs={recordViews.map((view) => ({
              key: view,
              to: paths.platformRecords(id, { show: view }),
              label: recordLabels[view],
            }))}
          />
          <RecordFilter show={show} query={query} />
          <DataTable
            caption={recordLabels[show]}
            rows={records.rows}
            empty={<>No {recordLabels[show].toLowerCase()} to show.</>}
            rowKey={({ id: key }) => key}
            columns={records.heads.map((label, index) => ({
              label,
              cell: ({ cells }: { cells: string[] }) => cells[index],
            }))}
          />
          {pages ? <Pagination {...pages} /> : null}
        </>
      ) : (
        <EmptyState>
          {name} doesn’t let support view its records. Ask an administrator to allow it in Settings, Support
          access.
        </EmptyState>
      )}
    </>
  )
}

type RecordFilterProps = { show: RecordView; query: { search: string; day: string } }

function RecordFilter({ show, query }: RecordFilterProps) {
  if (unsearchedViews.includes(show)) return null
  return (
    <FilterForm role="search" aria-label="Filter records">
      <input type="hidden" name="show" value={show} />
      {show === "lessons" ? (
        <>
          <label htmlFor="records-day">Day</label>
          <FilterInput id="records-day" type="date" name="day" value={query.day} />
        </>
      ) : (
        <>
          <label className="visually-hidden" htmlFor="records-search">
            Search
          </label>
          <FilterSearch id="records-search" name="search" value={query.search} placeholder="Name or number" />
        </>
      )}
      <Button>Search</Button>
    </FilterForm>
  )
}

const dateOrders = { mdy: "Month, day, year", dmy: "Day, month, year", ymd: "Year, month, day" }
const yesNo = (is: boolean) => (is ? "Yes" : "No")

/** The rules that questions to support are about: no bank account, no account at the provider, no contact details. */
function settingsRows(school: Actor): [string, string][] {
  const settings = findSchoolSettings(school)
  return [
    ["Time zone", settings.timeZone],
    ["Currency", `${settings.currency}${settings.currencyIsFixed ? ", fixed by invoices or payments" : ""}`],
    ["Dates and times", `${dateOrders[settings.dateOrder]}, ${settings.hourCycle}-hour clock`],
    ["Numbers", settings.numberStyle],
    ["Invoice numbers", settings.invoiceNumberFormat],
    ["Invoices due after", countOf(settings.invoiceDueDays, "day")],
    [`${platformProvider} payments`, settings.payeeEmail ? "Set up" : "Not set up"],
    ["Bank transfer on invoices", settings.bankIban ? "Set up" : "Not set up"],
    ["Partial payments", yesNo(settings.takesPartPayments)],
    ["Tax is added to prices", yesNo(settings.taxIsAdded)],
    ["Teachers see prices", yesNo(settings.teachersSeePrices)],
    ["Notice for an absence", countOf(settings.noticeHours, "hour")],
    ["Make-up credits expire after", countOf(settings.creditExpiryDays, "day")],
    ["Lesson reminders", yesNo(settings.remindsOfLessons)],
    ["Lesson notes by email", yesNo(settings.lessonEmails !== "never")],
    ["Invoice reminders", yesNo(settings.remindsOfInvoices)],
    ["Attendance reminders", yesNo(settings.attendanceReminder !== "off")],
  ]
}

// A school's records as its consent opens them to our staff: read, never changed, without contact details and notes, and messages without their texts.

type Query = { search: string; day: string; page: number }
type Records = { heads: string[]; rows: { id: string; cells: string[] }[]; total: number; perPage: number }

const readers: Record<RecordView, (school: Actor, query: Query) => Records> = {
  students: (school, { search, page }) => {
    const { total, students } = listStudents(school, { search: search || undefined }, page)
    return {
      heads: ["Student", "Status", "Instrument", "Family", "Teachers"],
      rows: students.map((student) => ({
        id: student.id,
        cells: [
          fullName(student),
          statusLabels[student.status],
          student.instrument ?? "–",
          student.familyName,
          student.teachers.join(", ") || "–",
        ],
      })),
      total,
      perPage: PER_PAGE,
    }
  },
  families: (school, { search, page }) => {
    const { total, families } = listFamilies(school, { search: search || undefined, page })
    return {
      heads: ["Family", "Guardians", "Students"],
      rows: families.map(({ id, name, guardians, students }) => ({
        id,
        cells: [name, guardians.join(", ") || "–", students.join(", ") || "–"],
      })),
      total,
      perPage: PER_PAGE,
    }
  },
  teachers: (school, { search }) => {
    const wanted = fold(search)
    const found = listTeachersWithFacts(school).filter(({ name }) => fold(name).includes(wanted))
    return {
      heads: ["Teacher", "Instruments", "Active students"],
      rows: found.map(({ id, name, instruments, activeStudents }) => ({
        id,
        cells: [name, instruments ?? "–", String(activeStudents)],
      })),
      total: found.length,
      perPage: Math.max(1, found.length),
    }
  },
  classes: (school, { search, page }) => {
    const { total, classes } = listClasses(school, { search: search || undefined }, page)
    return {
      heads: ["Class", "Type", "Teacher", "Weekly time", "Enrolled"],
      rows: classes.map(({ id, name, kind, teacherName, patterns, enrolled }) => ({
        id,
        cells: [name, kindLabels[kind], teacherName ?? "–", patterns.join("; ") || "–", String(enrolled)],
      })),
      total,
      perPage: PER_PAGE,
    }
  },
  lessons: (school, { day }) => {
    const sessions = listSessionsOn(school, day, day)
    return {
      heads: ["Lesson", "Time", "Teacher", "Room", "Students"],
      rows: sessions.map((session) => ({
        id: session.id,
        cells: [
          session.className,
          formatTime(session.startTime),
          session.teacherName ?? "–",
          session.roomName ?? "–",
          String(session.students.length),
        ],
      })),
      total: sessions.length,
      perPage: Math.max(1, sessions.length),
    }
  },
  attendance: (school, { page }) => ({
    heads: ["Lesson", "Date", "Time", "Teacher", "Students"],
    rows: listMissingRegisters(school, { page }).map((session) => ({
      id: session.id,
      cells: [
        session.className,
        formatDate(session.localDate, "medium"),
        formatTime(session.startTime),
        session.teacherName ?? "–",
        String(session.students.length),
      ],
    })),
    total: countMissingRegisters(school),
    perPage: missingPageSize,
  }),
  invoices: (school, { search, page }) => {
    const { rows, count } = listInvoices(school, { search: search || undefined, page })
    const { currency } = school.school
    return {
      heads: ["Invoice", "Family", "Status", "Due", "Total", "Balance due"],
      rows: rows.map((invoice) => ({
        id: invoice.id,
        cells: [
          invoice.number ?? "Draft",
          invoice.familyName,
          stateLabels[invoice.state].word,
          invoice.dueOn ? formatDate(invoice.dueOn, "medium") : "–",
          formatMoney(invoice.totalMinor, currency),
          formatMoney(invoice.openMinor, currency),
        ],
      })),
      total: count,
      perPage: PER_PAGE,
    }
  },
  payments: (school, query) => {
    const { rows, total } = listPayments(school, query)
    return {
      heads: ["Date", "Family", "Paid by", "Method", "Amount", "Status"],
      rows: rows.map(({ id, receivedOn, familyName, payerName, refundedMinor, ...payment }) => ({
        id,
        cells: [
          formatDate(receivedOn, "medium"),
          familyName,
          payerName,
          paidWithText(payment),
          formatMoney(payment.amountMinor, payment.currency),
          payment.isReversed
            ? "Reversed"
            : refundedMinor > 0
              ? `${formatMoney(refundedMinor, payment.currency)} refunded`
              : "Received",
        ],
      })),
      total,
      perPage: PER_PAGE,
    }
  },
  messages: (school, query) => {
    const { rows, total } = listConversationHeaders(school, query)
    return {
      heads: ["Subject", "To", "People", "Messages", "Last message"],
      rows: rows.map(({ id, subject, audience, people, messages, lastMessageAt }) => ({
        id,
        cells: [
          subject,
          audience,
          String(people),
          String(messages),
          staffTime(lastMessageAt, school.school.timeZone),
        ],
      })),
      total,
      perPage: PER_PAGE,
    }
  },
  settings: (school) => {
    const rows = settingsRows(school)
    return {
      heads: ["Setting", "Value"],
      rows: rows.map(([label, value]) => ({ id: label, cells: [label, value] })),
      total: rows.length,
      perPage: rows.length,
    }
  },
}

const readRecords = (school: Actor, view: RecordView, query: Query): Records => readers[view](school, query)
