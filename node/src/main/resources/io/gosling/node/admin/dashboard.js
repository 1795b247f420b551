// The pages of the admin port: asks /cluster/status every two seconds while the tab is visible.
const INTERVAL = 2000;
const page = document.getElementById("page");
const state = document.getElementById("state");
const tokenForm = document.getElementById("token");
let members = [];
let before = new Map();
let rates = new Map();

function element(name, attributes, ...children) {
  const made = document.createElement(name);
  Object.entries(attributes).forEach(([key, value]) => made.setAttribute(key, value));
  made.append(...children.map(child => child instanceof Node ? child : String(child)));
  return made;
}

const number = value => typeof value === "number" ? value.toLocaleString("en", { maximumFractionDigits: 1 }) : "–";
const listed = values => values && values.length ? values.join(", ") : "–";

function bytes(value) {
  if (typeof value !== "number") return "–";
  const units = ["B", "KiB", "MiB", "GiB", "TiB"];
  let unit = 0;
  for (; value >= 1024 && unit < units.length - 1; unit++) value /= 1024;
  return number(value) + " " + units[unit];
}

const percent = value => Number.isFinite(value) ? (100 * value).toFixed(1) + " %" : "–";

/** Columns: title, value of a row, and "number", "wide" or nothing. */
function table(caption, columns, rows) {
  if (!rows.length) return element("p", { class: "note" }, "none");
  const head = element("tr", {}, ...columns.map(([title, , kind]) => element("th", { scope: "col", class: kind ?? "" }, title)));
  const body = rows.map(row => element("tr", {}, ...columns.map(([, value, kind]) => {
    const shown = value(row);
    const bad = /^(silent|not asked|draining|down|paused|ejected|check-failed)$/.test(shown);
    return element("td", { class: (kind ?? "") + (bad ? " bad" : "") }, shown ?? "–");
  })));
  return element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": caption },
    element("table", {}, element("thead", {}, head), element("tbody", {}, ...body)));
}

function section(title, ...content) {
  return [element("h2", {}, title), ...content];
}

const card = (title, value) => element("div", { class: "card" }, element("span", {}, title), element("b", {}, value));
const nodes = () => members.filter(member => member.kind === "node");
const frontEnds = () => members.filter(member => member.kind === "front-end" || member.dispatch);
const sum = (rows, value) => rows.reduce((all, row) => all + (value(row) ?? 0), 0);
const rate = member => rates.get(member.name);

/** The hit ratio: answers from a memory, a node's own or another one's, of those from memories, disks and origins. */
function fromMemory(rows) {
  const kinds = rows.flatMap(row => Object.entries(row.requests?.from ?? {}))
    .filter(([kind]) => kind !== "generated" && kind !== "error");
  return sum(kinds.filter(([kind]) => kind.endsWith("memory")), ([, count]) => count) / sum(kinds, ([, count]) => count);
}

function meter(memory) {
  if (!memory) return "–";
  const bar = element("meter", { max: memory.budget, value: memory.bytes, "aria-label": "memory in use" });
  return element("span", {}, bar, " " + bytes(memory.bytes) + " of " + bytes(memory.budget));
}

function membersPage() {
  const all = nodes();
  const kinds = new Map();
  all.flatMap(node => Object.entries(node.requests?.from ?? {}))
    .forEach(([kind, count]) => kinds.set(kind, (kinds.get(kind) ?? 0) + count));
  const total = sum([...kinds.values()], count => count);
  return [
    element("div", { class: "cards" },
      card("members", number(members.length)),
      card("requests/s at nodes", number(sum(all, node => rate(node) ?? 0))),
      card("hit ratio", percent(fromMemory(all))),
      card("connections", number(sum(members, member => member.load?.connections))),
      card("objects in memory", number(sum(all, node => node.memory?.objects)))),
    ...section("Members", table("Members", [
      ["name", member => member.name],
      ["kind", member => member.kind === "node" ? "node, " + member.role : member.kind],
      ["state", member => member.state],
      ["", drainButton],
      ["requests/s", member => number(rate(member)), "number"],
      ["hit ratio", member => percent(fromMemory([member])), "number"],
      ["connections", member => number(member.load?.connections), "number"],
      ["memory", member => meter(member.memory)],
      ["objects", member => number(member.memory?.objects), "number"],
      ["lease", member => member.purges ? (member.purges.lease ? "yes" : "no") : "–"],
      ["HTTP", member => member.http],
      ...(members.some(member => member.reason) ? [["why", member => member.reason, "wide"]] : []),
    ], members)),
    ...done,
    ...section("Answers of nodes by source", table("Answers by source", [
      ["source", ([kind]) => kind],
      ["answers", ([, count]) => number(count), "number"],
      ["share", ([, count]) => percent(count / total), "number"],
    ], [...kinds].filter(([, count]) => count > 0).sort((one, other) => other[1] - one[1]))),
  ];
}

