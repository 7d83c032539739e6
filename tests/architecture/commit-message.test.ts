import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest"
import { problemsOf } from "../../scripts/commit-message.mjs"
import { installHooks } from "../../scripts/setup.mjs"

const good = "Refund a payment that PayPal has lost\n\nThe family waits for the money, and nobody asks again."

describe("a commit message", () => {
  test.each([
    [good],
    ["Seed the demo with an unpaid invoice"],
    ["Bring back the toast after a refused form\n\n# Please enter the commit message\n# On branch main"],
    ["Merge branch 'billing'"],
    ['Revert "Adding things."'],
    [`Link the report\n\nhttps://example.com/${"x".repeat(200)}`],
    [`Add pronouns\n# ------------------------ >8 ------------------------\n${"+ a diff ".repeat(30)}`],
  ])("%j passes", (message) => {
    expect(problemsOf(message)).toEqual([])
  })

  test.each([
    ["", "Enter a subject that says what the commit does."],
    ["Refund a payment.", "End the subject without a period."],
    ["refund a payment", "Start the subject with a capitalized verb, without a prefix."],
    ["feat: refund a payment", "Start the subject with a capitalized verb, without a prefix."],
    ["Refunded a payment", 'Begin with an imperative such as "Add", not "Refunded".'],
    ["Refunding a payment", 'Begin with an imperative such as "Add", not "Refunding".'],
    [`Refund ${"a".repeat(66)}`, "Keep the subject under 73 characters; it has 73."],
    ["Refund a payment\nbecause PayPal lost it", "Leave the second line blank."],
    [
      `Refund a payment\n\n${"because it is lost ".repeat(8)}`,
      'Wrap the body at 80 characters: "because it is lost because it is lost be…"',
    ],
  ])("%j is refused", (message, problem) => {
    expect(problemsOf(message)).toEqual([problem])
  })
})

describe("the hook", () => {
  let folder = ""
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "tutti-hook-"))
    // Neither the repository of a hook that runs these tests nor the developer's settings are looked at.
    for (const name of ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"]) vi.stubEnv(name, undefined)
    vi.stubEnv("GIT_CONFIG_GLOBAL", "/dev/null")
  })
  afterAll(() => {
    vi.unstubAllEnvs()
    rmSync(folder, { recursive: true, force: true })
  })

  const git = (...args: string[]) => spawnSync("git", args, { cwd: folder, encoding: "utf8" })

  test("runs the check and says what is wrong", () => {
    const path = join(folder, "message")
    const commit = (message: string) => {
      writeFileSync(path, message)
      return spawnSync("sh", [resolve(".githooks/commit-msg"), path], { encoding: "utf8" })
    }
    expect(commit(good)).toMatchObject({ status: 0, stderr: "" })
    expect(commit("Refunded it.")).toMatchObject({
      status: 1,
      stderr:
        'commit message: End the subject without a period.\ncommit message: Begin with an imperative such as "Add", not "Refunded".\n',
    })
  })

  test("is installed in a checkout once, and existing hooks stay", () => {
    const hooksPath = () => git("config", "--local", "--get", "core.hooksPath").stdout.trim()
    installHooks(folder)
    expect(hooksPath()).toBe("")
    git("init", "--quiet")
    installHooks(folder)
    expect(hooksPath()).toBe(".githooks")
    git("config", "core.hooksPath", "my-hooks")
    installHooks(folder)
    expect(hooksPath()).toBe("my-hooks")
  })
})
