import { expect, test } from "vitest"
import { findAmong } from "./find-among"

test("a name with an apostrophe is found by it, without it and with a space", () => {
  const all = [{ title: "Niamh O’Brien" }, { title: "Mateo Okafor" }]
  for (const typed of ["obrien", "O'Brien", "o brien", "brien", "niamh ob"])
    expect(findAmong(all, typed, 5).found, typed).toEqual([all[0]])
})