function objectsPage() {
  const found = new Map();
  nodes().forEach(node => (node.hottest ?? []).forEach(object => {
    const known = found.get(object.path) ?? { ...object, lac: 0, holders: [] };
    known.lac += object.lac;
    known.agac = Math.max(known.agac, object.agac);
    known.holders = [...new Set([...known.holders, ...object.holders, ...(object.held ? [node.name] : [])])].sort();
    found.set(object.path, known);
  }));
  return section("Hottest objects", purgeForm(), ...done, table("Hottest objects", [
    ["object", object => element("a", { href: "#explain?" + encodeURIComponent(object.path) }, object.path), "wide"],
    ["requests", object => number(object.lac), "number"],
    ["in the cluster, aged", object => number(object.agac), "number"],
    ["home", object => object.home],
    ["holders", object => listed(object.holders)],
  ], [...found.values()].sort((one, other) => other.agac - one.agac).slice(0, 50)));
}

function serversPage() {
  const parts = frontEnds().flatMap(member => {
    const front = member.dispatch ?? member;
    const admission = front.admission ?? {};
    // Back-ends of a cluster, and those of other processes, are not changed here.
    const fixed = member === members[0] && member.kind === "front-end" && member.cluster?.state === "none";
    return [
      ...section(member.name + ": " + front.policy + (front.panic ? ", in panic" : ""),
        element("div", { class: "cards" },
          card("active of limit", number(admission.active) + " of " + number(admission.limit)),
          card("queued", number(admission.queued)),
          card("routing keys", number(front.routing_keys))),
        table("Back-ends of " + member.name, [
          ["back-end", one => one.name],
          ["address", one => one.address],
          ["state", one => one.state],
          ["health", one => one.health],
          ["load", one => number(one.load), "number"],
          ["requests", one => number(one.requests), "number"],
          ["failures", one => number(one.failures), "number"],
          ["ejections", one => number(one.ejections), "number"],
          ["weight", one => fixed ? weightButton(one) : number(one.weight), "number"],
          ["labels", one => listed(one.labels)],
        ], front.backends ?? [])),
      ...(front.pools?.length ? [table("Pools of " + member.name, [
        ["pool", pool => pool.label],
        ["ready", pool => number(pool.ready) + " of " + number(pool.backends), "number"],
        ["active", pool => number(pool.active), "number"],
        ["queued", pool => number(pool.queued), "number"],
      ], front.pools)] : []),
    ];
  });
  const origins = nodes().flatMap(node => (node.origins ?? []).map(origin => ({ node: node.name, ...origin })));
  return [
    ...done,
    ...(parts.length ? parts : section("Front-ends",
      element("p", { class: "note" }, "None is reached through this member: open the admin port of a front-end."))),
    ...section("Origins", table("Origins", [
      ["node", one => one.node],
      ["origin", one => one.origin],
      ["server", one => one.server],
      ["state", one => one.state],
      ["requests", one => number(one.requests), "number"],
      ["failures", one => number(one.failures), "number"],
    ], origins)),
  ];
}

function replicationPage() {
  const sets = members.filter(member => member.replication);
  if (!sets.length) return section("Replication", element("p", { class: "note" }, "No member is in a replica set."));
  return sets.flatMap(({ name, replication }) => [
    ...section(name, table("Servers as " + name + " sees them", [
      ["server", server => server.name],
      ["state", server => server.state],
      ["load", server => number(server.load), "number"],
      ["copies of this one's documents", server => number(server.documents), "number"],
      ["bytes", server => bytes(server.bytes), "number"],
    ], replication.servers ?? [])),
    table("Documents of " + name + " elsewhere", [
      ["document", placed => placed.path, "wide"],
      ["servers", placed => listed(placed.servers)],
      ["requests saved", placed => number(placed.saved?.requests), "number"],
      ["why", placed => placed.why, "wide"],
    ], replication.placed ?? []),
  ]);
}

/** Sends a change after the user has confirmed it; the answer is shown in the box. */
async function change(question, path, form) {
  if (!confirm(question)) return;
  const response = await fetch(path, { method: "POST", headers: credentials(), body: new URLSearchParams(form) });
  done = [element("pre", {}, response.status + " " + (await response.text()).trim())];
  show(true);
  refresh();
}

let done = [];

function purgeForm() {
  const url = element("input", { name: "url", required: "", placeholder: "/a.html" });
  const form = element("form", {}, element("label", {}, "URL or path to purge from all members", url),
    element("button", {}, "Purge"));
  form.addEventListener("submit", event => {
    event.preventDefault();
    change("Purge " + url.value + " from all members?", "/purge", { url: url.value });
  });
  return form;
}

function drainButton(node) {
  if (node.kind !== "node" || node.state !== "ready") return "–";
  const button = element("button", { type: "button" }, "Drain");
  button.addEventListener("click", () => change("Drain " + node.name + "? It hands over what it alone has, and ends.",
    "/drain?member=" + encodeURIComponent(node.name), {}));
  return button;
}

