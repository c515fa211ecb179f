// What stands between a browser and the service, and lets questions and answers come late.
import { createServer, request } from "node:http";

/**
 * A server that passes all on to `origin`. Each question waits for what `asks` says of it, each
 * answer for what `held` says.
 */
export async function between(origin) {
  const line = { asks: async () => {}, held: async () => {} };
  const { host } = new URL(origin);
  const there = createServer(async (asked, answer) => {
    const here = new URL(line.origin).host;
    const to = (text) => text && text.replace(here, host);
    const { method, url: path, headers } = asked;
    const on = { ...headers, host, origin: to(headers.origin), referer: to(headers.referer) };
    for (const name of ["origin", "referer"]) if (!on[name]) delete on[name];
    await line.asks({ method, path, headers });
    const further = request(origin + path, { method, headers: on }, async (found) => {
      try {
        await line.held({ method, path, headers });
      } catch {
        // The answer is lost.
        return answer.destroy();
      }
      const { location } = found.headers;
      answer.writeHead(found.statusCode, location ? { ...found.headers, location: location.replace(host, here) } : found.headers);
      found.pipe(answer);
    });
    further.on("error", () => answer.destroy());
    asked.pipe(further);
  });
  await new Promise((listening) => { there.listen(0, "127.0.0.1", listening); });
  line.origin = `http://127.0.0.1:${there.address().port}`;
  line.close = () => {
    there.closeAllConnections();
    there.close();
  };
  return line;
}
