// Lets this browser be told of news while no page is open. The list of browsers works without it.
"use strict";

(() => {
  const form = document.querySelector("[data-push]");
  if (!form) return;
  const tell = (words) => { form.querySelector("[data-push-said]").textContent = words; };
  const button = form.querySelector("button");
  if (!("serviceWorker" in navigator) || !("PushManager" in window)) {
    tell("This browser cannot be told of anything while no page is open. On an iPhone or iPad, add Turnwise to the home screen first.");
    return;
  }
  button.hidden = false;
  // As the service gives its key: base 64 for addresses.
  const bytes = (text) => {
    const plain = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
    return Uint8Array.from(plain, (c) => c.charCodeAt(0));
  };
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    button.disabled = true;
    try {
      if (await Notification.requestPermission() !== "granted") {
        tell("Your browser does not let this site show notices; allow it in the settings of the site.");
        return;
      }
      const worker = await navigator.serviceWorker.ready;
      const key = bytes(form.dataset.push);
      const known = await worker.pushManager.getSubscription();
      if (known) await known.unsubscribe();
      const how = { userVisibleOnly: true, applicationServerKey: key };
      const made = (await worker.pushManager.subscribe(how)).toJSON();
      form.elements.endpoint.value = made.endpoint;
      form.elements.p256dh.value = made.keys.p256dh;
      form.elements.auth.value = made.keys.auth;
      form.submit();
    } catch (error) {
      tell("Your browser could not be set up: " + error.message);
    } finally {
      button.disabled = false;
    }
  });
})();
