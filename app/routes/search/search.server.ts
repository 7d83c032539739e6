import { stemmer } from "stemmer"
import { type Address, type Place, routeOf } from "~/addresses/address"
import { screens } from "~/addresses/addresses"
import { actorOf, staffOf } from "~/http/guards.server"
import type { SignIn } from "~/models/accounts/sign-in/sign-in"
import type { Actor } from "~/models/foundation/access/actor"
import { isPermission, may, type Permission } from "~/models/foundation/access/permissions"
import {
  isStaffPermission,
  mayStaff,
  type StaffPermission,
} from "~/models/foundation/access/staff-permissions"
import { findPushKey } from "~/models/foundation/push/push-devices.server"
import { type FoundGroup, groupOf } from "~/models/overview/search/search"
import { findInSchool, searchPlatform } from "~/models/overview/search/search.server"
import { findPortal } from "~/models/people/family-access/portal.server"
import { findNotYet, type NotYet } from "~/models/platform/assistant/not-yet"
import { aboutProvider, findHelpArticle, listHelpArticles } from "~/models/platform/help/help-article.server"
import type { HelpTopic } from "~/models/platform/help/help-topics"
import { countMissed } from "~/models/platform/missed-search/missed-searches.server"
import { fold } from "~/utils/names"
import { isOneSlip } from "~/utils/one-slip"
import { paths } from "~/utils/paths"
import { hasPlatformProvider } from "~/utils/payment-providers"
import { searchMentions } from "./mentions.server"
import * as settingValues from "./setting-values.server"

// Finding a screen, a setting, an act or an article by the words people have for it: plurals and endings don't matter, and from
// five letters on one of them may be wrong, missing, too many or exchanged with the next.

/** What can be found: its title, and its words or questions with a | between them. */
export type Wordy = { title: string; words: string }

type Indexed<Thing> = {
  thing: Thing
  title: string[]
  /** As they are written, and by their stems. */
  written: string[]
  phrases: string[]
  words: Set<string>
}

const small = new Set(
  "a an the of for to in on at and or by how do does did give i me my we us our you your it its this that is are be can could with what where when who which there please want need would like should see find show get have has s t m".split(
    " ",
  ),
)

const wordsOf = (text: string): string[] =>
  fold(text)
    // "e-invoice" is one word.
    .replace(/\be (?=\w)/g, "e")
    .split(" ")
    .filter((word) => word.length > 1 && !small.has(word))
const stemsOf = (text: string): string[] => wordsOf(text).map((word) => stemmer(word))

/** Read once, things can be looked through again and again. */
const indexOf = <Thing extends Wordy>(things: readonly Thing[]): Indexed<Thing>[] =>
  things.map((thing) => {
    const written = [thing.title, ...thing.words.split("|")].map(fold)
    const phrases = thing.words.split("|").map((phrase) => stemsOf(phrase).join(" "))
    const words = new Set([...written, ...phrases].flatMap((each) => each.split(" ")))
    return { thing, title: stemsOf(thing.title), written, phrases, words }
  })

/** How well a word is meant by one of several: 1 it is one of them, 0.7 it begins one, 0.5 a slip away, 0 not. */
function meant(word: string, written: string, among: Iterable<string>): number {
  let best = 0
  for (const each of among) {
    if (each === word) return 1
    if (each.startsWith(word) || each.startsWith(written)) best = Math.max(best, 0.7)
    else if (isOneSlip(word, each) || isOneSlip(written, each)) best = Math.max(best, 0.5)
  }
  return best
}

/** How much a word says: the more, the fewer things have it. */
const rarity = (index: readonly Indexed<unknown>[], word: string): number =>
  Math.log(1 + index.length / (1 + index.filter(({ words }) => words.has(word)).length))

type Hit<Thing> = { thing: Thing; score: number }

/** From here on someone means this thing and no person of that name. */
const surely = 80

/** Those that are meant by every word of a text, the best first. */
const findPlaces = <Thing>(index: readonly Indexed<Thing>[], text: string): Hit<Thing>[] =>
  match(index, text, (meantWords, all) => meantWords === all)

/** Those that are plainly meant by most of its words. */
const findMost = <Thing>(index: readonly Indexed<Thing>[], text: string): Hit<Thing>[] =>
  match(index, text, (meantWords, all) => meantWords * 2 > all, 60)

/** Those that are plainly meant by a third of its words, for a text that nothing is meant by as a whole. */
const findNear = <Thing>(index: readonly Indexed<Thing>[], text: string): Hit<Thing>[] =>
  match(index, text, (meantWords, all) => meantWords * 3 >= all, 60)

