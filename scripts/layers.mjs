// Who may import whom (STYLE.md). Each rule says why. `npm run layers` prints what breaks one.
import { pathToFileURL } from "node:url"
import { circlesIn, isTest, readImports } from "./import-graph.mjs"

const never = (name, comment, from, to) => ({ name, comment, from, to })

// The floors of the domain, from the ground up: a wing uses its own nouns and those below.
const wings = [
  ["foundation", "what every school record stands on: who acts, history, outgoing mail, jobs, files, terms"],
  ["accounts", "who signs in, and what a school has bought"],
  ["people", "students, families, teachers, members and how they are invited"],
  ["platform", "the business around the schools: staff, support, backups, the guide"],
  ["teaching", "classes, lessons, seats, prices, rooms and make-up credits"],
  ["money", "charges, invoices, payments, balances, pay"],
  ["attendance", "registers, notices and make-ups"],
  ["learning", "skills, assignments, practice, pieces, reports, resources"],
  ["communication", "messages between a school and its families"],
  ["overview", "screens over everything: dashboards, analytics, search, a teacher's and a family's own area"],
  ["exchange", "what comes in and goes out as files and feeds"],
]

/** What a wing's rule is called in each of the folders. */
const names = { "app/models": "wing", "app/components": "screens", "app/texts": "texts" }

/** One rule per wing: nothing imports from a floor above. */
const wingRules = (root) =>
  wings.slice(0, -1).map(([wing, holds], floor) =>
    never(
      `${names[root]}-${wing}`,
      `The wing ${wing} (${holds}) knows no wing above it.`,
      { path: `^${root}/${wing}/` },
      {
        path: `^${root}/(${wings
          .slice(floor + 1)
          .map(([above]) => above)
          .join("|")})/`,
      },
    ),
  )

