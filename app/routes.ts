import { index, layout, type RouteConfig, type RouteConfigEntry, route } from "@remix-run/route-config"
import { registration, signIn } from "./addresses/accounts"
import { routeOf } from "./addresses/address"
import { api, webhooks } from "./addresses/api"
import { messaging, photos, supportImages } from "./addresses/messages"
import { billing } from "./addresses/money"
import * as overview from "./addresses/overview"
import { family, teacherArea } from "./addresses/own"
import { families, familyRecord, people, studentRecord } from "./addresses/people"
import { platform } from "./addresses/platform"
import { offline, settings } from "./addresses/settings"
import * as teaching from "./addresses/teaching"
import { elsewhere, enroll, feeds, help, payByLink, publicSite, unsubscribing } from "./addresses/visitors"

// Which layouts stand around the addresses of `app/addresses`. A layout draws what its pages share and protects none of
// them.

type Group = Record<string, { path: string; file: string }>

/** The second address of a module is an alias: the same page under another id. */
function pages(...groups: Group[]): RouteConfigEntry[] {
  const seen = new Set<string>()
  return groups.flatMap(Object.values<Group[string]>).map((address) => {
    const path = routeOf(address.path)
    const file = `routes/${address.file}`
    if (path === "/") return index(file)
    const id = seen.has(file) ? { id: `alias${path.replaceAll("/", "-")}` } : {}
    seen.add(file)
    return route(path, file, id, path === "/schedule" ? pages(teaching.overSchedule) : [])
  })
}

/** Places of one menu: each keeps its heading when it fails. */
const area = (id: string, group: Group): RouteConfigEntry =>
  layout("routes/shell/area.tsx", { id }, pages(group))

export default [
  ...pages(publicSite, elsewhere, enroll, help, signIn, registration),
  layout("routes/shell/school-shell.tsx", { id: "shell" }, [
    ...pages(overview.dashboard, people, families, teaching.teaching, teaching.learning, teaching.registers),
    layout("routes/students/student-record.tsx", { id: "student-record" }, pages(studentRecord)),
    layout("routes/families/family-record.tsx", { id: "family-record" }, pages(familyRecord)),
    layout("routes/teachers/teacher-record.tsx", { id: "teacher-record" }, pages(teaching.teacherRecord)),
    layout("routes/classes/class-record.tsx", { id: "class-record" }, pages(teaching.classRecord)),
    layout("routes/analytics/analytics-area.tsx", { id: "analytics" }, pages(overview.analyticsPages)),
    ...pages(overview.analytics, overview.tasks, overview.selections, overview.support, overview.search),
    area("messaging", messaging),
    layout("routes/teacher-area/teacher-area.tsx", { id: "teacher" }, pages(teacherArea)),
    ...pages(teaching.schedule),
    area("student", family),
    layout("routes/billing/billing-area.tsx", { id: "billing" }, pages(billing)),
    layout("routes/settings/settings-area.tsx", { id: "settings" }, pages(settings)),
    area("super-admin", platform),
  ]),
  ...pages(
    feeds,
    unsubscribing,
    payByLink,
    photos,
    supportImages,
    overview.searchData,
    offline,
    webhooks,
    api,
  ),
] satisfies RouteConfig
