/* Runs in browsers of any age. One that knows no modules, or fails before anything of the page is there, is told that it is too old. */
(function () {
  function tell() {
    var all = document.querySelectorAll('.too-old');
    var language = (navigator.language || 'en').slice(0, 2);
    var shown = all[0];
    for (var number = 0; number < all.length; number += 1) if (all[number].lang === language) shown = all[number];
    shown.setAttribute('role', 'alert');
    shown.hidden = false;
  }
  if (!('noModule' in HTMLScriptElement.prototype)) tell();
  addEventListener('error', function (event) {
    if (event.message && !document.getElementById('page').firstChild) tell();
  });
})();
