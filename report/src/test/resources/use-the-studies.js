// What a reader of studies does: follows the links, hides an arm, and points at a curve.
(function () {
  var root = document.documentElement;

  var lead = [];
  document.querySelectorAll('#answers a').forEach(function (link) {
    var name = document.getElementById(link.getAttribute('href').slice(1)).tagName;
    if (lead.length < 5) {
      lead.push(name);
    }
  });
  root.setAttribute('data-lead', lead.join(' '));

  var svg = document.querySelector('svg[data-plot="s0-throughput"]');
  var box = svg.querySelector('.hit').getBoundingClientRect();
  var plot = JSON.parse(document.getElementById('data').textContent)['s0-throughput'];
  var at = plot.x[plot.l.indexOf('32 clients')];
  svg.dispatchEvent(new PointerEvent('pointermove', {
    bubbles: true, clientX: box.left + at * box.width, clientY: box.top + 20
  }));
  root.setAttribute('data-tip', document.getElementById('tip').textContent);

  var empty = [];
  document.querySelectorAll('svg[data-plot]').forEach(function (each) {
    if (!each.querySelector('.lines path')) {
      empty.push(each.getAttribute('data-plot'));
    }
  });
  root.setAttribute('data-empty', empty.join(' '));

  document.querySelector('button[data-k="a0"]').click();
  var left = 0;
  document.querySelectorAll('path[data-k="a0"], text[data-k="a0"]').forEach(function (each) {
    left += each.classList.contains('off') ? 0 : 1;
  });
  root.setAttribute('data-hidden', left === 0 ? 'all' : left + ' left');
})();
