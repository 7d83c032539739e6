import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { paymentMethods, paymentProviders } from "db/schema/choices"
import { expect, test } from "vitest"
import { platformWay, providerNames, usualMethods } from "~/utils/payment-providers"
import { isTest } from "../../scripts/import-graph.mjs"

// Commands, screens and texts ask the platform's provider by what it does (app/providers/platform-provider.server.ts) and
// call it by its label (app/utils/payment-providers.ts). Who names it has a reason here; the list can only become shorter.

const mostFiles = 30

const naming: Record<string, string> = {
  "app/providers/platform-provider.server.ts": "chooses it",
  "app/utils/payment-providers.ts": "the table of providers",
  "db/schema/choices.ts": "what columns hold",
  "app/utils/env.server.ts": "its settings",
  "app/utils/settings-check.server.ts": "what is wrong with its settings",
  "app/models/accounts/plan/plan-price.server.ts": "its settings, and a field that the specification names",
  "app/models/money/bank-import/bank-synonyms.ts": "how a bank deposit is called in its own files",
  "db/seed/may-seed.ts": "its mode",
  "app/routes/api/description/call.server.ts": "addresses and a field that the specification names",
  "app/addresses/api.ts": "the address of its messages",
  "app/addresses/own.ts": "what families search for",
  "app/addresses/settings.ts": "what owners search for",
  "app/models/platform/help/help-article.server.ts": "an article's address",
  "app/models/platform/help/articles/first-week.md": "the same, linked",
  "app/models/platform/help/articles/packages-and-prices.md": "the same, linked",
  "app/models/platform/help/articles/school-settings.md": "the same, linked",
  "app/routes/registration/select-plan.tsx": "where its own buttons go",
  "app/enhance/enhance.ts": "the address of their script",
  "app/enhance/paypal-buttons.ts": "their script, which scripts of our pages help",
  "db/seed/auto-pay.ts": "a buyer in its stand-in",
  "scripts/bundle-enhance.mjs": "bundles the script of its buttons",
  "scripts/demo-parts.mjs": "says where its stand-in's ledger is",
  "scripts/demo-subscriptions.ts": "fills its stand-in",
  "scripts/staging-from-debian.ts": "its settings",
  "scripts/staging-machine.ts": "its settings",
  "scripts/test.mjs": "the drill of its stand-in",
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

test("the platform's provider is named in its folder, and elsewhere only where there is a reason", () => {
  const found = ["app", "db", "scripts"]
    .flatMap(filesIn)
    .concat("server.ts")
    .filter((path) => !/^(app\/providers\/paypal|db\/migrations)\//.test(path) && !isTest(path))
    .filter((path) => readFileSync(path, "utf8").toLowerCase().includes(platformWay))
  expect(found.sort()).toEqual(Object.keys(naming).sort())
  expect(found.length).toBeLessThanOrEqual(mostFiles)
})

test("the table of providers has all that columns may hold, and the platform's is the one of rows from before", () => {
  expect([...providerNames].sort()).toEqual([...paymentProviders].sort())
  expect(paymentProviders[0]).toBe(platformWay)
  expect(paymentMethods).toEqual(expect.arrayContaining(Object.values(usualMethods)))
})
