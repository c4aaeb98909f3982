/** Exports a pane with title, marks, legend and source as SVG, and as PNG made from the SVG. */

/** CSS properties of marks. */
const STYLES = [
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-width",
  "stroke-opacity",
  "stroke-dasharray",
  "opacity",
  "font-family",
  "font-size",
  "font-weight",
  "text-anchor",
  "paint-order",
  "visibility",
];

const escapeXml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** A copy of an SVG element that looks the same without the page's style sheet. */
function withStyles(element: SVGElement): SVGElement {
  const copy = element.cloneNode(true) as SVGElement;
  const [from, to] = [element, copy].map((root) => [root, ...root.querySelectorAll<SVGElement>("*")]);
  from!.forEach((element, index) => {
    const style = getComputedStyle(element);
    const text = STYLES.map((name) => `${name}:${style.getPropertyValue(name)}`).join(";");
    to![index]!.removeAttribute("class");
    to![index]!.setAttribute("style", text);
  });
  return copy;
}

const serialise = (element: SVGElement): string => new XMLSerializer().serializeToString(element);

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

function textElement(element: Element, text: string, { x, y, height }: Box): string {
  const { color, fontSize, fontWeight, fontFamily } = getComputedStyle(element);
  const style = `fill:${color};font-size:${fontSize};font-weight:${fontWeight};font-family:${fontFamily.replaceAll('"', "'")}`;
  return `<text x="${x}" y="${y + height / 2}" dominant-baseline="central" style="${escapeXml(style)}">${escapeXml(text)}</text>`;
}

/** The file of one of the page's font faces; null for a fallback system font. */
const fileOf = (rule: CSSRule): string | null =>
  rule instanceof CSSFontFaceRule ? (/url\("([^"]+)"\)/.exec(rule.style.getPropertyValue("src"))?.[1] ?? null) : null;

async function dataUrlOf(file: string): Promise<string> {
  const response = await fetch(file);
  if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
  const blob = await response.blob();
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => {
      if (typeof reader.result === "string") resolve(reader.result);
      else reject(reader.error ?? new Error(`${file} cannot be read`));
    });
    reader.addEventListener("error", () => reject(reader.error ?? new Error(`${file} cannot be read`)));
    reader.readAsDataURL(blob);
  });
}

/** The page's font faces with embedded files, because pictures cannot load the page's files. */
async function embeddedFonts(): Promise<string> {
  const faces = [...document.styleSheets].flatMap(({ cssRules }) =>
    Array.from(cssRules, (rule) => ({ rule, file: fileOf(rule) })),
  );
  const embeddedFaces = await Promise.all(
    faces.map(async ({ rule, file }) => (file === null ? "" : rule.cssText.replace(file, await dataUrlOf(file)))),
  );
  return embeddedFaces.join("");
}

/** The pane as SVG text. Marks of hourly charts are embedded as pixels. */
export async function svgOfPane(pane: HTMLElement): Promise<string> {
  const fonts = await embeddedFonts();
  const { left, top, width, height } = pane.getBoundingClientRect();
  const boxOf = (element: Element): Box => {
    const rect = element.getBoundingClientRect();
    return { x: rect.left - left, y: rect.top - top, width: rect.width, height: rect.height };
  };
  const parts: string[] = [];
  for (const text of pane.querySelectorAll(
    "h3, .body > .unit, footer > span:not(.actions), .legend li > span, .legend li > b, .ramp span",
  ))
    if (text.textContent !== "") parts.push(textElement(text, text.textContent, boxOf(text)));
  for (const swatch of pane.querySelectorAll<HTMLElement>(".legend i, .ramp i")) {
    const { x, y, width: boxWidth, height: boxHeight } = boxOf(swatch);
    const { backgroundColor } = getComputedStyle(swatch);
    parts.push(`<rect x="${x}" y="${y}" width="${boxWidth}" height="${boxHeight}" fill="${backgroundColor}"/>`);
  }
  for (const canvas of pane.querySelectorAll("canvas")) {
    const { x, y, width: boxWidth, height: boxHeight } = boxOf(canvas);
    const attributes = `preserveAspectRatio="none" style="image-rendering:${getComputedStyle(canvas).imageRendering}"`;
    parts.push(
      `<image x="${x}" y="${y}" width="${boxWidth}" height="${boxHeight}" ${attributes} href="${canvas.toDataURL()}"/>`,
    );
  }
  for (const chart of pane.querySelectorAll<SVGElement>(".body svg.chart")) {
    const box = boxOf(chart);
    const copy = withStyles(chart);
    for (const [name, value] of Object.entries(box)) copy.setAttribute(name, String(value));
    copy.style.overflow = "visible";
    parts.push(serialise(copy));
  }
  const hatches = [...document.querySelectorAll<SVGElement>("pattern[id^=hatch]")].map((element) =>
    serialise(withStyles(element)),
  );
  const { backgroundColor } = getComputedStyle(pane);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><defs><style>${fonts}</style>${hatches.join("")}</defs><rect width="100%" height="100%" fill="${backgroundColor}"/>${parts.join("")}</svg>`;
}

/** Pixels per screen pixel. */
const SCALE = 2;

/** The picture of a pane as a PNG file. */
export async function pngOfPane(pane: HTMLElement): Promise<Blob> {
  const { width, height } = pane.getBoundingClientRect();
  const image = new Image(width, height);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(await svgOfPane(pane))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = width * SCALE;
  canvas.height = height * SCALE;
  canvas.getContext("2d")!.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob === null ? reject(new Error("The browser could not create the picture")) : resolve(blob)),
      "image/png",
    );
  });
}

/** Saves a file. */
export function save(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
