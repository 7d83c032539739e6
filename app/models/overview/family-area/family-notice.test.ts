import { expect, test } from "vitest"
import { testNow } from "../../../../tests/support/clock"
import { type Consequence, consequenceText } from "./family-notice"

const notice = (inTime: boolean): Consequence => ({
  inTime,
  inTimeUntil: testNow,
  noticeHours: 24,
  billing: "per_session",
  taken: 0,
  chargedMinor: 0,
  currency: "USD",
  allowance: { most: 0, used: 0 },
  isAllowed: false,
  creditUntil: null,
  whyNoCredit: null,
  earned: null,
})

test("a notice that is late is told in a warning tone, one in time plainly, whatever the words are", () => {
  const textOf = (inTime: boolean) => consequenceText(notice(inTime), { zone: "UTC", seesMoney: true })
  expect([textOf(true).tone, textOf(false).tone]).toEqual(["ink", "amber"])
})
