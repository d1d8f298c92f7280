// The other versions of these pages, where the host has more than one: docs/site/versions.py puts them side by side.
document.addEventListener("DOMContentLoaded", async () => {
  const place = document.querySelector(".versions"), root = document.documentElement.dataset.content_root ?? "./";
  if (!place || !location.protocol.startsWith("http")) return;
  let versions;
  try {
    const answer = await fetch(`${root}../versions.json`);
    if (!answer.ok) return;
    versions = await answer.json();
  } catch {
    return;
  }
  if (!Array.isArray(versions) || versions.length < 2) return;
  const select = place.querySelector("select"), here = new URL(root, location.href);
  for (const version of versions) select.add(new Option(version, version, false, version === place.dataset.version));
  select.addEventListener("change", async () => {
    const home = new URL(`../${encodeURIComponent(select.value)}/`, here), page = location.href.slice(here.href.length);
    // The same page where that version has it, else its first one.
    const same = await fetch(new URL(page, home), { method: "HEAD" }).catch(() => null);
    location.href = new URL(same?.ok ? page : "index.html", home).href;
  });
  place.hidden = false;
});
