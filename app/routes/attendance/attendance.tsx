import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { MissingView } from "~/components/attendance/attendance-page/missing-view"
import { NoticesView } from "~/components/attendance/attendance-page/notices-view"
import { RegistersView } from "~/components/attendance/attendance-page/registers-view"
import { CreditsView } from "~/components/attendance/credit/credits-view"
import { Link } from "~/components/ui/link"
import { PageHead } from "~/components/ui/page-head"
import { Tabs } from "~/components/ui/tabs"
import { requireMember } from "~/http/guards.server"
import { paged, readPage } from "~/http/page-number"
import { countAskedCorrections } from "~/models/attendance/correction/list-corrections.server"
import type { Actor } from "~/models/foundation/access/actor"
import type { MetricKey } from "~/models/foundation/metrics/glossary"
import { creditFilters } from "~/models/teaching/credit/credit"
import {
  countCredits,
  creditPageSize,
  expiringDays,
  listCredits,
} from "~/models/teaching/credit/credit.server"
import { offerTeacherAsked } from "~/models/teaching/line-offer/line-offer.server"
import {
  countMissingRegisters,
  listMissingRegisters,
  missingPageSize,
} from "~/models/teaching/missing-register/missing-registers.server"
import { countNotices, listNotices } from "~/models/teaching/seat/notice-list.server"
import { findDayPage, sessionsPerPage } from "~/models/teaching/session/day-page.server"
import { todayOf } from "~/utils/clock.server"
import { countOf } from "~/utils/count-of"
import { addDays, isDate } from "~/utils/dates"
import { formatNumber } from "~/utils/formats"
import { paths } from "~/utils/paths"

const views = ["registers", "missing", "notices", "credits"] as const

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "attendance:read")
  const query = new URL(request.url).searchParams
  const view = views.find((each) => each === query.get("view")) ?? "registers"
  const day = todayOf(actor)
  return {
    isSolo: actor.school.kind === "solo",
    missing: countMissingRegisters(actor),
    notices: countNotices(actor, day),
    openCredits: countCredits(actor).open,
    corrections: countAskedCorrections(actor),
    content: {
      registers: () => readRegisters(actor, query.get("day"), day, request),
      missing: () => readMissing(actor, query, request),
      notices: () => readNotices(actor, day, query.get("since") === "week", request),
      credits: () => readCredits(actor, query, request),
    }[view](),
  }
}

function readRegisters(actor: Actor, query: string | null, today: string, request: Request) {
  const day = query && isDate(query) ? query : today
  const { total, ...shown } = findDayPage(actor, day, readPage(request))
  return { view: "registers" as const, day, today, ...shown, pages: paged(request, total, sessionsPerPage) }
}

function readMissing(actor: Actor, query: URLSearchParams, request: Request) {
  const teachers = offerTeacherAsked(actor, query)
  const teacherId = teachers.choices.find(({ value }) => value === query.get("teacher"))?.value
  const charged = query.get("charged") === "yes"
  return {
    view: "missing" as const,
    teachers,
    teacherId,
    charged,
    pages: paged(request, countMissingRegisters(actor, { teacherId, charged }), missingPageSize),
    sessions: listMissingRegisters(actor, { teacherId, charged, page: readPage(request) }),
  }
}

function readNotices(actor: Actor, today: string, sinceAWeek: boolean, request: Request) {
  const from = sinceAWeek ? addDays(today, -7) : today
  return {
    view: "notices" as const,
    sinceAWeek,
    pages: paged(request, countNotices(actor, from)),
    notices: listNotices(actor, from, readPage(request)),
  }
}

function readCredits(actor: Actor, query: URLSearchParams, request: Request) {
  const state = creditFilters.find((each) => each === query.get("state")) ?? "open"
  const studentId = query.get("student") ?? undefined
  const counts = countCredits(actor, { studentId })
  return {
    view: "credits" as const,
    state,
    studentId,
    pages: paged(request, counts[state], creditPageSize),
    counts,
    credits: listCredits(actor, { state, studentId, page: readPage(request) }),
    soonDays: expiringDays(actor),
  }
}

const titles: Record<(typeof views)[number], string> = {
  registers: "Attendance",
  missing: "Missing attendance",
  notices: "Absence notices",
  credits: "Make-up credits",
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${titles[data?.content.view ?? "registers"]} · Tutti` },
]

export default function Attendance() {
  const { content, missing, notices, openCredits, corrections, isSolo } = useLoaderData<typeof loader>()
  const tab = (view: (typeof views)[number], label: string, metric?: MetricKey) => ({
    to: paths.attendance({ view: view === "registers" ? undefined : view }),
    label,
    current: content.view === view,
    metric,
  })
  return (
    <div className="stack">
      <PageHead title="Attendance" />
      <Tabs
        label="Attendance"
        tabs={[
          tab("registers", "By day"),
          tab("missing", `Missing, ${formatNumber(missing)}`, "lessons-without-attendance"),
          tab("notices", `Absence notices, ${formatNumber(notices)}`, "absences-ahead"),
          tab("credits", `Make-up credits, ${formatNumber(openCredits)}`, "credits"),
        ]}
      />
      {content.view === "registers" ? <RegistersView {...content} withTeacher={!isSolo} /> : null}
      {content.view === "missing" ? <MissingView {...content} withTeacher={!isSolo} /> : null}
      {content.view === "notices" ? <NoticesView {...content} /> : null}
      {content.view === "credits" ? <CreditsView {...content} /> : null}
      {isSolo || content.view === "credits" ? null : (
        <p className="dim no-print">
          <Link to={paths.corrections()}>
            {corrections > 0 ? `${countOf(corrections, "correction")} to approve` : "Corrections"}
          </Link>
          : what teachers ask you to change in locked attendance.
        </p>
      )}
    </div>
  )
}
