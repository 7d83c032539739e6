import { expect, test } from "vitest"
import { durationText } from "./durations"

test.each([
  [0, "0 min"],
  [-0.2, "0 min"],
  [45, "45 min"],
  [59.5, "1 h"],
  [119.7, "2 h"],
  [750, "12 h 30 min"],
  [-90, "−1 h 30 min"],
  [75_015, "1,250 h 15 min"],
])("%d minutes are %s", (minutes, text) => expect(durationText(minutes)).toBe(text))