function match<Thing>(
  index: readonly Indexed<Thing>[],
  text: string,
  isEnough: (meantWords: number, all: number) => boolean,
  /** The score from which on a word counts as meant. */
  plainly = 1,
): Hit<Thing>[] {
  const all = fold(text)
  const written = wordsOf(text)
  const sought = written.map((word) => stemmer(word))
  // Of small words alone only all of them together say what is meant, as "to do".
  if (sought.length === 0)
    return index.filter((each) => each.written.includes(all)).map(({ thing }) => ({ thing, score: 98 }))
  const whole = sought.join(" ")
  // Where each word must be meant, each counts the same.
  const rare = sought.map((word) => (plainly === 1 ? 1 : rarity(index, word)))
  const saidBy = (each: readonly number[]) =>
    rare.reduce((total, said, index) => total + said * (each[index] ?? 0), 0)
  const saidByAll = saidBy(rare.map(() => 1))
  return index
    .flatMap(({ thing, title, written: known, phrases, words }): Hit<Thing>[] => {
      if (title.join(" ") === whole) return [{ thing, score: 100 }]
      // The words that say it best stand first.
      const [as, at] = [known.indexOf(all), phrases.indexOf(whole)]
      if (as >= 0) return [{ thing, score: 98 - Math.min(as, 20) * 0.1 }]
      if (at >= 0) return [{ thing, score: 95 - Math.min(at, 14) * 0.5 }]
      const scores = sought.map((word, index) => {
        const own = written[index] ?? word
        return Math.max(meant(word, own, title) * 70, meant(word, own, words) * 60)
      })
      if (!isEnough(scores.filter((score) => score >= plainly).length, scores.length)) return []
      const isPhrase = phrases.some((phrase) => ` ${phrase} `.includes(` ${whole} `))
      // Where all of it is a slip away from something, that is meant before what only has the word in it.
      const isSlip = (each: string, index: number) =>
        isOneSlip(all, each) || isOneSlip(whole, phrases[index - 1] ?? "")
      const slip = isPhrase ? -1 : known.findIndex(isSlip)
      const more = isPhrase ? 5 : slip < 0 ? 0 : 10 - Math.min(slip, 14) * 0.5
      return [{ thing, score: saidBy(scores) / saidByAll + more - title.length * 0.1 }]
    })
    .sort((one, other) => other.score - one.score)
}

// What a search finds of the table of addresses: a school's places for who may open them, and those of our staff.

type PlaceKind = "page" | "setting" | "act"

type PlaceOf<Needed> = Pick<Place, "words" | "only" | "value"> & {
  kind: PlaceKind
  to: string
  title: string
  /** what it belongs to, beside its title */
  where: string
  needs: Needed
}
type SchoolPlace = PlaceOf<Permission>
type StaffPlace = PlaceOf<StaffPermission>

const titleOf = (place: Place): [PlaceKind, string] =>
  "page" in place ? ["page", place.page] : "act" in place ? ["act", place.act] : ["setting", place.setting]

/** What no permission guards is found by everyone in a school, or by all of our staff. */
function needOf({ opens }: Address): Permission | StaffPermission {
  if (isPermission(opens) || isStaffPermission(opens)) return opens
  return opens === "staff" ? "overview:read" : "preferences:own"
}

/** Of what is meant equally, a setting is named first. */
const kinds: readonly PlaceKind[] = ["setting", "page", "act"]

const unsorted = screens.flatMap((address): PlaceOf<Permission | StaffPermission>[] => {
  const { path, belongsTo, parts = [] } = address
  const all = address.words === undefined ? parts : [address, ...parts]
  return all.map((place) => {
    const [kind, title] = titleOf(place)
    const { words, only, value, at = "", in: where = belongsTo, for: needs = needOf(address) } = place
    return { kind, title, to: `${routeOf(path)}${at}`, where, needs, words, only, value }
  })
})

const places = kinds.flatMap((kind) => unsorted.filter((place) => place.kind === kind))

export const schoolPlaces: readonly SchoolPlace[] = places.flatMap(({ needs, ...place }) =>
  isPermission(needs) ? [{ ...place, needs }] : [],
)
const staffPlaces: readonly StaffPlace[] = places.flatMap(({ needs, ...place }) =>
  isStaffPermission(needs) ? [{ ...place, needs }] : [],
)

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
  const exact = placesFor(viewer, text, findPlaces)
  const { groups, isSure } = exact.groups.length > 0 ? exact : placesFor(viewer, text, findMost)
  const articles = articlesFor(viewer, text, findPlaces)
  const found = isSure ? [...groups, ...people] : [...people, ...groups]
  const mentions = viewer.user.isSuperAdmin ? [] : searchMentions(actorOf(viewer), text)
  const all = [...missing, ...found, ...mentions, ...articles]
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

/** Plans, their provider and notifications aren't everywhere. */
const isHere = (to: string): boolean =>
  to.endsWith("#push")
    ? findPushKey() !== null
    : hasPlatformProvider() || !(to.startsWith(paths.subscriptionSettings()) || to.endsWith("#payee"))

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

type Article = { key: string; topic: HelpTopic }

/** Help on it: by an article's title, what it is about and the questions it answers. Families find what is written for them, teachers nothing of what the office is paid. */
function articlesFor(viewer: SignIn, text: string, find: typeof findPlaces): FoundGroup[] {
  const all = listHelpArticles()
  if (articleIndex?.of !== all) articleIndex = { of: all, index: indexArticles(all) }
  const isFamily = viewer.membership?.role === "student"
  const mayPay = isFamily && seesMoney(actorOf(viewer))
  const isTeacher = viewer.membership?.role === "teacher" && viewer.membership.rights.length === 0
  const isOfOffice = ({ key, topic }: Article) =>
    aboutProvider.has(key) || aboutMoney.has(key) || (topic === "money" && key !== "teacher-pay")
  const isTheirs = ({ key, topic }: Article) =>
    isTeacher
      ? !isOfOffice({ key, topic })
      : !isFamily || topic === "account" || (topic === "families" && (!aboutMoney.has(key) || mayPay))
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
