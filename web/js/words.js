// The page's words in the reader's language, from words/*.json; English where one is missing.

import { storedText } from "./storage.js";

export const LANGUAGES = { en: "English", cs: "Čeština", zh: "中文", ru: "Русский", ja: "日本語" };

/** @type {Record<string, string>} */
let english = {};
/** @type {Record<string, string>} */
let words = {};
export let language = "en";

/** @param {string} key @param {Record<string, string | number>} [values] for the {names} in it, and for {names|one|many} */
export function word(key, values = {}) {
  const text = words[key] ?? english[key] ?? key;
  const counted = text.replace(/\{(\w+)\|(.*?)\|(.*?)\}/g, (_, name, one, many) => `{${name}} ${Number(values[name]) === 1 ? one : many}`);
  return counted.replace(/\{(\w+)\}/g, (all, name) => String(values[name] ?? all));
}

export function preferredLanguage() {
  const wanted = [storedText("language"), ...navigator.languages].map((tag) => tag?.slice(0, 2) ?? "");
  return wanted.find((tag) => tag in LANGUAGES) ?? "en";
}

/** @param {string} tag */
export async function setLanguage(tag) {
  const loading = tag === "en" ? null : load(tag);
  if (!Object.keys(english).length) english = await load("en");
  words = loading ? await loading : english;
  language = tag;
  document.documentElement.lang = tag;
  fill(document);
}

/** @param {string} tag @returns {Promise<Record<string, string>>} */
async function load(tag) {
  try {
    return await (await fetch(`words/${tag}.json`)).json();
  } catch {
    return {};
  }
}

/** Writes the words into the elements that name them. @param {ParentNode} root */
export function fill(root) {
  for (const element of root.querySelectorAll("[data-word]")) element.textContent = word(element.getAttribute("data-word") ?? "");
  for (const element of root.querySelectorAll("[data-label]")) {
    const text = word(element.getAttribute("data-label") ?? "");
    element.setAttribute("aria-label", text);
    if (element.matches("button")) element.setAttribute("title", text);
  }
  for (const element of root.querySelectorAll("[data-placeholder]")) element.setAttribute("placeholder", word(element.getAttribute("data-placeholder") ?? ""));
}
