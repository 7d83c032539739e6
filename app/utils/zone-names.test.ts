import { expect, test } from "vitest"
import { zonesWith } from "./zone-list.server"
import { todaysZone, zoneLabel } from "./zone-names"
import { isZone, localTime } from "./zones"

test("zones have the names of today, each once", () => {
  const zones = zonesWith()
  for (const today of [
    "Europe/Kyiv",
    "Asia/Kolkata",
    "Asia/Ho_Chi_Minh",
    "Asia/Kathmandu",
    "Asia/Yangon",
    "America/Nuuk",
  ])
    expect(zones).toContain(today)
  for (const earlier of ["Europe/Kiev", "Asia/Calcutta", "Asia/Saigon", "Asia/Katmandu", "Asia/Rangoon"])
    expect(zones).not.toContain(earlier)
  expect(new Set(zones).size).toBe(zones.length)
  expect(zones).toEqual([...zones].sort())
  expect(zones.filter((zone) => !isZone(zone))).toEqual([])
})

test("an earlier name is found beside today's, and says the same time", () => {
  expect(zoneLabel("Europe/Kyiv")).toBe("Europe/Kyiv (Kiev)")
  expect(zoneLabel("Asia/Ho_Chi_Minh")).toBe("Asia/Ho Chi Minh (Saigon)")
  expect(zoneLabel("America/Argentina/Buenos_Aires")).toBe("America/Argentina/Buenos Aires")
  for (const zone of Intl.supportedValuesOf("timeZone"))
    for (const at of [0, 1_700_000_000_000, 1_790_000_000_000])
      expect(localTime(at, todaysZone(zone)), zone).toBe(localTime(at, zone))
})

test("a zone that was chosen by its earlier name stays chosen, under today's", () => {
  const zones = zonesWith("Asia/Calcutta")
  expect(zones).toContain("Asia/Calcutta")
  expect(zones).not.toContain("Asia/Kolkata")
  expect(zoneLabel("Asia/Calcutta")).toBe("Asia/Kolkata (Calcutta)")
})
