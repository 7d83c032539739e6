import { redirect, redirectDocument } from "@remix-run/node"
import { LRUCache } from "lru-cache"
import { readLogo } from "~/models/accounts/school/logo.server"
import type { SignIn } from "~/models/accounts/sign-in/sign-in"
import { findSignIn } from "~/models/accounts/sign-in/sign-in.server"
import { findFeedReader } from "~/models/exchange/calendar-feed/calendar-feed.server"
import type { Actor, PersonActor, SuperActor } from "~/models/foundation/access/actor"
import { memberActor, personActor, schoolActor, superActor } from "~/models/foundation/access/actor.server"
import { homeOf } from "~/models/foundation/access/homes"
import { may, mayByRight, type Permission } from "~/models/foundation/access/permissions"
import { mayStaff, type StaffPermission } from "~/models/foundation/access/staff-permissions"
import { findInvoiceLink, type InvoiceLink } from "~/models/money/invoice-link/invoice-link.server"
import { findHolder, findShownPage } from "~/models/people/school-page/school-page.server"
import { findOfferLink, type OfferLink } from "~/models/teaching/offer/answer-offer.server"
import { lackText } from "~/texts/accounts/lacking-right"
import { goneInHand } from "~/utils/form-in-hand.server"
import type { Formats } from "~/utils/formats"
import { takeFormats, takeZone } from "~/utils/formats.server"
import { paths } from "~/utils/paths"
import { noteRequestFacts } from "~/utils/request-facts"
import { noteStaff } from "~/utils/work-times.server"
import { refuseForeignForm } from "./form-token.server"
import { refuseDemo } from "./live-demo-guard.server"
import { actorOf, officeOf } from "./member-actor.server"
import { addressOf, keepSentForm, pageBefore } from "./pending-form.server"
import { isWritingGet } from "./provider-returns"
import { requestIdHeader } from "./request-id"
import { lackOf, withoutRight } from "./responses.server"
import { dropSignInToken, readSignInToken } from "./sign-in-cookie.server"
import { keepToast, type Toast } from "./toast.server"

// The first statement of every loader and action. A layout's loader protects nothing: children load in parallel and
// actions run first.

/** Marks a route as public explicitly. */
export function allowAnyone() {}

/** A short sign of who is logged in and in which school. It differs after a switch of schools or another login. */
export const shortKeyOf = ({ user, membership }: SignIn): string =>
  (membership?.memberId ?? user.id).slice(-8)

/** The sign-in of a request, if any; it also sets the school's formats for the rest of the request. */
export async function findViewer(request: Request): Promise<SignIn | undefined> {
  const token = await readSignInToken(request)
  const signIn = token ? signInFor(request, token) : undefined
  await refuseForeignForm(request, signIn)
  takeFormats(schoolOfLink(request) ?? signIn?.membership?.school)
  noteRequestFacts(request.headers.get(requestIdHeader), {
    schoolId: signIn?.membership?.school.id,
    userId: signIn?.user.id,
  })
  if (signIn?.user.isSuperAdmin) noteStaff()
  return signIn
}

/** The sign-ins of the requests being read now. */
const beingRead = new LRUCache<string, { signIn: SignIn | undefined }>({ max: 100 })

/** A page's loaders share one sign-in; an action and a payment's return, which change it, read it again. */
function signInFor(request: Request, token: string): SignIn | undefined {
  const requestId = request.headers.get(requestIdHeader)
  const mayChange = request.method !== "GET" || isWritingGet(new URL(request.url).pathname)
  if (!requestId || mayChange) return findSignIn(token)
  const key = `${requestId} ${token}`
  const found = beingRead.get(key) ?? { signIn: findSignIn(token) }
  beingRead.set(key, found)
  return found.signIn
}

/**
 * Requires a logged-in user, whatever the state of their school. Others log in first and come back; a user with a
 * temporary password replaces it first, and platform staff set up their second factor.
 */
export async function requireUser(request: Request): Promise<SignIn> {
  const viewer = await requireAnyUser(request)
  if (viewer.user.mustChangePassword) throw redirect(paths.newPassword())
  if (viewer.user.needsSecondFactor) throw redirect(paths.secondFactorSetUp())
  return viewer
}

/** Requires a logged-in user who may still be setting up a required second factor: for that page only. */
export async function requireUserSettingUp(request: Request): Promise<SignIn> {
  const viewer = await requireAnyUser(request)
  if (viewer.user.mustChangePassword) throw redirect(paths.newPassword())
  return viewer
}

/** Requires platform staff, or any member whose school is open: for personal pages. */
export async function requireSelf(request: Request): Promise<SignIn> {
  const viewer = await requireUser(request)
  const { membership, user } = viewer
  if (user.isSuperAdmin) return viewer
  if (!membership) throw redirect(paths.accountPaused())
  if (membership.subscriptionStatus !== "active") throw redirect(pausedHome(membership))
  return viewer
}