function weightButton(backend) {
  const button = element("button", { type: "button", "aria-label": "Change the weight of " + backend.name },
    number(backend.weight));
  button.addEventListener("click", () => {
    const weight = prompt("Weight of " + backend.name + ", 1 for a standard machine", backend.weight);
    if (weight) {
      change("Give " + backend.name + " the weight " + weight + " until a restart?", "/backends",
        { action: "weight", backend: backend.name + "=" + weight });
    }
  });
  return button;
}

let explained = [];

const list = texts => texts?.length ? [element("ul", {}, ...texts.map(text => element("li", {}, text)))] : [];

/** The part of the explanation page about one member. */
function explanation(member) {
  const routing = member.routing;
  return section(member.name + ": " + (member.answer?.replaceAll("-", " ") ?? member.reason ?? routing.policy),
    element("p", {}, member.because ?? ""),
    ...list(member.rules),
    ...(member.objects?.length ? [table("Objects at " + member.name, [
      ["object", object => object.key, "wide"],
      ["use", object => object.use.replaceAll("-", " ")],
      ["bytes", object => number(object.bytes), "number"],
      ["age", object => number(object.age_seconds) + " s", "number"],
      ["fresh for", object => number(object.fresh_seconds) + " s", "number"],
      ["headers", object => Object.entries(object.headers).map(([name, value]) => name + ": " + value).join("; "), "wide"],
      ["requests", object => number(object.lac), "number"],
      ["entry owner", object => object.owner],
      ["holders", object => listed(object.holders)],
    ], member.objects)] : []),
    ...list(member.decisions),
    ...(routing ? [element("p", {}, "assigned to " + listed(routing.assigned)
      + (routing.rule ? "; rule " + routing.rule : "")), ...list(routing.backends)] : []));
}

function explainPage(url) {
  const asked = element("input", { name: "url", required: "", value: url ?? "", placeholder: "http://www.example.com/a" });
  const header = element("input", { name: "header", placeholder: "Accept-Language: de" });
  const form = element("form", {}, element("label", {}, "URL or path", asked),
    element("label", {}, "a header of the request", header), element("button", {}, "Explain"));
  const answer = element("div", { "aria-live": "polite" }, ...explained);
  const ask = async () => {
    const query = new URLSearchParams({ url: asked.value });
    if (header.value) query.append("header", header.value);
    try {
      explained = (await lines("/cluster/explain?" + query)).flatMap(explanation);
    } catch (error) {
      explained = [element("p", { class: "bad" }, error.message)];
    }
    answer.replaceChildren(...explained);
  };
  form.addEventListener("submit", event => {
    event.preventDefault();
    ask();
  });
  if (url) ask();
  return [...section("Explain a URL", form), answer];
}

const pages = { members: membersPage, objects: objectsPage, servers: serversPage, replication: replicationPage, explain: explainPage };

function show(fresh) {
  const [name, argument] = location.hash.slice(1).split("?");
  const shown = pages[name] ? name : "members";
  document.querySelectorAll("nav a").forEach(link => link.hash === "#" + shown
    ? link.setAttribute("aria-current", "page") : link.removeAttribute("aria-current"));
  const typing = page.contains(document.activeElement) && document.activeElement.matches("input, button");
  if (!fresh && (shown === "explain" || typing)) return;
  const left = [...page.querySelectorAll(".scroll")].map(part => part.scrollLeft);
  page.replaceChildren(...pages[shown](argument && decodeURIComponent(argument)));
  if (!fresh) page.querySelectorAll(".scroll").forEach((part, at) => part.scrollLeft = left[at] ?? 0);
}

function credentials() {
  const token = sessionStorage.getItem("token");
  return token ? { Authorization: "Bearer " + token } : {};
}

async function lines(path) {
  const response = await fetch(path, { headers: credentials() });
  tokenForm.hidden = response.status !== 401;
  if (!response.ok) throw new Error(response.status + ": " + (await response.text()).trim());
  return (await response.text()).trim().split("\n").map(line => JSON.parse(line));
}

async function refresh() {
  try {
    members = await lines("/cluster/status");
    const now = performance.now();
    const counts = new Map(members.map(member => [member.name, { total: member.requests?.total, now }]));
    counts.forEach((count, name) => {
      const old = before.get(name);
      if (old && count.total >= old.total) rates.set(name, 1000 * (count.total - old.total) / (now - old.now));
    });
    before = counts;
    state.textContent = "live";
    state.className = "";
    show(false);
  } catch (error) {
    state.textContent = error.message;
    state.className = "bad";
  }
}

tokenForm.addEventListener("submit", event => {
  event.preventDefault();
  sessionStorage.setItem("token", new FormData(tokenForm).get("token"));
  refresh();
});
addEventListener("hashchange", () => {
  done = [];
  show(true);
  page.focus();
});
document.addEventListener("visibilitychange", () => document.hidden || refresh());
show(true);
for (;;) {
  if (!document.hidden) await refresh();
  await new Promise(done => setTimeout(done, INTERVAL));
}
