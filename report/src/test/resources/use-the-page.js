// What a reader does: hides a fork, shows it again, shows it alone, and points at a curve.
(function () {
  var root = document.documentElement;
  var button = document.querySelector('button[data-k="r0f1"]');
  function hidden() {
    return document.querySelectorAll('.off[data-k="r0f1"]');
  }

  button.click();
  var names = [];
  document.querySelectorAll('#curves .off[data-k="r0f1"]').forEach(function (element) {
    names.push(element.tagName);
  });
  root.setAttribute('data-hidden', names.join(' '));
  button.click();
  root.setAttribute('data-shown-again', hidden().length === 0);

  button.dispatchEvent(new MouseEvent('dblclick', {bubbles: true}));
  var pressed = [];
  document.querySelectorAll('#percentiles .chips button[data-k^="r0f"]').forEach(function (each) {
    pressed.push(each.getAttribute('aria-pressed'));
  });
  root.setAttribute('data-alone', pressed.join(' '));

  var svg = document.querySelector('svg[data-plot="curves"]');
  var box = svg.querySelector('.hit').getBoundingClientRect();
  var plot = JSON.parse(document.getElementById('data').textContent).curves;
  var at = plot.x[plot.l.indexOf('99\u00a0%')];
  svg.dispatchEvent(new PointerEvent('pointermove', {
    bubbles: true, clientX: box.left + at * box.width, clientY: box.top + 20
  }));
  root.setAttribute('data-tip', document.getElementById('tip').textContent);
})();
