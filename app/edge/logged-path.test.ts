import { expect, test } from "vitest"
import { loggedPath } from "./logged-path"

test.each([
  ["/students", "/students"],
  ["/auth/reset?token=abc", "/auth/reset"],
  ["/students#token=abc", "/students"],
  ["/feeds/abc.ics", "/feeds/…"],
  ["/Feeds/abc.ics", "/feeds/…"],
  ["/%66eeds/abc.ics", "/feeds/…"],
  ["/feeds%2Fabc.ics", "/feeds/…"],
  ["/pay/abc/return?token=x", "/pay/…"],
  ["/offers/abc?document=x", "/offers/…"],
  ["/Offers%2Fabc.data", "/offers/…"],
  ["/%", "/%"],
  ["http://someone:secret@x/dashboard?token=abc", "(no path)"],
  ["x?token=abc:80", "(no path)"],
  ["*", "(no path)"],
])("%s is logged as %s", (target, logged) => {
  expect(loggedPath(target)).toBe(logged)
})