const rules = [
  ...wingRules("app/models"),
  ...wingRules("app/components"),
  ...wingRules("app/texts"),
  never(
    "server-edge",
    "The server knows the build, what stands before Remix, and leaf code; pages and the domain stay behind Remix.",
    { path: "^server\\.ts$" },
    { path: "^(app/(routes|models|components|jobs)|db|sandbox|tests)/" },
  ),
  never(
    "routes-no-db",
    "Routes guard, read, decide and respond; rows are the models' business.",
    { path: "^app/routes/" },
    { path: "^db/|node_modules/(drizzle-orm|better-sqlite3)/" },
  ),
  never(
    "routes-alone",
    "A route that needs another route needs a component, a model or a controller (a `.server.ts` beside the routes it serves).",
    { path: "^app/routes/" },
    { path: "^app/routes/.*(?<!\\.server)\\.tsx?$" },
  ),
  never(
    "routes-behind-the-edge",
    "What stands before Remix has answered or let pass before a route runs.",
    { path: "^app/(routes|components|jobs|http|models)/" },
    { path: "^app/edge/" },
  ),
  never(
    "components-browser",
    "Components run in the browser: nothing of the server may reach it.",
    { path: "^app/components/" },
    { path: "^(db/|app/(routes|jobs|http|edge|providers)/)|\\.server\\.(ts|tsx)$" },
  ),
  never(
    "enhance-browser",
    "The scripts of the public pages are small and run in the browser: they take leaf code and browser-safe models alone.",
    { path: "^app/enhance/" },
    {
      path: "^app/(?!(enhance|utils|models)/)|^app/http/|^(db|sandbox|tests|scripts)/|^server\\.ts$|\\.server\\.tsx?$|node_modules/",
      pathNot: "/safe-redirect\\.ts$",
    },
  ),
  never(
    "enhance-apart",
    "The scripts are bundled on their own; nothing else runs them.",
    { path: "^(app/(?!enhance/)|db|sandbox|server\\.ts$)" },
    { path: "^app/enhance/" },
  ),
  never(
    "models-pure",
    "The domain knows neither requests nor screens.",
    { path: "^app/models/" },
    {
      path: "^app/(routes|components|jobs|http|edge)/|node_modules/(react|react-dom|@remix-run|express)/",
    },
  ),
  never(
    "texts-anywhere",
    "A text is written once for pages, letters, papers and files, so it knows none of them.",
    { path: "^app/texts/" },
    {
      path: "^(db/|app/(routes|components|jobs|http|edge)/)|\\.server\\.tsx?$|node_modules/(react|react-dom|@remix-run|express)/",
    },
  ),
  never(
    "jobs-thin",
    "What runs without a request calls models; it has no screens.",
    { path: "^app/jobs/" },
    { path: "^app/(routes|components|http|edge)/" },
  ),
  never(
    "http-below-routes",
    "What a route needs of HTTP sits on models; screens sit on it.",
    { path: "^app/http/" },
    { path: "^(app/(routes|components|jobs)|db)/" },
  ),
  never(
    "edge-before-remix",
    "What a request meets before Remix knows no screen.",
    { path: "^app/edge/" },
    { path: "^(app/(routes|components)|sandbox)/" },
  ),
  never(
    "providers-outside",
    "A client of an outside service knows that service, not the school.",
    { path: "^app/providers/" },
    { path: "^(app/(?!providers/|utils/)|sandbox/)" },
  ),
  never(
    "utils-leaf",
    "Leaf code is used by everyone, so it may use nobody; `paths` are built from the table of addresses.",
    { path: "^app/utils/" },
    { path: "^(app/(?!utils/|addresses/)|db/|sandbox/)" },
  ),
  never(
    "addresses-ground",
    "The table of addresses knows the names of permissions and nothing else.",
    { path: "^app/addresses/" },
    { path: "^(app/(?!addresses/|models/foundation/access/)|db/|sandbox/)|node_modules/" },
  ),
  never(
    "addresses-stay-on-the-server",
    "The browser gets the paths of the addresses, not who needs what, by utils/paths.ts alone.",
    {
      path: "^app/(components|enhance|utils)/|^app/routes/.*(?<!\\.server)\\.tsx?$",
      pathNot: "^app/utils/paths\\.ts$",
    },
    { path: "^app/addresses/" },
  ),
  never(
    "db-ground",
    "The ground stands on drizzle alone.",
    { path: "^db/(?!seed)" },
    { path: "^(app|sandbox|tests)/" },
  ),
  never(
    "forms-are-read-in-one-place",
    "What no keyboard writes is met once for all forms, in read-form.server.ts.",
    { path: "^app/", pathNot: "^app/http/read-form\\.server\\.ts$" },
    { path: "node_modules/@conform-to/zod/" },
  ),
  never(
    "app-no-sandbox",
    "The app cannot tell the stand-ins from the real thing.",
    { path: "^app/" },
    { path: "^(sandbox|tests)/" },
  ),
  never(
    "sandbox-apart",
    "The stand-ins know only which plans exist; else client and stand-in could share a mistake.",
    { path: "^sandbox/" },
    { path: "^(app/(?!models/accounts/plan/plan-catalogue\\.ts)|db/|tests/)" },
  ),
  never(
    "actors-are-made-by-guards",
    "Only the guard, jobs, registration and its taking back when it was abandoned, accepting an invitation, the mailbox that takes an account over or confirms another address, the log of failed sign-ins (nobody is signed in yet), the seed and tests can make an actor.",
    {
      path: "^app/",
      pathNot:
        "^app/(http/(guards|member-actor)\\.server\\.ts|jobs/|models/accounts/school/register-school\\.server\\.ts|models/platform/cleanup/cleanup\\.server\\.ts|models/people/invitation/(accept-invitation|transfer)\\.server\\.ts|models/accounts/profile/change-email\\.server\\.ts|models/accounts/proven-address/proven-address\\.server\\.ts|models/accounts/sign-in/sign-in-events\\.server\\.ts|models/foundation/access/)",
    },
    { path: "^app/models/foundation/access/actor\\.server\\.ts$" },
  ),
]

const fits = ({ path, pathNot }, file) =>
  new RegExp(path).test(file) && !(pathNot && new RegExp(pathNot).test(file))

/**
 * What breaks a rule, a line each. Tests may import what they like.
 * @param {ReadonlyMap<string, string[]>} imports
 * @returns {string[]}
 */
export function brokenLayers(imports) {
  const sources = new Map([...imports].filter(([file]) => !isTest(file)))
  const broken = rules.flatMap(({ name, comment, from, to }) =>
    [...sources]
      .filter(([file]) => fits(from, file))
      .flatMap(([file, targets]) =>
        targets
          .filter((target) => !isTest(target) && fits(to, target))
          .map((target) => `${name}: ${file} → ${target}\n  ${comment}`),
      ),
  )
  const inCircles = new Map([...sources].filter(([file]) => /^(app|db|sandbox)\//.test(file)))
  const circles = circlesIn(inCircles).map(
    (circle) => `no-circles: ${circle}\n  A circle means two nouns are one, or one is hiding. Types count.`,
  )
  return [...broken, ...circles]
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const imports = readImports()
  const broken = brokenLayers(imports)
  for (const line of broken) console.error(line)
  console.log(`${imports.size} files, ${broken.length} imports that a layer forbids`)
  if (broken.length > 0) process.exitCode = 1
}
