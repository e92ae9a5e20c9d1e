"use strict";
(() => {
  const text = document.querySelector("#text");
  if (text === null) return;
  const count = document.querySelector("#count");
  const rows = [...document.querySelectorAll("#overview tr[data-text]")];

  const show = () => {
    const wanted = text.value.toLowerCase();
    let shown = 0;
    for (const row of rows) {
      row.hidden = !row.dataset.text.toLowerCase().includes(wanted);
      shown += row.hidden ? 0 : 1;
    }
    for (const topic of document.querySelectorAll("#overview tr.topic"))
      topic.hidden = [...topic.parentElement.querySelectorAll("tr[data-text]")].every(row => row.hidden);
    count.textContent = `${shown} of ${rows.length} questions`;
  };

  text.addEventListener("input", show);
  show();
})();
