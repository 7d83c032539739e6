import { signInTries } from "db/schema/foundation"
import { beforeEach, expect, test } from "vitest"
import { fixClock } from "~/utils/clock.server"
import { testNow } from "../../../../tests/support/clock"
import { removeRows, rowsOf } from "../../../../tests/support/school"
import {
  beginTry,
  countFailures,
  countOldTries,
  endTry,
  forgetOldTries,
  forgetTriesAt,
} from "./sign-in-tries.server"

const second = 1000
const minute = 60 * second

beforeEach(() => void removeRows(signInTries))

const ruth = { account: "ruth@harmony.example", address: "203.0.113.5" }
const fail = (attempt: Parameters<typeof beginTry>[0], times: number) => {
  for (let count = 0; count < times; count += 1) beginTry(attempt)
}

test("the first five wrong passwords cost nothing, then each further try waits twice as long", () => {
  expect(Array.from({ length: 5 }, () => beginTry(ruth))).toEqual([0, 0, 0, 0, 0])
  let at = testNow
  for (const wait of [30, 60, 120, 240, 480, 900, 900]) {
    expect(beginTry(ruth)).toBe(wait)
    fixClock(at + wait * second - 1)
    expect(beginTry(ruth)).toBe(1)
    at += wait * second
    fixClock(at)
    expect(beginTry(ruth)).toBe(0)
  }
})

test("a try that came too early is not counted, however many there are", () => {
  fail(ruth, 200)
  expect(countFailures(ruth)).toBe(5)
  expect(beginTry(ruth)).toBe(30)
})

test("the owner elsewhere is not kept waiting, nor another account at the same place", () => {
  fail(ruth, 50)
  expect(beginTry({ ...ruth, address: "198.51.100.7" })).toBe(0)
  expect(beginTry({ ...ruth, account: "milo" })).toBe(0)
})

test("an account that is guessed from everywhere slows down after a hundred failures, but not for its own devices", () => {
  for (let client = 0; client < 100; client += 1) expect(beginTry({ ...ruth, address: `c${client}` })).toBe(0)
  expect(beginTry({ ...ruth, address: "new" })).toBe(1)
  const device = { ...ruth, deviceId: "laptop" }
  expect(beginTry(device)).toBe(0)
  fail(device, 4)
  expect(beginTry(device)).toBe(30)
  expect(beginTry({ ...device, deviceId: "phone" })).toBe(0)
})

test("only failures count for a shared address: three hundred who get in keep no one waiting", () => {
  for (let person = 0; person < 300; person += 1) {
    const attempt = { account: `pupil${person}`, address: ruth.address }
    expect(beginTry(attempt)).toBe(0)
    endTry(attempt)
  }
  for (let person = 0; person < 100; person += 1)
    expect(beginTry({ account: `guess${person}`, address: ruth.address })).toBe(0)
  expect(beginTry({ account: "one more", address: ruth.address })).toBe(1)
})

test("the right password forgets this pair's failures, and not what others failed at the account", () => {
  fail(ruth, 4)
  const stranger = { ...ruth, address: "198.51.100.9" }
  fail(stranger, 5)
  expect(beginTry(ruth)).toBe(0)
  endTry(ruth)
  expect(Array.from({ length: 5 }, () => beginTry(ruth))).toEqual([0, 0, 0, 0, 0])
  expect(beginTry(stranger)).toBe(30)
  forgetTriesAt(ruth.account)
  expect(beginTry(stranger)).toBe(0)
})

test("a clock that was set back makes no one wait for it, and the failures count on", () => {
  fail(ruth, 5)
  fixClock(testNow - 30 * 86_400_000)
  expect(beginTry(ruth)).toBe(0)
  expect(countFailures(ruth)).toBe(6)
  expect(beginTry(ruth)).toBe(60)
})

test("failures are forgotten after a day", () => {
  fail(ruth, 5)
  fixClock(testNow + 24 * 60 * minute)
  expect(beginTry(ruth)).toBe(0)
  fixClock(testNow + 3 * 24 * 60 * minute)
  expect(countOldTries()).toBeGreaterThan(0)
  forgetOldTries()
  expect(rowsOf(signInTries)).toEqual([])
})
