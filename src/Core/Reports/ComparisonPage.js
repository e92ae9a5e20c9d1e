"use strict";
(() => {
  const benchmarks = [...document.querySelectorAll("tbody")];
  const text = document.querySelector("#text");
  const group = document.querySelector("#group");
  const folded = document.querySelector("#folded");

  const show = () => {
    const wanted = text.value.toLowerCase();
    for (const benchmark of benchmarks)
      benchmark.hidden = !benchmark.dataset.name.toLowerCase().includes(wanted) || !(group.value === "" || benchmark.classList.contains(group.value));
    if (folded !== null && (wanted !== "" || group.value !== "")) folded.open = true;
    const shown = benchmarks.filter(benchmark => !benchmark.hidden).length;
    document.querySelector("#count").textContent = shown === benchmarks.length ? "" : `${shown} of ${benchmarks.length} benchmarks`;
  };

  const sort = (header, key) => {
    const table = header.closest("table");
    const descending = header.getAttribute("aria-sort") === "ascending";
    for (const other of table.querySelectorAll("th")) other.removeAttribute("aria-sort");
    header.setAttribute("aria-sort", descending ? "descending" : "ascending");
    const sorted = [...table.tBodies].sort((a, b) => {
      const [x, y] = [a.dataset[key], b.dataset[key]];
      // What has no figure goes to the end, whichever way.
      if (x === "" || y === "") return (x === "" ? 1 : 0) - (y === "" ? 1 : 0);
      const order = key === "name" ? x.localeCompare(y, "en") : Number(x) - Number(y);
      return descending ? -order : order;
    });
    table.append(...sorted);
  };

  for (const button of document.querySelectorAll("th button"))
    button.addEventListener("click", () => sort(button.closest("th"), button.dataset.key));
  text.addEventListener("input", show);
  group.addEventListener("change", show);
  show();
})();
