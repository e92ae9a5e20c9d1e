const labels = { '#autocollapse': 'Site', '#toc': 'Pages', '#affix': 'On this page' };

const set = (selector, attributes) => {
  for (const element of document.querySelectorAll(selector))
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
};

// What docfx's template leaves out for readers who use a keyboard or a screen reader.
function complete() {
  for (const [nav, label] of Object.entries(labels)) set(nav, { 'aria-label': label });
  set('#logo', { alt: '' });
  set('#toc li.active:not(:has(li.active)) > a', { 'aria-current': 'page' });
  set('#affix h5', { 'aria-level': 2 });
  set('.icons .dropdown-toggle', { role: 'button', href: '#' });
  set('.table-responsive, pre > code', { tabindex: 0 });
  set('th:empty', { role: 'cell' });
  set('#search-results', { role: 'main' });
  set('#search-results > .search-list', { role: 'heading', 'aria-level': 1 });
  for (const found of document.querySelectorAll('#search-results a[target]')) found.removeAttribute('target');
}

export default {
  // Most blocks are output of a terminal: a block that names no language is in none.
  configureHljs: highlighter => highlighter.configure({ languages: [] }),
  start() {
    complete();
    // The template adds its parts one after the other, and some of them again when a reader searches.
    new MutationObserver(complete).observe(document.body, { childList: true, subtree: true });
  },
};
