// People with a browser each: opening it, registering, signing in.
import { chromium } from "playwright-core";
import { demoPassword } from "./server.js";

/** The browser of a test file; `more` are switches of its own. */
export function openBrowser(...more) {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking", ...more],
    timeout: 30_000,
  });
}

/** A person's own browser window; `troubles` gathers whatever a console would show in red. */
export async function someone(browser, origin, options = {}) {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width: 1280, height: 800 },
    reducedMotion: "reduce",
    ...options,
  });
  context.setDefaultTimeout(15_000);
  const page = await context.newPage();
  // A room that becomes a table loads it by itself, perhaps at this very moment.
  const goto = page.goto.bind(page);
  page.goto = async (address, how) => {
    for (let again = 3; ; again -= 1) {
      try {
        return await goto(address, how);
      } catch (error) {
        if (!again || !/interrupted by another navigation|ERR_ABORTED/.test(error.message)) throw error;
        await page.waitForLoadState();
      }
    }
  };
  page.troubles = [];
  page.on("pageerror", (error) => page.troubles.push(`${page.url()}: ${error}`));
  page.on("console", (message) => {
    // A page whose own status is 4xx is no trouble; what it loads is.
    const address = message.location().url;
    // What is looked at closer while one's own step is being played was asked of the table before it.
    const late = message.text().includes("412") && new URL(address, origin).searchParams.has("from");
    if (message.type() === "error" && !late && address !== page.url().split("#")[0]) {
      page.troubles.push(`${page.url()}: ${message.text()} ${address}`);
    }
  });
  return page;
}

/** Registers through the page. */
export async function register(page, handle, password = "a few words are fine") {
  await page.goto("/register");
  await page.getByLabel("Handle").fill(handle);
  await page.getByLabel("Email address").fill(`${handle}@example.org`);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("main").getByRole("button", { name: "Register" }).click();
  await page.getByRole("heading", { name: "My matches" }).waitFor();
}

/** Signs in through the page. */
export async function signIn(page, handle, password = demoPassword) {
  await page.goto("/sign-in");
  await page.getByLabel("Handle or email address").fill(handle);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { name: "My matches" }).waitFor();
}

/** Opens a match through the pages and gives its address. */
export async function openMatch(page, game, title, seats = 2) {
  await page.goto(`/matches/new?game=${game}`);
  await page.getByLabel("Name of the match").fill(title);
  await page.getByRole("radio", { name: String(seats), exact: true }).check();
  await page.getByRole("button", { name: "Open the match" }).click();
  await page.getByRole("heading", { name: title }).waitFor();
  return new URL(page.url()).pathname;
}

/** Takes a seat through the page. */
export async function join(page, address) {
  await page.goto(address);
  await page.getByRole("button", { name: "Take a seat" }).click();
  await page.locator("main[data-live], .sitters").first().waitFor();
}

/** The address of a match of the demo, by its title. */
export async function demoMatch(page, title) {
  await page.goto("/matches");
  const link = page.getByRole("link", { name: title, exact: true });
  if (!(await link.count())) throw new Error(`no ${title} at ${page.url()}: ${await page.locator("body").innerText()}`);
  return link.getAttribute("href");
}

/** Whom a match waits for first. */
export async function awaited(page, address) {
  await page.goto(address);
  return page.locator(".whose strong").first().textContent();
}
