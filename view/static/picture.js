// SVG from the server as elements of the page, in the page's colours.

const TAGS = new Set(["svg", "title", "desc", "g", "rect", "circle", "ellipse", "line", "polygon", "polyline", "path", "text"]);
let names = new Map();

/** Make the pictures' colours variables of the page, one set for each theme. */
export function usePalette(palette) {
  names = new Map(Object.entries(palette.light).map(([name, value]) => [value, name]));
  const sheet = new CSSStyleSheet();
  const rules = (theme) => Object.entries(palette[theme]).map(([name, value]) => `--p-${name}:${value}`).join(";");
  sheet.replaceSync(`:root{${rules("light")}} :root[data-theme="dark"]{${rules("dark")}}`);
  document.adoptedStyleSheets = [sheet];
}

/** A picture; whatever is no plain shape or text is left out. */
export function picture(svg) {
  const parsed = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  clean(parsed);
  const made = document.importNode(parsed, true);
  made.classList.add("picture");
  return made;
}

function clean(element) {
  for (const child of [...element.children]) {
    if (TAGS.has(child.localName)) clean(child);
    else child.remove();
  }
  for (const { name, value } of [...element.attributes]) {
    if (name.startsWith("on") || name === "style" || name.endsWith("href") || value.includes("url(")) element.removeAttribute(name);
    else if ((name === "fill" || name === "stroke") && names.has(value)) element.setAttribute(name, `var(--p-${names.get(value)}, ${value})`);
  }
}
