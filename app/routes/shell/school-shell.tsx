import type { LoaderFunctionArgs } from "@remix-run/node"
import {
  isRouteErrorResponse,
  Outlet,
  type ShouldRevalidateFunction,
  useLoaderData,
  useRouteError,
  useRouteLoaderData,
} from "@remix-run/react"
import { type ReactNode, useEffect } from "react"
import { PaymentNotice } from "~/components/accounts/subscription/payment-notice"
import { SubscriptionDialog } from "~/components/accounts/subscription/subscription-dialog"
import { unlessUnreachable } from "~/components/attendance/register/offline-registers"
import { SendOfflineRegisters } from "~/components/attendance/register/send-offline-registers"
import { shellRouteId } from "~/components/form/post-form"
import { PlatformNotices } from "~/components/platform/service/platform-notices"
import { AreaErrorPage, ErrorText } from "~/components/public/error-page"
import { AppShell } from "~/components/shell/app-shell"
import type { PageHandle } from "~/components/shell/document"
import { afterForms } from "~/components/shell/frame"
import { ageOf, useCountedForms, useFrameLoaded } from "~/components/shell/loaded-frames"
import { bottomItemsOf, menuOf, officeAdds, roleLabels } from "~/components/shell/menus"
import { Messages } from "~/components/shell/messages"
import { OfflinePages } from "~/components/shell/offline/offline-pages"
import { RememberPage } from "~/components/shell/search/search-buttons"
import { SendKeptForms } from "~/components/shell/unsent/send-kept-forms"
import type { Usage } from "~/components/shell/usage-panel"
import { formTokenOf } from "~/http/form-token.server"
import { actorOf, personOf, requireUser, shortKeyOf, staffOf } from "~/http/guards.server"
import { portalOfPage } from "~/http/page-reads.server"
import { findQuotas } from "~/models/accounts/quota/quota.server"
import type { SignIn } from "~/models/accounts/sign-in/sign-in"
import { listMemberships } from "~/models/accounts/sign-in/sign-in.server"
import type { LimitUsage } from "~/models/accounts/subscription/plan-usage"
import { findPlanUsage } from "~/models/accounts/subscription/plan-usage.server"
import { countUnread } from "~/models/communication/messaging/list-conversations.server"
import type { Actor, Role } from "~/models/foundation/access/actor"
import { homeOf } from "~/models/foundation/access/homes"
import { may } from "~/models/foundation/access/permissions"
import { isOffice } from "~/models/foundation/access/roles"
import { mayStaff } from "~/models/foundation/access/staff-permissions"
import { keepUnchanged } from "~/models/foundation/access/unchanged.server"
import { portalLabels } from "~/models/people/family-access/portal"
import { countOpenCases } from "~/models/platform/platform/platform-figures.server"
import { countUnreadAnswers } from "~/models/platform/support/thread.server"
import { countDesk } from "~/models/platform/support-desk/list-desk.server"
import { countMissingRegisters } from "~/models/teaching/missing-register/missing-registers.server"
import type { loader as rootLoader } from "~/root"
import { countRequests } from "~/models/teaching/teacher-time/time-off.server"
import { now } from "~/utils/clock.server"
import { formatDate } from "~/utils/date-text"
import { env } from "~/utils/env.server"
import { paths } from "~/utils/paths"
import { localDate, zoneAbbreviation, zoneName } from "~/utils/zones"

export const handle: PageHandle = { area: "school" }

/** How long the menu’s counts stay valid while a person navigates, in ms. */
const countsHoldMs = 60_000

/**
 * Reloads the menu after a form, including the school's and the sign-in's changes. It also counts what others do, such
 * as messages, so the first navigation after a minute reloads it as well.
 */
export const shouldRevalidate: ShouldRevalidateFunction = (step) => {
  const isOld = ageOf(shellRouteId) >= countsHoldMs
  return unlessUnreachable(step) && (isOld || afterForms(shellRouteId)(step))
}

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireUser(request)
  const { user, membership } = viewer
  const role: Role | "super_admin" = user.isSuperAdmin ? "super_admin" : (membership?.role ?? "student")
  const actor = membership ? actorOf(viewer) : undefined
  const portal = actor && role === "student" ? portalOfPage(actor) : undefined
  const isOpen = user.isSuperAdmin || membership?.subscriptionStatus === "active"
  const minute = Math.floor(now() / 60_000)
  return {
    who: shortKeyOf(viewer),
    formToken: formTokenOf(viewer),
    searchOwner: isOpen ? (membership?.memberId ?? user.id) : null,
    // The office of a school that isn't open has nowhere to go but its subscription.
    hasBottomBar: isOpen || !isOffice(role),
    keepsPages: Boolean(isOpen && membership) && env().OFFLINE_PAGES,
    schoolName: membership?.school.name ?? "Tutti",
    homeTo: homeOf(viewer),
    role,
    takesRegisters: Boolean(isOpen && membership && may(membership.role, "register:take")),
    schoolZone: membership ? zoneOf(membership.school.timeZone) : undefined,
    personName: user.name,
    familyText: portal ? portalLabels(portal.students) : null,
    seesMoney: portal?.seesMoney ?? false,
    staffUserId: user.isSuperAdmin ? user.id : undefined,
    staffRoles: user.staffRoles,
    ...keepFigures(`${viewer.id} ${minute}`, () => figuresOf(viewer, role, actor)),
  }
}

