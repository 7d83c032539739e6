// Who may import whom (STYLE.md). Each rule says why.
const never = (name, comment, from, to) => ({ name, comment, severity: "error", from, to })

module.exports = {
  forbidden: [
    never(
      "no-cycles",
      "A cycle means two nouns are one, or one is hiding.",
      { path: "^(app|db|sandbox)/" },
      { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    ),
    never(
      "server-edge",
      "The server knows the build, leaf code and the request edge; pages and the domain stay behind Remix.",
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
      "A route that needs another route needs a component or a model.",
      { path: "^app/routes/" },
      { path: "^app/routes/" },
    ),
    never(
      "components-browser",
      "Components run in the browser: nothing of the server may reach it.",
      { path: "^app/components/" },
      { path: "^(db/|app/routes/|app/jobs/|app/http/)|\\.server\\.(ts|tsx)$" },
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
        path: "^app/(routes|components|jobs|utils/http)/|node_modules/(react|react-dom|@remix-run|express)/",
      },
    ),
    never(
      "jobs-thin",
      "What runs without a request calls models; it has no screens.",
      { path: "^app/jobs/" },
      { path: "^app/(routes|components|utils/http)/" },
    ),
    never(
      "http-edge",
      "The request edge sits on models; screens sit on it.",
      { path: "^app/http/" },
      { path: "^(app/(routes|components|jobs)|db)/" },
    ),
    never(
      "utils-leaf",
      "Leaf code is used by everyone, so it may use nobody.",
      { path: "^app/utils/(?!http/)" },
      { path: "^(app/(?!utils/)|app/http/|db/|sandbox/)" },
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
      "Only the guard, jobs, registration and its taking back when it was abandoned, accepting an invitation, the mailbox that takes an account over, the log of failed sign-ins (nobody is signed in yet), the seed and tests can make an actor.",
      {
        path: "^app/",
        pathNot:
          "^app/(http/guards\\.server\\.ts|jobs/|models/accounts/school/register-school\\.server\\.ts|models/platform/platform/cleanup\\.server\\.ts|models/people/invitation/accept-invitation\\.server\\.ts|models/accounts/proven-address/proven-address\\.server\\.ts|models/accounts/sign-in/sign-in-events\\.server\\.ts|models/foundation/access/)",
      },
      { path: "^app/models/foundation/access/actor\\.server\\.ts$" },
    ),
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    exclude: { path: "\\.test\\.tsx?$" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default"],
    },
  },
}
