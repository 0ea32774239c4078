// The board as a picture: an SVG that carries its own styles, or a PNG drawn from it.

import { download } from "./files.js";

const STYLES = ["fill", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin", "stop-color", "stop-opacity", "opacity", "font-size", "font-weight", "font-family", "text-anchor"];
const PNG_SIDE = 1200;

/** @param {SVGElement} board */
function standAlone(board) {
  const copy = /** @type {SVGElement} */ (board.cloneNode(true));
  const originals = [board, ...board.querySelectorAll("*")];
  for (const [i, element] of [copy, ...copy.querySelectorAll("*")].entries()) {
    const computed = getComputedStyle(originals[i]);
    for (const style of STYLES) {
      const value = computed.getPropertyValue(style);
      if (value) element.setAttribute(style, value.replace(/url\("[^"]*(#[^"]*)"\)/, "url($1)"));
    }
    for (const name of ["class", "tabindex", "role", "style"]) element.removeAttribute(name);
  }
  for (const cell of copy.querySelectorAll("[data-point]")) cell.remove();
  const side = copy.getAttribute("viewBox")?.split(" ")[2] ?? "700";
  copy.setAttribute("width", side);
  copy.setAttribute("height", side);
  return new Blob([new XMLSerializer().serializeToString(copy)], { type: "image/svg+xml" });
}

/** @param {SVGElement} board */
export const saveSvg = (board) => download(standAlone(board), "board.svg");

/** @param {SVGElement} board */
export async function savePng(board) {
  const image = new Image(PNG_SIDE, PNG_SIDE);
  image.src = URL.createObjectURL(standAlone(board));
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = PNG_SIDE;
  canvas.getContext("2d")?.drawImage(image, 0, 0, PNG_SIDE, PNG_SIDE);
  URL.revokeObjectURL(image.src);
  canvas.toBlob((blob) => blob && download(blob, "board.png"));
}
