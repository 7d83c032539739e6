import { afterEach, expect, test } from "vitest"
import type { ConditionKey } from "~/models/platform/condition/condition"
import { watchCondition } from "~/models/platform/condition/condition.server"
import { testNow } from "../../tests/support/clock"
import { checkCertificate, hasCertificate } from "./check-certificate.server"

const hour = 3_600_000
afterEach(() => void Object.assign(globalThis, { tuttiMachine: undefined }))

const troubles = (key: ConditionKey) =>
  watchCondition()
    .troubles.filter((trouble) => trouble.key === key)
    .map(({ tone, what }) => `${tone}: ${what}`)
const fact = (label: string) => watchCondition().facts.find((each) => each.label === label)?.value

test("is looked for where someone renews one", () => {
  const isRead = (address: string) => hasCertificate(new URL(address))
  expect(isRead("https://tutti-school.org")).toBe(true)
  for (const address of [
    "http://tutti-school.org",
    "https://localhost:3000",
    "https://127.0.0.1",
    "https://a.example",
  ])
    expect(isRead(address)).toBe(false)
})

test("counts the days of the certificate, and says when it can’t be read twice", async () => {
  const address = "https://tutti-school.org"
  await checkCertificate("http://localhost:3000", () => Promise.reject(new Error("never asked")))
  expect(fact("Certificate")).toBeUndefined()
  await checkCertificate(address, async () => ({ endsAt: testNow + 40 * 24 * hour }))
  expect([fact("Certificate"), troubles("certificate")]).toEqual(["40 days", []])
  const away = () => Promise.reject(new Error("connect ECONNREFUSED"))
  await checkCertificate(address, away)
  expect(troubles("certificate")).toEqual([])
  await checkCertificate(address, away)
  expect(troubles("certificate")).toEqual([
    "warn: The certificate of tutti-school.org can’t be checked: connect ECONNREFUSED.",
  ])
  await checkCertificate(address, async () => ({ endsAt: testNow + 9.5 * 24 * hour }))
  expect(troubles("certificate")).toEqual(["warn: The certificate of tutti-school.org expires in 9 days."])
  await checkCertificate(address, async () => ({ endsAt: testNow - hour, problem: "CERT_HAS_EXPIRED" }))
  expect(troubles("certificate")).toEqual(["bad: The certificate of tutti-school.org has expired."])
})
