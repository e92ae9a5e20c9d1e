"use strict";
(() => {
  const sort = header => {
    const table = header.closest("table");
    const column = [...header.parentElement.children].indexOf(header);
    const numeric = header.dataset.sort === "number";
    const descending = header.getAttribute("aria-sort") === "ascending";
    for (const other of table.querySelectorAll("thead th")) other.removeAttribute("aria-sort");
    header.setAttribute("aria-sort", descending ? "descending" : "ascending");
    const value = row => numeric ? row.cells[column].dataset.value ?? "" : row.cells[column].textContent.trim().toLowerCase();
    for (const body of table.tBodies) {
      // The line that names a topic stays above its own.
      const rows = [...body.rows].filter(row => !row.classList.contains("topic"));
      rows.sort((a, b) => {
        const [x, y] = [value(a), value(b)];
        // What has no figure goes to the end, whichever way.
        if (x === "" || y === "") return (x === "" ? 1 : 0) - (y === "" ? 1 : 0);
        const order = numeric ? Number(x) - Number(y) : x.localeCompare(y, "en", { numeric: true });
        return descending ? -order : order;
      });
      body.append(...rows);
    }
  };

  // Buttons that do nothing without script are only there with it.
  for (const header of document.querySelectorAll("th[data-sort]")) {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...header.childNodes);
    button.addEventListener("click", () => sort(header));
    header.append(button);
  }

  const tools = document.querySelector("#tools");
  if (tools === null) return;
  tools.hidden = false;
  const text = document.querySelector("#text");
  const count = document.querySelector("#count");
  const rows = [...document.querySelectorAll("#all tr[data-text]")];
  const parts = [...document.querySelectorAll("[data-text]")];

  const show = () => {
    const wanted = text.value.toLowerCase();
    for (const part of parts) part.hidden = !part.dataset.text.toLowerCase().includes(wanted);
    for (const topic of document.querySelectorAll("#all tr.topic"))
      topic.hidden = [...topic.parentElement.querySelectorAll("tr[data-text]")].every(row => row.hidden);
    for (const topic of document.querySelectorAll("section.topic"))
      topic.hidden = [...topic.querySelectorAll("section.case")].every(part => part.hidden);
    count.textContent = `${rows.filter(row => !row.hidden).length} of ${rows.length} questions`;
  };

  // A link to what the filter hides shows it.
  addEventListener("hashchange", () => {
    const place = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (place === null || place.closest("[hidden]") === null) return;
    text.value = "";
    show();
    place.scrollIntoView();
  });
  text.addEventListener("input", show);
  show();
})();
