import { actorOf, staffOf } from "~/http/guards.server"
import type { SignIn } from "~/models/accounts/sign-in/sign-in"
import type { Actor } from "~/models/foundation/access/actor"
import { may } from "~/models/foundation/access/permissions"
import { mayStaff } from "~/models/foundation/access/staff-permissions"
import { findPushKey } from "~/models/foundation/push/push-devices.server"
import { type FoundGroup, groupOf } from "~/models/overview/search/search"
import { searchPlatform } from "~/models/overview/search/search.server"
import { findInSchool } from "~/models/overview/search/search-aside.server"
import { findPortal } from "~/models/people/family-access/portal.server"
import { findNotYet, type NotYet } from "~/models/platform/assistant/not-yet"
import { findHelpArticle, listHelpArticles } from "~/models/platform/help/help-article.server"
import type { HelpTopic } from "~/models/platform/help/help-topics"
import { countMissed } from "~/models/platform/platform/missed-searches.server"
import { paths } from "~/utils/paths"
import { usesPayPal } from "~/utils/paypal-use"
import { findNear, findPlaces, type Hit, indexOf, surely } from "./find-places.server"
import { type PlaceKind, type SchoolPlace, type StaffPlace, schoolPlaces, staffPlaces } from "./places.server"
import * as settingValues from "./setting-values.server"

/**
 * Finds what the person may open: platform staff schools, others the records of their own school, and everyone screens, settings, acts
 * and articles by the words they have for them. A word for what Tutti doesn't do says so, with what there is instead. Of
 * words that nothing is meant by as a whole, it finds what is nearest.
 */
export async function searchFor(viewer: SignIn, text: string): Promise<FoundGroup[]> {
  if (!text) return listPlaces(viewer)
  const people = viewer.user.isSuperAdmin
    ? searchPlatform(staffOf(viewer), text)
    : await findInSchool(actorOf(viewer), text)
  const known = findNotYet(text)
  const missing = known ? [notYet(known, text)] : []
  const { groups, isSure } = placesFor(viewer, text, findPlaces)
  const articles = articlesFor(viewer, text, findPlaces)
  const found = isSure ? [...groups, ...people] : [...people, ...groups]
  const all = [...missing, ...found, ...articles]
  if (all.length > missing.length) return all
  if (known) return [...missing, ...placesFor(viewer, known.instead ?? "", findPlaces).groups]
  const near = [...placesFor(viewer, text, findNear).groups, ...articlesFor(viewer, text, findNear)]
  if (near.length === 0 && !viewer.user.isSuperAdmin) countMissed(actorOf(viewer), text)
  return near
}

const placeIndex = indexOf(schoolPlaces)
const staffIndex = indexOf(staffPlaces)

const values: Record<string, (actor: Actor) => string | null | undefined> = settingValues

const labels: Record<PlaceKind, string> = { setting: "Settings", act: "Actions", page: "Go to" }
const most: Record<PlaceKind, number> = { setting: 5, act: 4, page: 5 }

/** Those of the platform's staff by their roles, those of a school by role, right and school. */
function hitsFor(viewer: SignIn, text: string, find: typeof findPlaces): Hit<SchoolPlace | StaffPlace>[] {
  const { user } = viewer
  if (user.isSuperAdmin)
    return find(staffIndex, text).filter(({ thing }) => mayStaff(user.staffRoles, thing.needs))
  const isOpen = openFor(viewer)
  return find(placeIndex, text).filter(({ thing }) => isOpen(thing))
}

function placesFor(
  viewer: SignIn,
  text: string,
  find: typeof findPlaces,
): { groups: FoundGroup[]; isSure: boolean } {
  const hits = hitsFor(viewer, text, find)
  const kinds = [...new Set(hits.map(({ thing }) => thing.kind))]
  const groups = kinds.flatMap((kind) => {
    const places = hits.flatMap(({ thing }) => (thing.kind === kind ? [thing] : []))
    const found = places.slice(0, most[kind]).map(({ to, title, where, value }) => ({
      to,
      title,
      where,
      detail: (value && !viewer.user.isSuperAdmin && values[value]?.(actorOf(viewer))) || null,
    }))
    return groupOf(labels[kind], { found, more: false })
  })
  return { groups, isSure: (hits[0]?.score ?? 0) >= surely }
}

