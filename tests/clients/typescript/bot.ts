// Two bots play a whole match against each other.
//
// They call Turnwise through `openapi-fetch`, with types that were generated from its
// OpenAPI document:
//
//     npm init --yes && npm pkg set type=module
//     npm install openapi-fetch openapi-typescript typescript@5 @types/node
//     npx openapi-typescript http://127.0.0.1:8080/openapi.json -o turnwise.ts
//     npx tsc --strict --target es2022 --module nodenext --types node bot.ts
//     node bot.js http://127.0.0.1:8080 data/mail great-zimbabwe

import { randomBytes, randomUUID } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import createClient, { type Client } from "openapi-fetch";
import type { components, paths } from "./turnwise.js";

type Bot = Client<paths>;
type Problem = components["schemas"]["Problem"];
type History = components["schemas"]["HistoryAnswer"];
type Offer = components["schemas"]["OfferAnswer"];

/** A caller of the API: nobody in particular, or whoever has the token. */
function caller(url: string, token?: string): Bot {
  return createClient<paths>({
    baseUrl: url,
    headers: token ? { Authorization: `Bearer ${token}` } : {},
  });
}

/** What was asked for, or an error with the sentence that says why not. */
function done<T>(answer: { data?: T; error?: Problem }): T {
  if (answer.error) throw new Error(`${answer.error.code}: ${answer.error.detail}`);
  return answer.data as T;
}

/** The token in the letter to an address. A person would click on its link. */
async function linkInLetter(folder: string, address: string): Promise<string> {
  for (let tries = 0; tries < 100; tries += 1) {
    for (const file of readdirSync(folder).filter((name) => name.endsWith(".eml"))) {
      const raw = readFileSync(join(folder, file), "utf8").replace(/=\r?\n/g, "");
      const link = /\/confirm\?token=(?:3D)?([\w.-]+)/.exec(raw.replaceAll("=3D", "="));
      if (raw.includes(`<${address}>`) && link?.[1]) return link[1];
    }
    await sleep(100);
  }
  throw new Error(`No letter to ${address} came.`);
}

/** A new bot account, and a token that is all its script needs from then on. */
async function signUp(url: string, mail: string, handle: string): Promise<Bot> {
  const nobody = caller(url);
  const email = `${handle}@example.org`;
  const password = randomBytes(24).toString("base64url");
  const account = { handle, email, password, bot: true };
  done(await nobody.POST("/api/v1/accounts", { body: account }));
  const token = await linkInLetter(mail, email);
  done(await nobody.POST("/api/v1/accounts/confirm", { body: { token } }));
  const session = done(await nobody.POST("/api/v1/sessions", { body: { login: handle, password } }));
  const signedIn = caller(url, session.access_token);
  const wish = { name: "my script", scopes: ["read" as const, "play" as const] };
  return caller(url, done(await signedIn.POST("/api/v1/me/tokens", { body: wish })).token);
}

/** What a choice brings at once: points first, then how good it looks, then things. */
function value({ worth }: Offer): [number, number, number] {
  let points = 0;
  let things = 0;
  for (const { what, by } of [...(worth?.cost ?? []), ...(worth?.gain ?? [])]) {
    const sure = by ?? 0; // Chance decides.
    if (what === "points" || what === "VP") points += sure;
    else if (what === "VR") points -= sure;
    else things += sure;
  }
  const looks = (worth?.facts ?? []).reduce((sum, fact) => sum + fact.rank, 0);
  return [points, looks, things];
}

function better(one: Offer, other: Offer): Offer {
  const [a, b] = [value(one), value(other)];
  const differs = a.findIndex((part, at) => part !== b[at]);
  return differs < 0 || a[differs]! > b[differs]! ? one : other;
}

/** Plays, mostly what brings most, until it is somebody else's turn. */
async function takeTurn(bot: Bot, id: string): Promise<void> {
  for (;;) {
    const path = { id };
    const choices = done(await bot.GET("/api/v1/matches/{id}/legal", { params: { path } }));
    if (choices.items.length === 0) return;
    // Now and then something else: who thinks like the others goes in circles with them.
    const any = choices.items[Math.floor(Math.random() * choices.items.length)]!;
    const step = Math.random() < 0.8 ? choices.items.reduce(better) : any;
    const header = {
      "If-Match": `"${choices.version}"`,
      "Idempotency-Key": randomUUID(),
      Prefer: "return=minimal",
    };
    const answer = await bot.POST("/api/v1/matches/{id}/commands", {
      params: { path, header },
      body: { commands: [step.command, ...step.then] },
    });
    // Where something happened meanwhile, look again.
    if (answer.error?.code !== "stale_version") done(answer);
  }
}

async function main(url: string, mail: string, game: string): Promise<void> {
  const name = `ts-${randomBytes(3).toString("hex")}`;
  const host = await signUp(url, mail, `${name}-1`);
  const guest = await signUp(url, mail, `${name}-2`);

  const wish = { game, seats: 2, title: "Bots among themselves", visibility: "private" as const };
  const { id } = done(await host.POST("/api/v1/matches", { body: wish }));
  const params = { path: { id } };
  done(await host.POST("/api/v1/matches/{id}/invitations", { params, body: { handle: `${name}-2` } }));
  for (const invitation of done(await guest.GET("/api/v1/me/invitations")).items) {
    const path = { id: invitation.match.id };
    done(await guest.POST("/api/v1/matches/{id}/seats", { params: { path }, body: {} }));
  }

  let seen = done(await host.GET("/api/v1/matches/{id}", { params }));
  while (seen.status === "running") {
    for (const bot of [host, guest]) {
      for (const match of done(await bot.GET("/api/v1/me/turns")).items) await takeTurn(bot, match.id);
    }
    seen = done(await host.GET("/api/v1/matches/{id}", { params }));
  }

  const told = [];
  let after: number | null = 0;
  while (after !== null) {
    const path = "/api/v1/matches/{id}/history";
    const page: History = done(await guest.GET(path, { params: { ...params, query: { after } } }));
    told.push(...page.items);
    after = page.next;
  }
  if (told.length !== seen.version) throw new Error(`${told.length} of ${seen.version} events are told`);

  const ranking = [...seen.seats].sort((one, other) => (one.place ?? 0) - (other.place ?? 0));
  for (const { place, handle, points } of ranking) console.log(`${place}. ${handle}: ${points}`);
  // As it came, byte by byte: it proves itself.
  const answer = await guest.GET("/api/v1/matches/{id}/export", { params, parseAs: "text" });
  writeFileSync(`${game}.json`, done(answer));
}

const [url, mail, game] = process.argv.slice(2);
if (!url || !mail || !game) throw new Error("node bot.js URL MAIL_FOLDER GAME");
await main(url, mail, game);
