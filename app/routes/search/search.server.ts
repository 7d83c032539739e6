import { actionsOf, type Looker, pagesOf } from "~/components/shell/search/pages"
import { actorOf, staffOf } from "~/http/guards.server"
import type { SignIn } from "~/models/accounts/sign-in/sign-in"
import type { Actor } from "~/models/foundation/access/actor"
import { may } from "~/models/foundation/access/permissions"
import { type Found, type FoundGroup, groupOf } from "~/models/overview/search/search"
import { searchPlatform } from "~/models/overview/search/search.server"
import { findInSchool } from "~/models/overview/search/search-aside.server"
import { findPortal } from "~/models/people/family-access/portal.server"
import { findNotYet } from "~/models/platform/assistant/not-yet"
import { findHelpArticle, listHelpArticles } from "~/models/platform/help/help-article.server"
import type { HelpTopic } from "~/models/platform/help/help-topics"
import { paths } from "~/utils/paths"
import { usesPayPal } from "~/utils/paypal-use"
import { findPlaces, type Hit, indexOf, surely } from "./find-places.server"
import { type PlaceKind, places } from "./places.server"

/**
 * Finds what the person may open: platform staff schools, others the records of their own school, and everyone screens, settings, acts
 * and articles by the words they have for them. A word for what Tutti doesn't do says so, with what there is instead.
 */
export async function searchFor(viewer: SignIn, text: string): Promise<FoundGroup[]> {
  if (!text) return []
  const people = viewer.user.isSuperAdmin
    ? searchPlatform(staffOf(viewer), text)
    : await findInSchool(actorOf(viewer), text)
  const looker = lookerOf(viewer)
  const { groups, isSure } = placesFor(viewer, looker, text)
  const found = isSure ? [...groups, ...people] : [...people, ...groups]
  return [...notYet(text), ...found, ...articlesFor(looker, text)]
}

type Shown = Found & { kind: PlaceKind; words: string }

const labels: Record<PlaceKind, string> = { setting: "Settings", act: "Actions", page: "Go to" }
const most: Record<PlaceKind, number> = { setting: 5, act: 4, page: 5 }

const officeIndex = indexOf(places)

function placesFor(viewer: SignIn, looker: Looker, text: string): { groups: FoundGroup[]; isSure: boolean } {
  const hits: Hit<Shown>[] = viewer.user.isSuperAdmin ? [] : ofOffice(actorOf(viewer), text)
  const known = new Set(hits.map(({ thing }) => thing.to))
  // Families', teachers' and the staff's own menus, and what of the office's has no words yet.
  const others = findPlaces(indexOf(menuOf(looker)), text).filter(({ thing }) => !known.has(thing.to))
  const all = [...hits, ...others].sort((one, other) => other.score - one.score)
  const kinds = [...new Set(all.map(({ thing }) => thing.kind))]
  return {
    groups: kinds.flatMap((kind) => {
      const found = all.flatMap(({ thing }) => (thing.kind === kind ? [thing] : []))
      return groupOf(labels[kind], { found: found.slice(0, most[kind]), more: false })
    }),
    isSure: (all[0]?.score ?? 0) >= surely,
  }
}

function ofOffice(actor: Actor, text: string): Hit<Shown>[] {
  const isSolo = actor.school.kind === "solo"
  return findPlaces(officeIndex, text).flatMap(({ thing, score }) =>
    may(actor, thing.needs) && !(isSolo && thing.ofSchools) && isHere(thing.to)
      ? [{ thing: { ...thing, detail: thing.where }, score }]
      : [],
  )
}

/** Plans and PayPal aren't everywhere. */
const isHere = (to: string): boolean =>
  usesPayPal() || !(to.startsWith(paths.subscriptionSettings()) || to.endsWith("#payee"))

/** Of a family's people a child sees no money. */
export function lookerOf(viewer: SignIn): Looker {
  const { user, membership } = viewer
  const role = user.isSuperAdmin ? "super_admin" : (membership?.role ?? "student")
  return {
    role,
    rights: membership?.rights ?? [],
    seesMoney: role === "student" && findPortal(actorOf(viewer)).seesMoney,
    staffRoles: user.staffRoles,
  }
}

function menuOf(looker: Looker): Shown[] {
  const listed = (kind: PlaceKind, all: ReturnType<typeof pagesOf>): Shown[] =>
    all.map(({ also = "", ...each }) => ({ ...each, kind, words: also.split(" ").join("|") }))
  return [...listed("act", actionsOf(looker)), ...listed("page", pagesOf(looker))]
}

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
function articlesFor({ role, seesMoney }: Looker, text: string): FoundGroup[] {
  const all = listHelpArticles()
  if (articleIndex?.of !== all) articleIndex = { of: all, index: indexArticles(all) }
  const isTheirs = ({ key, topic }: { key: string; topic: HelpTopic }) =>
    role !== "student" || topic === "account" || (topic === "families" && (!aboutMoney.has(key) || seesMoney))
  const found = findPlaces(articleIndex.index, text)
    .filter(({ thing }) => isTheirs(thing))
    .map(({ thing: { key, title, summary } }) => ({ to: paths.helpArticle(key), title, detail: summary }))
  return groupOf("Help", { found: found.slice(0, 3), more: found.length > 3 }, paths.help(text))
}

function notYet(text: string): FoundGroup[] {
  const known = findNotYet(text)
  if (!known) return []
  const article = known.article ? findHelpArticle(known.article) : undefined
  const to = article ? paths.helpArticle(article.key) : paths.help(text)
  return [
    {
      label: "Not in Tutti",
      note: known.answer,
      found: [{ to, title: article?.title ?? "Search help", detail: article?.summary ?? null }],
      more: null,
    },
  ]
}