/** Requires a user with a temporary password; others are redirected to their page. */
export async function requireUserWithStartPassword(request: Request): Promise<SignIn> {
  const viewer = await requireAnyUser(request)
  if (!viewer.user.mustChangePassword) throw redirect(homeOf(viewer))
  return viewer
}

const authenticationError: Toast = {
  title: "Authentication Error",
  text: "Failed to load your account information. Please try logging in again.",
  tone: "bad",
}
const notSavedText = "Your changes weren’t saved yet, but we kept what you typed."

async function requireAnyUser(request: Request): Promise<SignIn> {
  const viewer = await findViewer(request)
  if (viewer) return viewer
  const cookie = await keepSentForm(request)
  const to = request.method === "GET" || cookie ? addressOf(request.url) : pageBefore(request)
  // A browser whose sign-in has ended gets a message (spec §8); one without a sign-in is only redirected.
  const headers = new Headers()
  const hadSignIn = await readSignInToken(request)
  if (hadSignIn) headers.append("Set-Cookie", await dropSignInToken())
  if (cookie) headers.append("Set-Cookie", cookie)
  if (hadSignIn)
    headers.append(
      "Set-Cookie",
      await keepToast(
        cookie
          ? { ...authenticationError, text: `${authenticationError.text} ${notSavedText}` }
          : authenticationError,
      ),
    )
  else if (cookie)
    headers.append(
      "Set-Cookie",
      await keepToast({
        title: "You’re logged out",
        text: `${notSavedText} Log in to save them.`,
        tone: "bad",
      }),
    )
  // A document redirect, because the login page is outside the logged-in area.
  throw redirectDocument(paths.login(to ?? undefined), { headers })
}

/**
 * Requires a member with this permission in a school with an active subscription. Wrong role: to their home (spec §2).
 * Subscription not active: the office chooses a plan, all others see that the account is paused; so does the office of
 * a suspended school.
 */
export async function requireMember(request: Request, permission: Permission): Promise<Actor> {
  const viewer = await requireUser(request)
  const { membership } = viewer
  if (!membership && !viewer.user.isSuperAdmin) throw redirect(paths.accountPaused())
  if (!membership || !may(membership, permission)) throw await refusalOf(request, viewer, permission)
  if (membership.subscriptionStatus !== "active") throw redirect(pausedHome(membership))
  await refuseDemo(request, demoOf(membership), permission)
  return mayByRight(membership, permission) ? officeOf(viewer) : actorOf(viewer)
}

/**
 * A page that isn't theirs leads home. A member with rights reads there which right it needs and who gives it; a form of the
 * office that they send answers with the same text.
 */
async function refusalOf(request: Request, viewer: SignIn, permission: Permission): Promise<Response> {
  const { membership } = viewer
  const isLimited = membership && (membership.role === "office" || membership.rights.length > 0)
  const isWriting = request.method !== "GET"
  // What even an administrator doesn't have is of another area.
  if (!isLimited || !(isWriting || may("admin", permission))) return redirect(homeOf(viewer))
  const actor = actorOf(viewer)
  if (isWriting) return withoutRight(actor, permission)
  const text = lackText(lackOf(actor, permission))
  const toast = await keepToast({ title: "You can’t open that page", text, tone: "plain" })
  return redirect(homeOf(viewer), { headers: { "Set-Cookie": toast } })
}

/** Requires a further permission for a part of what a page's form does. */
export function requireRight(actor: Actor, permission: Permission) {
  if (!may(actor, permission)) throw withoutRight(actor, permission)
}

/** The same without asking for an active subscription: for choosing and paying the plan. */
export async function requireMemberPaidOrNot(request: Request, permission: Permission): Promise<Actor> {
  const viewer = await requireUser(request)
  const { membership } = viewer
  if (!membership || !may(membership, permission)) throw await refusalOf(request, viewer, permission)
  await refuseDemo(request, demoOf(membership), permission)
  return actorOf(viewer)
}

const demoOf = ({ demoUntil, school }: NonNullable<SignIn["membership"]>) => ({
  demoUntil,
  schoolId: school.id,
})

export { actorOf }

/** The school itself, for what staff do on its behalf; undefined when there is none. */
export const schoolFor = (_staff: SuperActor, schoolId: string): Actor | undefined => schoolActor(schoolId)

export async function requireSuperAdmin(request: Request): Promise<SuperActor> {
  const viewer = await requireUser(request)
  if (!viewer.user.isSuperAdmin) throw redirect(homeOf(viewer))
  return staffOf(viewer)
}

/** Requires platform staff with a role that allows this; other staff go to their overview. */
export async function requireStaff(request: Request, permission: StaffPermission): Promise<SuperActor> {
  const staff = await requireSuperAdmin(request)
  if (!mayStaff(staff.roles, permission)) throw redirect(paths.superAdmin())
  return staff
}

/** The member who owns the calendar `/feeds/{secret}.ics`; any other address is a 404. */
export function requireFeedReader(fileName: string | undefined): Actor {
  const secret = /^([\w-]{43})\.ics$/.exec(fileName ?? "")?.[1]
  const reader = orNotFound(secret ? findFeedReader(secret) : undefined)
  takeFormats(reader.school)
  return memberActor(reader.school, reader.membership)
}

