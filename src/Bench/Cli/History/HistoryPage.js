"use strict";
(() => {
  const text = document.querySelector("#text");
  const lines = [...document.querySelectorAll(".line")];

  const show = () => {
    const wanted = text.value.toLowerCase();
    for (const line of lines) {
      const type = line.closest("tbody")?.rows[0].textContent ?? "";
      line.hidden = !`${type}.${line.querySelector(".name").textContent}`.toLowerCase().includes(wanted);
    }
    for (const part of document.querySelectorAll(".group, .group tbody"))
      part.hidden = [...part.querySelectorAll(".line")].every(line => line.hidden);
    if (wanted !== "") for (const group of document.querySelectorAll(".group")) group.open = true;
    const rows = lines.filter(line => line.matches("tr"));
    document.querySelector("#count").textContent = `${rows.filter(row => !row.hidden).length} of ${rows.length} lines`;
  };

  document.querySelector("#tools").hidden = false;
  text.addEventListener("input", show);
  show();
})();
