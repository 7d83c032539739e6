import type { LoaderFunctionArgs } from "@remix-run/node"
import {
  isRouteErrorResponse,
  Outlet,
  type ShouldRevalidateFunction,
  useLoaderData,
  useLocation,
  useRouteError,
  useRouteLoaderData,
} from "@remix-run/react"
import { type ComponentProps, type ComponentType, type ReactNode, useEffect, useState } from "react"
import type { SubscriptionDialog } from "~/components/accounts/subscription/subscription-dialog"
import { unlessUnreachable } from "~/components/attendance/register/offline-registers"
import { shellRouteId } from "~/components/form/post-form"
import { PlatformNotices } from "~/components/platform/service/platform-notices"
import { AreaErrorPage, ErrorText } from "~/components/public/error-page"
import { AppShell } from "~/components/shell/app-shell"
import type { PageHandle } from "~/components/shell/document"
import { afterForms } from "~/components/shell/frame"
import { useLater } from "~/components/shell/load-later"
import { ageOf, useCountedForms, useFrameLoaded } from "~/components/shell/loaded-frames"
import { bottomItemsOf, menuOf, roleLabels } from "~/components/shell/menus"
import { Messages } from "~/components/shell/messages"
import { officeAddsOf } from "~/components/shell/office-menu"
import type { Usage } from "~/components/shell/usage-panel"
import { Link } from "~/components/ui/button"
import { CalloutText } from "~/components/ui/callout"
import { LimitsProvider } from "~/components/ui/limits"
import { formTokenOf } from "~/http/form-token.server"
import { actorOf, personOf, requireUser, shortKeyOf, staffOf } from "~/http/guards.server"
import { isSparing } from "~/http/light-pages.server"
import { limitsOf, mayOpen } from "~/http/limits.server"
import type { SignIn } from "~/models/accounts/sign-in/sign-in"
import { listMemberships } from "~/models/accounts/sign-in/sign-in.server"
import type { LimitUsage } from "~/models/accounts/subscription/plan-usage"
import { findUsage } from "~/models/accounts/subscription/plan-usage.server"
import type { Actor, Role } from "~/models/foundation/access/actor"
import { cacheUntilWrite } from "~/models/foundation/access/cache-until-write.server"
import { homeOf } from "~/models/foundation/access/homes"
import { may } from "~/models/foundation/access/permissions"
import { isOffice } from "~/models/foundation/access/roles"
import { mayStaff } from "~/models/foundation/access/staff-permissions"
import { countWaiting } from "~/models/overview/menu-counts/menu-counts.server"
import { portalLabels } from "~/models/people/family-access/portal"
import { findPortal } from "~/models/people/family-access/portal.server"
import { countOpenCases } from "~/models/platform/growth/platform-figures.server"
import { countUnreadAnswers } from "~/models/platform/support/thread.server"
import { countDesk } from "~/models/platform/support-desk/list-desk.server"
import type { loader as rootLoader } from "~/root"
import { now } from "~/utils/clock.server"
import { env } from "~/utils/env.server"
import { formatDate } from "~/utils/formats"
import { paths } from "~/utils/paths"
import { platformProvider } from "~/utils/payment-providers"
import { formatInstant, localDate, zoneName } from "~/utils/zones"

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
  const portal = actor && role === "student" ? findPortal(actor) : undefined
  const isOpen = user.isSuperAdmin || membership?.subscriptionStatus === "active"
  const figures = menuFigures(viewer, role, actor)
  const seesMoney = portal?.seesMoney ?? false
  const rights = membership?.rights ?? []
  const opens = (to: string) => mayOpen(user.isSuperAdmin ? user : (membership ?? user), to)
  const facts = { ...figures, seesMoney, opens, rights }
  // The office of a school that isn't open has nowhere to go but its subscription.
  const hasBottomBar = isOpen || !isOffice(role)
  const groups = menuOf(role, facts)
  const found = {
    who: shortKeyOf(viewer),
    formToken: formTokenOf(viewer),
    searchOwner: isOpen ? (membership?.memberId ?? user.id) : null,
    // The menus as they are, so that no page carries everyone's.
    groups,
    bottom: hasBottomBar ? bottomItemsOf(role, facts) : undefined,
    adds: addsOf(role, facts),
    keepsPages: Boolean(isOpen && membership) && env().OFFLINE_PAGES && !isSparing(request),
    schoolName: membership?.school.name ?? "Tutti",
    logoId: membership?.school.logoId ?? null,
    homeTo: homeOf(viewer),
    role,
    takesRegisters: Boolean(isOpen && membership && may(membership, "register:take")),
    schoolZone: membership ? zoneOf(membership.school.timeZone) : undefined,
    person: { name: user.name, role: portal ? portalLabels(portal.students) : roleLabels[role] },
    demoUntil: membership?.demoUntil ? formatInstant(membership.demoUntil, membership.school.timeZone) : null,
    staffUserId: user.isSuperAdmin ? user.id : undefined,
    rights,
    limits: membership && isOpen ? limitsOf(membership) : undefined,
    otherSchools: figures.otherSchools,
    usage: figures.usage,
    payDueBy: figures.payDueBy,
    supportUnread: figures.supportUnread,
  }
  return found
}