/** The invoice link behind `/pay/{secret}`, and the school it acts for; any other address is a 404. */
export function requireInvoiceLink(payKey: string | undefined): { actor: Actor; link: InvoiceLink } {
  const link = orNotFound(payKey && /^[\w-]{43}$/.test(payKey) ? findInvoiceLink(payKey) : undefined)
  const actor = orNotFound(schoolActor(link.schoolId))
  takeFormats(actor.school)
  return { actor, link }
}

/** The offer behind an address in a letter; every other address is a 404. What became of the offer, its page says. */
export function requireOffer(offerKey: string | undefined): { actor: Actor; link: OfferLink } {
  const link = orNotFound(offerKey && /^[\w-]{43}$/.test(offerKey) ? findOfferLink(offerKey) : undefined)
  const actor = orNotFound(schoolActor(link.schoolId))
  takeFormats(actor.school)
  return { actor, link }
}

/**
 * The school at an address of a public page. A page that isn't open is a 404, except to those of the school who set it up: they may
 * look at it.
 */
export async function requireSchoolPage(request: Request, pageKey: string | undefined) {
  const actor = schoolAt(pageKey)
  const page = actor && findShownPage(actor)
  if (!page || (!page.isOpen && !(await mayPreview(request, actor)))) throw notFound()
  takeFormats(actor.school)
  return { actor, page }
}

/** The school at the address of a link in a letter, which works whether the page is open or not. */
export function requirePageOfLink(pageKey: string | undefined) {
  const actor = orNotFound(schoolAt(pageKey))
  const page = orNotFound(findShownPage(actor))
  takeFormats(actor.school)
  return { actor, page }
}

/** A school's logo, for whoever has its address; any other address is a 404. */
export async function requireLogo(logoKey: string | undefined): Promise<Buffer> {
  const bytes = orNotFound(await readLogo(logoKey ?? null))
  return bytes
}

function schoolAt(pageKey: string | undefined): Actor | undefined {
  const schoolId = pageKey ? findHolder(pageKey) : undefined
  return schoolId ? schoolActor(schoolId) : undefined
}

async function mayPreview(request: Request, { school }: Actor): Promise<boolean> {
  const membership = request.method === "GET" ? (await findViewer(request))?.membership : undefined
  return membership?.school.id === school.id && may(membership, "school:settings")
}

/**
 * The school whose formats its public page or that of an invoice link is written in, whoever is logged in beside, or no one;
 * undefined for every other address.
 */
export function schoolOfLink(request: Request): Formats | undefined {
  const { pathname } = new URL(request.url)
  const pageKey = /^\/s\/([\w-]{1,40})(?:\/|$|\.data)/i.exec(pathname)?.[1]
  if (pageKey) return schoolAt(pageKey)?.school
  const payKey = /^\/pay\/([\w-]{43})(?:\/|$|\.data)/.exec(pathname)?.[1]
  const offerKey = /^\/offers\/([\w-]{43})(?:\/|$|\.data)/.exec(pathname)?.[1]
  const link = payKey ? findInvoiceLink(payKey) : offerKey ? findOfferLink(offerKey) : undefined
  return link && schoolActor(link.schoolId)?.school
}

/** Requires a logged-in user, whatever the state of their school; platform staff go home. */
export async function requireCustomer(request: Request): Promise<SignIn> {
  const viewer = await requireUser(request)
  if (viewer.user.isSuperAdmin) throw redirect(paths.superAdmin())
  return viewer
}

/** The same as themself: for what belongs to the person. */
export async function requirePerson(request: Request): Promise<PersonActor> {
  return personOf(await requireCustomer(request))
}

/** The person behind a sign-in, as themself. */
export const personOf = ({ user, membership }: SignIn): PersonActor =>
  personActor({
    userId: user.id,
    name: user.name,
    schoolId: membership?.school.id ?? null,
    timeZone: membership?.school.timeZone ?? "UTC",
  })

/** The platform's staff behind a sign-in that is theirs. */
export function staffOf({ user }: SignIn): SuperActor {
  if (!user.isSuperAdmin) throw new Error("This person isn’t platform staff.")
  takeZone(user.timeZone)
  return superActor({ userId: user.id, name: user.name, roles: user.staffRoles })
}

const pausedHome = ({ role, access }: NonNullable<SignIn["membership"]>) =>
  access !== "held" && (role === "admin" || role === "solo_teacher_admin")
    ? paths.selectPlan({ upgrade: "true" })
    : paths.accountPaused()

/** Throw it for a missing record and for another school's, so that both look the same. To a form it says what was typed. */
export function notFound() {
  const init = { status: 404, statusText: "Not Found" }
  const gone = goneInHand()
  return gone ? Response.json(gone, init) : new Response(null, init)
}

/** A record that has to be there: without it the answer is the same 404. */
export function orNotFound<T>(record: T): Exclude<T, undefined | null | false | "" | 0> {
  if (!record) throw notFound()
  return record as Exclude<T, undefined | null | false | "" | 0>
}
