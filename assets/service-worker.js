// Shows notices that come while no page is open, and a page of its own where the server cannot be
// reached. It keeps nothing else and changes no request.
"use strict";

const KEPT = "turnwise-offline-1";
const OFFLINE = "/offline";

self.addEventListener("install", (event) => {
  event.waitUntil((async () => {
    const kept = await caches.open(KEPT);
    const page = await fetch(OFFLINE, { cache: "no-store", credentials: "omit" });
    if (!page.ok) throw new Error("there is no page to keep");
    const html = await page.clone().text();
    await kept.put(OFFLINE, page);
    const style = /<link rel="stylesheet" href="([^"]+)"/.exec(html);
    if (style) await kept.add(style[1]);
    await self.skipWaiting();
  })());
});

self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => name !== KEPT).map((name) => caches.delete(name)));
    await self.clients.claim();
  })());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.mode === "navigate" && request.method === "GET") {
    event.respondWith(fetch(request).catch(() => caches.match(OFFLINE)));
  } else if (request.destination === "style") {
    event.respondWith(fetch(request).catch(async () => (await caches.match(request)) || Response.error()));
  }
});

self.addEventListener("push", (event) => {
  const said = event.data ? event.data.json() : {};
  event.waitUntil(self.registration.showNotification("Turnwise", {
    body: said.text || "There is news for you.",
    tag: said.tag || "turnwise",
    renotify: true,
    icon: "/icon.svg",
    data: { link: said.link || "/" },
  }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const link = new URL(event.notification.data.link, self.location.origin);
  // Only pages of this service are opened, whatever a message says.
  const here = link.origin === self.location.origin ? link.href : self.location.origin;
  event.waitUntil((async () => {
    const open = await self.clients.matchAll({ type: "window" });
    const same = open.find((client) => client.url === here);
    await (same ? same.focus() : self.clients.openWindow(here));
  })());
});