/** Without an abbreviation: one page has lessons of winter and of summer. */
const zoneOf = (zone: string) => ({ zone, zoneName: zoneName(zone) })

export default function SchoolShell() {
  const { searchOwner } = useLoaderData<typeof loader>()
  const later = useLater()
  useCountedForms()
  return (
    <Frame>
      {later && searchOwner ? <later.RememberPage owner={searchOwner} /> : null}
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
  const later = useLater()
  useFrameLoaded(shellRouteId, shell)
  if (!shell) return children
  if (root?.who !== undefined && root.who !== shell.who) return <Reload />
  const { usage, schoolName, homeTo, formToken, searchOwner } = shell
  return (
    <AppShell
      schoolName={schoolName}
      logoId={shell.logoId}
      homeTo={homeTo}
      settingsTo={usage ? paths.schoolSettings() : undefined}
      groups={shell.groups}
      bottom={shell.bottom}
      adds={shell.adds}
      person={shell.person}
      otherSchools={shell.otherSchools}
      formToken={formToken}
      schoolZone={shell.schoolZone}
      supportUnread={shell.supportUnread}
      staffUserId={shell.staffUserId}
      usage={usage ?? undefined}
      searcher={searchOwner ? { owner: searchOwner } : undefined}
    >
      <PlatformNotices notices={root?.notices} />
      <Messages message={root?.toast ?? null}>
        {later ? <later.MessagesInView /> : null}
        {later ? <later.TroubleToast /> : null}
        {searchOwner ? (
          <Unsent owner={searchOwner} takesRegisters={shell.takesRegisters} later={later} />
        ) : null}
      </Messages>
      {later && shell.keepsPages ? (
        <later.OfflinePages owner={searchOwner ?? ""} listWaiting={later.listWaiting} />
      ) : null}
      {shell.demoUntil ? <DemoNotice until={shell.demoUntil} /> : null}
      {shell.payDueBy ? <PaymentNotice openUntil={shell.payDueBy} /> : null}
      <LimitsProvider value={shell.limits}>{children}</LimitsProvider>
      {root?.subscription ? <LoadedSubscriptionDialog {...root.subscription} /> : null}
    </AppShell>
  )
}

type UnsentProps = { owner: string; takesRegisters: boolean; later: ReturnType<typeof useLater> }

/** What waits on this device and whose it is, which the forms of a page ask before anything else has loaded. */
function Unsent({ owner, takesRegisters, later }: UnsentProps) {
  return (
    <div data-kept-owner={owner} data-register-owner={takesRegisters ? owner : undefined}>
      {later && takesRegisters ? <later.SendOfflineRegisters owner={owner} /> : null}
      {later ? <later.SendKeptForms owner={owner} /> : null}
    </div>
  )
}

/** What the plus of a phone's bottom bar adds, for the office. */
function addsOf(
  role: Role | "super_admin",
  { usage, rights }: { usage: unknown; rights: Parameters<typeof officeAddsOf>[1] },
) {
  if (role === "super_admin" || (!usage && role !== "office")) return undefined
  return officeAddsOf(role, rights)
}

/**
 * Loads the document again. Each step loads the page but not the menu, so this replaces both when another tab has
 * switched the school or logged in as another person: neither may show what the other person sees.
 */
function Reload() {
  useEffect(() => window.location.reload(), [])
  return null
}

/** The menu's figures change with what is written, staff's with any write, and those of missed lessons with the time. */
const keepFigures = cacheUntilWrite<ReturnType<typeof figuresOf>>(2000)

/** The counts of a person’s menu and what surrounds it, kept for the minute between two writes. */
const menuFigures = (viewer: SignIn, role: Role | "super_admin", actor: Actor | undefined) =>
  keepFigures([schoolOf(viewer) ?? null, viewer.id, Math.floor(now() / 60_000)], () =>
    figuresOf(viewer, role, actor),
  )

const schoolOf = ({ user, membership }: SignIn) => (user.isSuperAdmin ? undefined : membership?.school.id)

/** Who has attendance in their menu: the administrators, and members with the right. */
const isWatching = (actor: Actor) => actor.role !== "teacher" && may(actor, "attendance:read")

/** What waits for the person, as far as they may answer it; without a school only what staff wrote to them. */
function waitingFor(viewer: SignIn, role: Role | "super_admin", actor: Actor | undefined) {
  if (!actor) return viewer.user.isSuperAdmin ? undefined : { answers: countUnreadAnswers(personOf(viewer)) }
  const attendance = isWatching(actor)
  return countWaiting(actor, viewer.user.id, {
    attendance,
    corrections: attendance && may(actor, "register:unlock"),
    requests: role === "admin",
    inquiries: role !== "teacher" && may(actor, "student:write"),
    reports: may(actor, "message:all"),
  })
}

const nothing = {
  schools: 0,
  conversations: 0,
  missing: 0,
  corrections: 0,
  timeOff: 0,
  work: 0,
  inquiries: 0,
  reports: 0,
}

function figuresOf(viewer: SignIn, role: Role | "super_admin", actor: Actor | undefined) {
  const { user, membership } = viewer
  const waiting = waitingFor(viewer, role, actor)
  const { schools, conversations, missing, corrections, timeOff, work, inquiries, reports } = {
    ...nothing,
    ...waiting,
  }
  return {
    otherSchools: (schools === 1 ? [] : listMemberships(user.id))
      .filter(({ memberId }) => memberId !== membership?.memberId)
      .map(({ schoolId, memberId, schoolName }) => ({ schoolId, memberId, schoolName })),
    usage: actor && isOffice(role) ? usageOf(actor, membership?.subscriptionStatus === "active") : null,
    payDueBy: membership && isOffice(role) ? payDueBy(membership) : null,
    supportUnread: user.isSuperAdmin ? undefined : waiting?.answers,
    mattersWaiting: mayStaff(user.staffRoles, "matter:answer") ? countDesk(staffOf(viewer)).waiting.all : 0,
    casesOpen: mayStaff(user.staffRoles, "subscription:read") ? countOpenCases(staffOf(viewer)) : 0,
    messagesUnread: conversations + reports,
    inquiriesNew: inquiries,
    attendanceWaiting: missing + corrections,
    teacherRequests: timeOff + work,
  }
}

/** The day a school closes unless a failed payment is fixed, as text; null when nothing is due. */
function payDueBy({ graceUntil, school, subscriptionStatus }: NonNullable<SignIn["membership"]>) {
  if (graceUntil === null || subscriptionStatus !== "active") return null
  return formatDate(localDate(graceUntil, school.timeZone), "full", school)
}

/** The panel's rows: a solo teacher has no Teachers (spec §2, §6). */
function usageOf(actor: Actor, active: boolean): Usage {
  const { planName, teachers, students, quotas } = findUsage(actor)
  const seat = (key: "teachers" | "students", { used, limit }: LimitUsage) => ({
    key,
    used,
    limit: limit ?? ("unlimited" as const),
  })
  const seats = [seat("students", students)]
  if (actor.school.kind !== "solo") seats.unshift(seat("teachers", teachers))
  return { schoolId: actor.school.id, plan: planName, active, seats, quotas }
}

type Props = ComponentProps<typeof SubscriptionDialog>

/** The dialog in the logged-in area, where few see it: it loads when it's needed, and a page without scripts never opens it. */
function LoadedSubscriptionDialog(props: Props) {
  const [Dialog, setDialog] = useState<ComponentType<Props>>()
  useEffect(() => {
    import("~/components/accounts/subscription/subscription-dialog").then(
      // As an updater, because a component in a state would be called as one.
      (loaded) => setDialog(() => loaded.SubscriptionDialog),
      () => undefined,
    )
  }, [])
  return Dialog ? <Dialog {...props} /> : null
}

/** Over every page of the office while a payment to us is due; the subscription's own page says more. */
function PaymentNotice({ openUntil }: { openUntil: string }) {
  const { pathname } = useLocation()
  if (pathname === paths.subscriptionSettings()) return null
  return (
    <CalloutText tone="red">
      {`${platformProvider} couldn’t charge your Tutti subscription. Everything stays available until `}
      {openUntil}. <Link to={paths.subscriptionSettings()}>Fix your payment</Link>
    </CalloutText>
  )
}

/** Over every page of a live demo: whose it is, until when, and the ways on. */
function DemoNotice({ until }: { until: string }) {
  return (
    <CalloutText>
      This demo school is yours until {until}. No email is sent.{" "}
      <a href={paths.liveDemo()}>Open as someone else</a> · <a href={paths.signUp()}>Start your own school</a>
    </CalloutText>
  )
}
