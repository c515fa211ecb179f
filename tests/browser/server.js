// A Turnwise of its own for each test file, on a free port, in a folder that goes away.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const here = path.dirname(fileURLToPath(import.meta.url));
const word = process.env.TURNWISE_DEMO ?? "turnwise";
const binary = path.resolve(here, process.env.TURNWISE_BIN ?? "../../target/debug/turnwise");

/** What the three people of the demo sign in with. */
export const demoPassword = "turnwise-demo";

/** Starts a server; `demo: true` fills it with the people and matches of the demo. */
export async function start({ demo = false } = {}) {
  const data = await mkdtemp(path.join(tmpdir(), "turnwise-browser-"));
  const env = {
    ...process.env,
    TURNWISE_DATA: data,
    TURNWISE_LISTEN: "127.0.0.1:0",
    TURNWISE_SETTLING: "0",
    TURNWISE_RATE: "1000",
    RUST_LOG: "warn",
  };
  if (demo) await cp(await freshDemo(env), data, { recursive: true });
  const child = spawn(binary, [], { env, stdio: ["ignore", "pipe", "inherit"] });
  const origin = await Promise.race([
    firstAddress(child),
    once(child, "exit").then(([code]) => { throw new Error(`the server ended with ${code}`); }),
    tooLate(20_000, "the server said no address"),
  ]);
  return {
    origin,
    letters: () => letters(path.join(data, "mail")),
    /** What `turnwise admin` says to these words, as the operator eve. */
    admin: (...words) => said(["admin", "--by", "eve", ...words], env),
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        const gone = once(child, "exit");
        child.kill("SIGTERM");
        const late = setTimeout(() => child.kill("SIGKILL"), 5_000);
        await gone;
        clearTimeout(late);
      }
      await rm(data, { recursive: true, force: true });
    },
  };
}

/**
 * The folder of a demo on which nobody has played: filled once for each build, with matches
 * that are the same each time; TURNWISE_DEMO=WORD looks at others.
 */
async function freshDemo(env) {
  const { mtimeMs } = await stat(binary);
  const build = `${binary}-demo-${Math.round(mtimeMs)}-`;
  const kept = build + word;
  if (await stat(kept).catch(() => null)) return kept;
  const beside = path.dirname(binary);
  for (const name of await readdir(beside)) {
    const old = path.join(beside, name);
    if (old.startsWith(`${binary}-demo-`) && !old.startsWith(build)) await rm(old, { recursive: true, force: true });
  }
  const filling = await mkdtemp(`${kept}-`);
  await run(["demo", "--word", word], { ...env, TURNWISE_DATA: filling });
  // Another run may have filled the same one meanwhile.
  await rename(filling, kept).catch(() => rm(filling, { recursive: true }));
  return kept;
}

async function run(parameters, env) {
  const child = spawn(binary, parameters, { env, stdio: ["ignore", "ignore", "inherit"] });
  const [code] = await Promise.race([
    once(child, "exit"),
    tooLate(60_000, `turnwise ${parameters} took too long`),
  ]);
  if (code !== 0) throw new Error(`turnwise ${parameters} ended with ${code}`);
}

/** What the program says that must go well. */
async function said(parameters, env) {
  const child = spawn(binary, parameters, { env, stdio: ["ignore", "pipe", "inherit"] });
  let text = "";
  child.stdout.on("data", (part) => { text += part; });
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`turnwise ${parameters} ended with ${code}: ${text}`);
  return text;
}

async function firstAddress(child) {
  for await (const line of createInterface({ input: child.stdout })) {
    const found = line.match(/^Turnwise is at\s+(http:\S+)/);
    if (found) {
      child.stdout.resume();
      return found[1];
    }
  }
  throw new Error("the server said nothing");
}

function tooLate(milliseconds, why) {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new Error(why)), milliseconds).unref();
  });
}

/** The letters in the mail folder, oldest first, with their transfer encoding undone. */
async function letters(folder) {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".eml"));
  const read = async (name) => {
    const raw = await readFile(path.join(folder, name), "utf8");
    const text = raw
      .replace(/=\r?\n/g, "")
      .replace(/=([0-9A-F]{2})/g, (_, code) => String.fromCharCode(parseInt(code, 16)));
    return { name, text, to: text.match(/^To: .*<(.+)>/m)?.[1], raw };
  };
  return Promise.all(names.sort().map(read));
}

/** News are there within a second, in milliseconds; a machine that is busy gets three. */
export const SOON = 3_000;

/** Asks again and again until there is an answer; never longer than `milliseconds`. */
export async function eventually(ask, milliseconds = 10_000) {
  const end = Date.now() + milliseconds;
  for (;;) {
    const answer = await ask();
    if (answer) return answer;
    if (Date.now() > end) throw new Error(`nothing after ${milliseconds} ms: ${ask}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