/** The menu's figures change with what is written, and those of missed lessons with the time. */
const keepFigures = keepUnchanged<ReturnType<typeof figuresOf>>(2000)

function figuresOf(viewer: SignIn, role: Role | "super_admin", actor: Actor | undefined) {
  const { user, membership } = viewer
  return {
    otherSchools: listMemberships(user.id)
      .filter(({ memberId }) => memberId !== membership?.memberId)
      .map(({ schoolId, memberId, schoolName }) => ({ schoolId, memberId, schoolName })),
    usage: actor && isOffice(role) ? usageOf(actor, membership?.subscriptionStatus === "active") : null,
    payDueBy: membership && isOffice(role) ? payDueBy(membership) : null,
    supportUnread: user.isSuperAdmin ? undefined : countUnreadAnswers(personOf(viewer)),
    mattersWaiting: mayStaff(user.staffRoles, "desk:read") ? countDesk(staffOf(viewer)).waiting.all : 0,
    casesOpen: mayStaff(user.staffRoles, "subscription:read") ? countOpenCases(staffOf(viewer)) : 0,
    messagesUnread: actor ? countUnread(actor) : 0,
    registersMissing: actor && isOffice(role) ? countMissingRegisters(actor) : 0,
    timeOffRequests: actor && role === "admin" ? countRequests(actor) : 0,
  }
}

/** The day a school closes unless a failed payment is fixed, as text; null when nothing is due. */
function payDueBy({ graceUntil, school, subscriptionStatus }: NonNullable<SignIn["membership"]>) {
  if (graceUntil === null || subscriptionStatus !== "active") return null
  return formatDate(localDate(graceUntil, school.timeZone), "full", school)
}

const zoneOf = (zone: string) => ({
  zone,
  zoneName: `${zoneName(zone)} (${zoneAbbreviation(zone, now())})`,
})

/** The panel's rows: a solo teacher has no Teachers (spec §2, §6). */
function usageOf(actor: Actor, active: boolean): Usage {
  const { planName, teachers, students } = findPlanUsage(actor)
  const seat = (key: "teachers" | "students", { used, limit }: LimitUsage) => ({
    key,
    used,
    limit: limit ?? ("unlimited" as const),
  })
  const seats = [seat("students", students)]
  if (actor.school.kind !== "solo") seats.unshift(seat("teachers", teachers))
  return { schoolId: actor.school.id, plan: planName, active, seats, quotas: findQuotas(actor) }
}

export default function SchoolShell() {
  const { searchOwner } = useLoaderData<typeof loader>()
  useCountedForms()
  return (
    <Frame>
      {searchOwner ? <RememberPage owner={searchOwner} /> : null}
      <Outlet />
    </Frame>
  )
}

/** A record that is missing keeps the menu around its page. */
export function ErrorBoundary() {
  const error = useRouteError()
  const status = isRouteErrorResponse(error) ? error.status : 500
  // After an action that threw, the loader has not run: its data is null, and the frame has no data.
  const hasFrame = Boolean(useRouteLoaderData(shellRouteId))
  return hasFrame ? (
    <Frame>
      <ErrorText status={status} />
    </Frame>
  ) : (
    <AreaErrorPage status={status} />
  )
}

function Frame({ children }: { children: ReactNode }) {
  // Not useLoaderData, which is forbidden where an error is shown, and the frame surrounds errors too.
  const shell = useRouteLoaderData<typeof loader>(shellRouteId)
  const root = useRouteLoaderData<typeof rootLoader>("root")
  useFrameLoaded(shellRouteId, shell)
  if (!shell) return children
  if (root?.who !== undefined && root.who !== shell.who) return <Reload />
  const { role, usage, personName, schoolName, homeTo, formToken } = shell
  const { otherSchools, familyText, seesMoney, searchOwner } = shell
  return (
    <AppShell
      schoolName={schoolName}
      homeTo={homeTo}
      settingsTo={usage ? paths.schoolSettings() : undefined}
      groups={menuOf(role, shell)}
      bottom={shell.hasBottomBar ? bottomItemsOf(role, shell) : undefined}
      adds={usage ? officeAdds : undefined}
      person={{ name: personName, role: familyText ?? roleLabels[role] }}
      otherSchools={otherSchools}
      formToken={formToken}
      schoolZone={shell.schoolZone}
      supportUnread={shell.supportUnread}
      staffUserId={shell.staffUserId}
      usage={usage ?? undefined}
      searcher={
        searchOwner ? { owner: searchOwner, role, seesMoney, staffRoles: shell.staffRoles } : undefined
      }
    >
      <PlatformNotices notices={root?.notices} />
      <Messages message={root?.toast ?? null}>
        {shell.takesRegisters && searchOwner ? <SendOfflineRegisters owner={searchOwner} /> : null}
        {searchOwner ? <SendKeptForms owner={searchOwner} /> : null}
      </Messages>
      {shell.keepsPages ? <OfflinePages /> : null}
      {shell.payDueBy ? <PaymentNotice openUntil={shell.payDueBy} /> : null}
      {children}
      {root?.subscription ? <SubscriptionDialog {...root.subscription} /> : null}
    </AppShell>
  )
}

/**
 * Loads the document again. Each step loads the page but not the menu, so this replaces both when another tab has
 * switched the school or logged in as another person: neither may show what the other person sees.
 */
function Reload() {
  useEffect(() => window.location.reload(), [])
  return null
}
