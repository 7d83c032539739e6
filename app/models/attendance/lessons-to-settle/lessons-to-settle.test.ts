import { expect, test } from "vitest"
import { chooseFor, type StrandedLesson } from "./lessons-to-settle"

const lesson = (id: string, startTime: string, facts: Partial<StrandedLesson>): StrandedLesson => ({
  ...{ id, title: id, date: "2026-12-02", startTime, minutes: 45, needs: ["theo", "hall"] },
  ...{ teacherName: "Theo", roomName: "Hall", students: 1, causes: ["leave"] },
  ...{ substitutes: [], times: [], rooms: [] },
  ...facts,
})
const [ada, bea] = ["ada", "bea"].map((teacherId) => ({ teacherId, name: teacherId, reasons: "" }))
const [attic, cellar] = ["attic", "cellar"].map((id) => ({ id, name: id }))

test("what an earlier lesson of the page takes isn’t chosen for another at the same time", () => {
  if (!ada || !bea || !attic || !cellar) throw new Error("unreachable")
  const substitutes = [ada, bea]
  const times = ["14:00", "14:30", "14:45"].map((startTime) => ({
    date: "2026-12-03",
    startTime,
    leftOut: [],
  }))
  const page = [
    lesson("a", "10:00", { substitutes }),
    lesson("b", "10:30", { substitutes }),
    lesson("c", "10:40", { substitutes }),
    lesson("d", "10:45", { substitutes: [ada] }),
    lesson("e", "10:00", { causes: ["room"], rooms: [attic] }),
    lesson("f", "10:15", { causes: ["room"], rooms: [attic, cellar] }),
    lesson("g", "10:00", { times, causes: ["hours"] }),
    lesson("h", "11:00", { times, causes: ["hours"] }),
    lesson("i", "11:00", { times, causes: ["hours"], needs: ["bea", "attic"] }),
  ]
  expect(chooseFor(page, "best")).toEqual({
    ...{ a: "substitute ada", b: "substitute bea", c: "leave", d: "substitute ada" },
    ...{ e: "room attic", f: "room cellar" },
    ...{ g: "time 2026-12-03 14:00", h: "time 2026-12-03 14:45", i: "time 2026-12-03 14:00" },
  })
  expect(chooseFor(page, "room")).toMatchObject({ a: "leave", e: "room attic", f: "room cellar" })
  expect(new Set(Object.values(chooseFor(page, "cancel")))).toEqual(new Set(["cancel"]))
})
