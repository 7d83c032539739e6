import { readFileSync } from "node:fs"
import { expect, test } from "vitest"
import type { Need } from "~/addresses/address"
import { screens } from "~/addresses/addresses"
import { screenNeeds } from "~/http/limits.server"

/** What guards admit without a permission. */
const who: Record<string, Need> = {
  allowAnyone: "anyone",
  findViewer: "anyone",
  requireFeedReader: "anyone",
  requireInvoiceLink: "anyone",
  requireOffer: "anyone",
  requireSchoolPage: "anyone",
  requirePageOfLink: "anyone",
  requireLogo: "anyone",
  requireUser: "signed-in",
  requireUserSettingUp: "signed-in",
  requireUserWithStartPassword: "signed-in",
  requireSelf: "people",
  requirePerson: "customers",
  requireCustomer: "customers",
  requireSuperAdmin: "staff",
}

/** What the first call of a handler asks for, a guard as `routes.test.ts` knows; undefined without the handler. */
function guardOf(file: string, handler: "loader" | "action") {
  const source = readFileSync(`app/routes/${file}`, "utf8")
  const body = source.split(new RegExp(`export (?:async )?function ${handler}\\b`))[1]?.split("\nexport ")[0]
  const [, guard = "", permission] =
    body?.match(/\b((?:require|allow|find)\w+)\((?:[^()"]*"([a-z-]+:[a-z-]+)")?/) ?? []
  if (!body) return undefined
  return { needs: permission ?? who[guard] ?? guard, unpaid: guard === "requireMemberPaidOrNot" }
}

test("the guards of each address ask for what its table says", () => {
  const different = screens.flatMap(({ file, opens, sends, unpaid = false }) => {
    const [loader, action] = [guardOf(file, "loader"), guardOf(file, "action")]
    const isSame =
      (!loader || (loader.needs === opens && loader.unpaid === unpaid)) &&
      (!action || (action.needs === sends && (action.unpaid === unpaid || opens === "anyone")))
    return isSame ? [] : [`${file}: ${loader?.needs} ${action?.needs}, not ${opens} ${sends}`]
  })
  expect(different).toEqual([])
})

test("what a member’s links and buttons leave out needs a permission", () => {
  expect(screenNeeds["/billing/unbilled"]).toEqual(["invoice:read", "invoice:issue"])
  expect(screenNeeds["/cancel-upgrade"]).toEqual(["subscription:pay", "subscription:pay"])
  expect(screenNeeds["/settings/profile"]).toBeUndefined()
  expect(screenNeeds["/student/invoices"]).toBeUndefined()
})
