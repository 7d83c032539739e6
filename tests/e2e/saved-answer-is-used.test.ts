import { addFamily } from "./billed-family"
import { expect, scriptsRun, signIn, test } from "./journey"

test("an answer that is saved once is put into a message, and removed with a way back", async ({
  page,
  look,
  javaScriptEnabled,
}) => {
  const isPlain = javaScriptEnabled === false
  const title = isPlain ? "Where to park" : "Where to wait"
  await signIn(page, "admin@crescendo.example")
  const family = await addFamily(page, "Juno", isPlain ? "Vasquezll" : "Thorntonll")

  await test.step("it is saved for everyone, and what isn’t a merge field is refused with nothing lost", async () => {
    await page.goto("/messaging/answers")
    await page.getByLabel("Title").fill(title)
    await page.getByRole("textbox", { name: "Text" }).fill("Hi {recipient}, see you at {room}.")
    await page.getByLabel("For", { exact: true }).selectOption({ label: "Everyone who works here" })
    await page.getByRole("button", { name: "Add answer" }).click()
    await expect(page.getByText("{room} isn’t a merge field.").first()).toBeVisible()
    await expect(page.getByLabel("Title")).toHaveValue(title)
    await page
      .getByRole("textbox", { name: "Text" })
      .fill("Hi {recipient}, {student} is welcome at {school}.")
    await page.getByRole("button", { name: "Add answer" }).click()
    await expect(page.getByRole("list", { name: "Saved answers" })).toContainText(title)
    await look(page)
  })

  await test.step("it goes below what is typed, and leaves as it reads then", async () => {
    await page.goto(`/messaging/new?to=${encodeURIComponent(`student:${family.studentId}`)}`)
    await scriptsRun(page)
    await page.getByLabel("Subject").fill("First lesson")
    const message = page.getByRole("textbox", { name: "Message" })
    await message.fill("Welcome!")
    await page.getByLabel("Saved answer").selectOption({ label: title })
    await page.getByRole("button", { name: "Use answer" }).click()
    await expect(message).toHaveValue(/^Welcome!\s+Hi .+, Juno is welcome at Crescendo Academy\.$/)
    await expect(page.getByLabel("Subject")).toHaveValue("First lesson")
    await look(page)
    await page.getByRole("button", { name: /^Send to/ }).click()
    await expect(page.getByText(/^Message sent to/)).toBeVisible()
    await expect(page.getByRole("main")).toContainText("Juno is welcome at Crescendo Academy.")
  })

  await test.step("removed, it can be put back", async () => {
    await page.goto("/messaging/answers")
    await page.getByRole("link", { name: `Edit ${title}` }).click()
    await page.getByRole("button", { name: "Remove answer" }).click()
    await expect(page.getByRole("link", { name: `Edit ${title}` })).toHaveCount(0)
    await page.getByRole("button", { name: "Undo" }).click()
    await expect(page.getByRole("link", { name: `Edit ${title}` })).toBeVisible()
  })
})
