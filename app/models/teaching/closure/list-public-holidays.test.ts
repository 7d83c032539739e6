import { describe, expect, test } from "vitest"
import { isDate } from "~/utils/dates"
import { listPublicHolidays } from "./list-public-holidays.server"

const of = (country: string, region?: string, year = 2027) =>
  listPublicHolidays({ country, region, year, timeZone: "UTC" })

describe("public holidays", () => {
  test("of a country, in order, one line a day", () => {
    const { holidays, country, region, regions } = of("US")
    expect([country, region]).toEqual(["US", null])
    expect(regions).toContainEqual({ code: "CA", name: "California" })
    expect(holidays).toContainEqual({ date: "2027-11-25", name: "Thanksgiving Day" })
    const dates = holidays.map(({ date }) => date)
    expect(dates).toEqual([...new Set(dates)].sort())
    expect(dates.every((date) => isDate(date) && date.startsWith("2027"))).toBe(true)
  })

  test("are named as their country writes them", () => {
    const nameOn = (country: string, day: string) =>
      of(country).holidays.find(({ date }) => date === day)?.name
    expect(nameOn("US", "2027-09-06")).toBe("Labor Day")
    expect(nameOn("CA", "2027-09-06")).toBe("Labour Day")
    expect(nameOn("US", "2027-01-01")).toBe("New Year’s Day")
    expect(nameOn("US", "2027-07-05")).toBe("Independence Day (observed)")
  })

  test("of countries by the names people know them by", () => {
    const named = new Map(of("US").countries.map(({ code, name }) => [code, name]))
    expect([named.get("IT"), named.get("MA"), named.get("BD")]).toEqual(["Italy", "Morocco", "Bangladesh"])
  })

  test("of a region, which has more of them", () => {
    const names = of("DE", "BY").holidays.map(({ date }) => date)
    expect(names).toContain("2027-01-06")
    expect(of("DE").holidays.map(({ date }) => date)).not.toContain("2027-01-06")
  })

  test.each([
    ["America/New_York", "US"],
    ["Europe/Berlin", "DE"],
    ["Asia/Kolkata", "IN"],
    ["UTC", null],
  ])("the country of %s is %s", (timeZone, country) => {
    const found = listPublicHolidays({ year: 2027, timeZone })
    expect(found.country).toBe(country)
    expect(found.holidays.length > 0).toBe(country !== null)
  })

  test("an unknown country or region is as if it were not given", () => {
    expect(of("XX").country).toBeNull()
    expect(of("DE", "CA").region).toBeNull()
  })
})
