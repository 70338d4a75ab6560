// Sets theme and language before the first paint, so that nothing flashes. A file of its own because the content security policy
// forbids inline scripts. The settings keep both keys up to date; the languages are those of src/i18n/languages.ts.
(function () {
  var root = document.documentElement;
  var theme = '';
  var language = '';
  try {
    theme = localStorage.getItem('theme') || '';
    language = localStorage.getItem('interface_language') || '';
  } catch (error) {
    // Storage may be switched off; the system's choice then stands until the settings arrive.
  }
  if (theme !== 'light' && theme !== 'dark') {
    theme = window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  }
  root.dataset.theme = theme;
  var wanted = (language || navigator.language || 'en').toLowerCase().split('-')[0];
  root.lang = wanted === 'tr' ? 'tr' : 'en';
  root.dir = /^(ar|dv|fa|he|ku|ps|sd|ug|ur|yi)$/.test(wanted) ? 'rtl' : 'ltr';
})();
