import { chromium } from "playwright"
const b = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH, args: "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync".split(" ") })
const open = async () => { const c = await b.newContext(); const p = await c.newPage(); p.setDefaultTimeout(60000); await p.goto("http://localhost:3300/auth/login"); await p.fill("[name=username]", "admin@harmony.example"); await p.fill("[name=password]", "tutti-demo-2026"); await p.press("[name=password]","Enter"); await p.waitForURL(/dashboard|welcome/); await p.goto("http://localhost:3300/settings/emails/"+process.argv[2]); return p }
const A = await open(), B = await open()
await A.fill("[name=body]", "A words " + Date.now()); await A.click("text=Save email"); await A.waitForURL(/emails(?!\/)/)
B.on("request", r => { if (r.method() === "POST") console.log("POST", r.url(), r.postData()?.slice(0, 900)) })
await B.fill("[name=subject]", "B subject"); await B.fill("[name=body]", "B words"); await B.click("text=Save email")
await B.waitForTimeout(5000)
console.log(await B.locator("form.form").innerHTML().then(h => h.slice(0, 3000)))
await B.click("text=Save email"); await B.waitForTimeout(5000); console.log(B.url()); console.log((await B.locator("main").innerText()).slice(0, 300))
await B.goto("http://localhost:3300/settings/emails/"+process.argv[2]); console.log(await B.inputValue("[name=subject]"), await B.inputValue("[name=body]"))
await b.close()
