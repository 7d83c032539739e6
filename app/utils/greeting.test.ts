import { expect, test } from "vitest"
import { greet } from "./greeting"

test.each([
  ["Mateo Okafor", "Hi Mateo,"],
  ["Wolf, Thomas", "Hi Thomas,"],
  ["VON DER HEIDE, Anna Maria", "Hi Anna,"],
  ["Familie Ziegler", "Hi Familie Ziegler,"],
  ["Dr. Chen", "Hi Dr. Chen,"],
  ["Wolf,", "Hi Wolf,"],
  ["", "Hi,"],
])("%s is greeted: %s", (name, greeting) => expect(greet(name)).toBe(greeting))
