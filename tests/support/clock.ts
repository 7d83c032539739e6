/** The day all tests live on: Wednesday, November 18, 2026, 3:10 PM in New York. */
export const testNow = Date.parse("2026-11-18T20:10:00Z")
export const testToday = "2026-11-18"
