"use strict";
(() => {
  const body = document.querySelector("#rows tbody");
  const rows = [...body.rows];
  const text = document.querySelector("#text");
  const group = document.querySelector("#group");
  const count = document.querySelector("#count");

  const show = () => {
    const wanted = text.value.toLowerCase();
    let shown = 0;
    for (const row of rows) {
      const fits = row.dataset.name.toLowerCase().includes(wanted) && (group.value === "" || row.className === group.value);
      row.hidden = !fits;
      shown += fits ? 1 : 0;
    }
    count.textContent = `${shown} of ${rows.length} benchmarks`;
  };

  const sort = (header, key) => {
    const descending = header.getAttribute("aria-sort") === "ascending";
    for (const other of document.querySelectorAll("#rows th")) other.removeAttribute("aria-sort");
    header.setAttribute("aria-sort", descending ? "descending" : "ascending");
    const value = row => row.dataset[key] ?? "";
    const numeric = key !== "name";
    const sorted = [...rows].sort((a, b) => {
      const [x, y] = [value(a), value(b)];
      // What has no figure goes to the end, whichever way.
      if (numeric && (x === "" || y === "")) return (x === "" ? 1 : 0) - (y === "" ? 1 : 0);
      const order = numeric ? Number(x) - Number(y) : x < y ? -1 : x > y ? 1 : 0;
      return descending ? -order : order;
    });
    body.append(...sorted);
  };

  for (const button of document.querySelectorAll("#rows th button"))
    button.addEventListener("click", () => sort(button.closest("th"), button.dataset.key));
  text.addEventListener("input", show);
  group.addEventListener("change", show);
  show();
})();
