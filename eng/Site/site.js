"use strict";
(() => {
  const root = new URL(".", document.currentScript.src);
  const [search, query, answer, count, found] = ["search", "query", "answer", "count", "found"].map(name => document.getElementById(`site.${name}`));
  const words = text => text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
  const starts = (text, term) => ` ${text}`.includes(` ${term}`);
  let pages = null;

  const load = () => {
    const script = document.createElement("script");
    script.src = new URL("search-index.js", root);
    script.addEventListener("load", () => {
      pages = searchIndex.map(page => ({
        ...page, name: words(page.title).join(" "), headings: page.headings.map(([text, id]) => ({ text, id, name: words(text).join(" ") })),
      }));
      show();
    });
    document.head.append(script);
  };

  const worth = (page, term) =>
    starts(page.name, term) ? 9 : page.headings.some(heading => starts(heading.name, term)) ? 3 : starts(page.words, term) ? 1 : NaN;

  const link = (page, text, id) => {
    const element = document.createElement("a");
    element.href = new URL(page.url + (id ? `#${encodeURIComponent(id)}` : ""), root);
    element.textContent = text;
    return element;
  };

  const show = () => {
    if (pages === null) return;
    const terms = words(query.value);
    const best = terms.length === 0 ? [] : pages
      .map(page => ({ page, worth: terms.reduce((sum, term) => sum + worth(page, term), 0) }))
      .filter(one => one.worth > 0)
      .sort((a, b) => b.worth - a.worth);
    count.textContent = terms.length === 0 ? "" : `${best.length} ${best.length === 1 ? "page" : "pages"}`;
    found.replaceChildren(...best.slice(0, 20).map(({ page }) => {
      const item = document.createElement("li");
      const headings = page.headings.filter(heading => terms.every(term => starts(heading.name, term))).slice(0, 3);
      item.append(link(page, page.title), ...headings.map(heading => link(page, heading.text, heading.id)));
      return item;
    }));
  };

  // The index is loaded when the search is first used.
  query.addEventListener("focus", load, { once: true });
  query.addEventListener("input", show);
  search.addEventListener("focusin", () => { answer.hidden = false; });
  // Where a click gives a link no focus, there is no related target.
  search.addEventListener("focusout", event => { if (event.relatedTarget !== null) answer.hidden = !search.contains(event.relatedTarget); });
  search.addEventListener("keydown", event => {
    if (event.key === "Escape") { query.value = ""; show(); query.focus(); }
    if (event.key === "Enter" && event.target === query) found.querySelector("a")?.click();
    const links = [query, ...found.querySelectorAll("a")];
    const next = links[links.indexOf(document.activeElement) + ({ ArrowDown: 1, ArrowUp: -1 }[event.key] ?? NaN)];
    if (next) { event.preventDefault(); next.focus(); }
  });
  search.hidden = false;
})();
