import { basename } from "node:path"
import { expect, test } from "vitest"
import { type Face, fontFor } from "./faces.server"

test.each<[Face, string, string]>([
  ["serif", "Łódź Đorđević Ễ $1,184.50", "texgyrepagella-regular.otf"],
  ["serif", "Анна Иванова", "DejaVuSerif.ttf"],
  ["italic", "Ελένη Παπαδοπούλου", "DejaVuSerif-Italic.ttf"],
  ["text", "Łódź Анна Ελένη Ễ ₹1.184,50 −₴5", "Inter-Regular.ttf"],
  ["bold", "Łódź Анна Ελένη", "Inter-SemiBold.ttf"],
  ["text", "½ hour", "Inter-Regular.ttf"],
  ["text", "ა ბ", "DejaVuSansCondensed.ttf"],
  // No font has these letters, so none is better.
  ["serif", "音楽", "texgyrepagella-regular.otf"],
])("a %s text %s is set in %s", (face, text, file) => {
  expect(basename(fontFor(face, text))).toBe(file)
})