/** Everything that someone may open, before anything is typed. */
function listPlaces(viewer: SignIn): FoundGroup[] {
  const { user } = viewer
  const open = user.isSuperAdmin
    ? staffPlaces.filter(({ needs }) => mayStaff(user.staffRoles, needs))
    : schoolPlaces.filter(openFor(viewer))
  return (["act", "page", "setting"] as const).flatMap((kind) => {
    const ofKind = open.filter((place) => place.kind === kind)
    const areas = [...new Set(ofKind.map(({ where }) => where))]
    const found = areas
      .flatMap((area) => ofKind.filter(({ where }) => where === area))
      .map(({ to, title, where }) => ({ to, title, where, detail: null }))
    return groupOf(labels[kind], { found, more: false })
  })
}

/** Whether a member may open a place. A child in a family sees no money. */
function openFor(viewer: SignIn): (place: SchoolPlace) => boolean {
  const actor = actorOf(viewer)
  const fits = {
    email: viewer.user.email !== null,
    school: actor.school.kind !== "solo",
    teacher: actor.role === "teacher",
    money: seesMoney(actor),
  }
  return ({ needs, only, to }) => may(actor, needs) && (!only || fits[only]) && isHere(to)
}

const seesMoney = (actor: Actor): boolean => actor.role === "student" && findPortal(actor).seesMoney

/** Plans, PayPal and notifications aren't everywhere. */
const isHere = (to: string): boolean =>
  to.endsWith("#push")
    ? findPushKey() !== null
    : usesPayPal() || !(to.startsWith(paths.subscriptionSettings()) || to.endsWith("#payee"))

let articleIndex: { of: object; index: ReturnType<typeof indexArticles> } | undefined

const indexArticles = (all: ReturnType<typeof listHelpArticles>) =>
  indexOf(
    all.map(({ key, title, summary, topic, sections }) => ({
      key,
      topic,
      title,
      summary,
      words: [summary, ...sections.flatMap(({ heading, questions }) => [heading, ...questions])].join("|"),
    })),
  )

/** What a child has no screens for. */
const aboutMoney: ReadonlySet<string> = new Set(["pay-an-invoice", "receipts"])

/** Help on it: by an article's title, what it is about and the questions it answers. Families find what is written for them. */
function articlesFor(viewer: SignIn, text: string, find: typeof findPlaces): FoundGroup[] {
  const all = listHelpArticles()
  if (articleIndex?.of !== all) articleIndex = { of: all, index: indexArticles(all) }
  const isFamily = viewer.membership?.role === "student"
  const mayPay = isFamily && seesMoney(actorOf(viewer))
  const isTheirs = ({ key, topic }: { key: string; topic: HelpTopic }) =>
    !isFamily || topic === "account" || (topic === "families" && (!aboutMoney.has(key) || mayPay))
  const found = find(articleIndex.index, text)
    .filter(({ thing }) => isTheirs(thing))
    .map(({ thing: { key, title, summary } }) => ({ to: paths.helpArticle(key), title, detail: summary }))
  return groupOf("Help", { found: found.slice(0, 3), more: found.length > 3 }, paths.help(text))
}

function notYet({ answer, article: key }: NotYet, text: string): FoundGroup {
  const article = key ? findHelpArticle(key) : undefined
  const to = article ? paths.helpArticle(article.key) : paths.help(text)
  return {
    label: "Not in Tutti",
    note: answer,
    found: [{ to, title: article?.title ?? "Search help", detail: article?.summary ?? null }],
    more: null,
  }
}
