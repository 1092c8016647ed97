(function () {
  'use strict';
  var MOST_LINES = 16;
  var root = document.documentElement;
  var data = JSON.parse(document.getElementById('data').textContent);
  var off = {};

  function each(selector, f, from) {
    Array.prototype.forEach.call((from || document).querySelectorAll(selector), f);
  }

  // Nanoseconds in the unit that suits them, with all digits that mean anything.
  function duration(ns) {
    var units = ['ns', '\u00b5s', 'ms', 's'];
    var u = 0;
    while (u < 3 && Math.abs(ns) >= 1000) {
      ns /= 1000;
      u++;
    }
    return ns.toLocaleString('en-US', {maximumFractionDigits: u ? 3 : 0}) + '\u00a0' + units[u];
  }

  // Bytes likewise, in powers of a thousand.
  function bytes(value) {
    var units = ['B', 'kB', 'MB', 'GB', 'TB'];
    var u = 0;
    while (u < 4 && Math.abs(value) >= 1000) {
      value /= 1000;
      u++;
    }
    return value.toLocaleString('en-US', {maximumFractionDigits: u ? 1 : 0}) + '\u00a0' + units[u];
  }

  function shown(value, unit) {
    switch (unit) {
      case 'ns': return duration(value);
      case 'B': return bytes(value);
      case 'share': return (value * 100).toLocaleString('en-US', {maximumFractionDigits: 1}) + '\u00a0%';
      case '/s': return value.toLocaleString('en-US') + '/s';
      default: return value.toLocaleString('en-US') + (unit ? '\u00a0' + unit : '');
    }
  }

  var tip = document.createElement('div');
  tip.id = 'tip';
  tip.hidden = true;
  tip.setAttribute('role', 'status');
  document.body.appendChild(tip);

  function add(parent, tag, text) {
    var element = document.createElement(tag);
    element.textContent = text;
    parent.appendChild(element);
    return element;
  }

  function fill(plot, i) {
    tip.textContent = '';
    add(tip, 'b', plot.l[i]);
    var lines = 0;
    plot.s.forEach(function (series) {
      var value = series.v[i];
      if (value === null || value === undefined || off[series.k] || lines++ > MOST_LINES) {
        return;
      }
      var line = add(tip, 'span', '');
      add(line, 'span', series.n);
      add(line, 'span', shown(value, series.u));
    });
  }

  function nearest(places, at) {
    var best = 0;
    places.forEach(function (place, i) {
      if (Math.abs(place - at) < Math.abs(places[best] - at)) {
        best = i;
      }
    });
    return best;
  }

  function attach(svg, plot) {
    var areas = [];
    each('.hit', function (hit) {
      var rule = document.createElementNS(svg.namespaceURI, 'line');
      rule.setAttribute('class', 'rule off');
      rule.setAttribute('y2', '100%');
      hit.parentNode.appendChild(rule);
      areas.push({hit: hit, rule: rule});
    }, svg);
    var current = 0;

    function show(i, top) {
      current = i;
      var box = areas[0].hit.getBoundingClientRect();
      var x = box.left + plot.x[i] * box.width;
      areas.forEach(function (area) {
        area.rule.setAttribute('x1', plot.x[i] * 100 + '%');
        area.rule.setAttribute('x2', plot.x[i] * 100 + '%');
        area.rule.classList.remove('off');
      });
      fill(plot, i);
      tip.hidden = false;
      var room = root.clientWidth - tip.offsetWidth - 8;
      var left = x + 14 > room ? x - tip.offsetWidth - 14 : x + 14;
      tip.style.left = window.scrollX + Math.max(8, Math.min(left, room)) + 'px';
      tip.style.top = window.scrollY + (top === undefined ? box.top + 8 : top + 14) + 'px';
    }

    function hide() {
      tip.hidden = true;
      areas.forEach(function (area) {
        area.rule.classList.add('off');
      });
    }

    function point(event) {
      var box = areas[0].hit.getBoundingClientRect();
      show(nearest(plot.x, (event.clientX - box.left) / box.width), event.clientY);
    }

    svg.addEventListener('pointermove', point);
    svg.addEventListener('pointerdown', point);
    svg.addEventListener('pointerleave', hide);
    svg.addEventListener('blur', hide);
    svg.setAttribute('tabindex', '0');
    svg.addEventListener('keydown', function (event) {
      var step = {ArrowLeft: -1, ArrowRight: 1}[event.key];
      if (step) {
        show(Math.max(0, Math.min(plot.x.length - 1, current + step)));
        event.preventDefault();
      } else if (event.key === 'Escape') {
        hide();
      }
    });
  }

  function withKey(key, f) {
    each('[data-k]', function (element) {
      if (element.getAttribute('data-k') === key) {
        f(element);
      }
    });
  }

  function set(key, hidden) {
    off[key] = hidden;
    withKey(key, function (element) {
      if (element.tagName === 'BUTTON') {
        element.setAttribute('aria-pressed', hidden ? 'false' : 'true');
      } else {
        element.classList.toggle('off', hidden);
      }
    });
  }

  function hot(key, on) {
    withKey(key, function (element) {
      if (element.tagName === 'path' || element.tagName === 'text') {
        element.classList.toggle('hot', on);
      }
    });
  }

  var plots = 0;
  each('svg[data-plot]', function (svg) {
    var plot = data[svg.getAttribute('data-plot')];
    if (plot && plot.x.length) {
      attach(svg, plot);
      plots++;
    }
  });
  var buttons = 0;
  each('button[data-k]', function (button) {
    var key = button.getAttribute('data-k');
    button.title = 'Click: show or hide. Double click: this one alone, or all again.';
    button.addEventListener('click', function () {
      set(key, !off[key]);
    });
    button.addEventListener('dblclick', function () {
      var others = button.parentNode.querySelectorAll('button[data-k]');
      var alone = true;
      Array.prototype.forEach.call(others, function (other) {
        var name = other.getAttribute('data-k');
        alone = alone && (name === key || !!off[name]);
      });
      Array.prototype.forEach.call(others, function (other) {
        var name = other.getAttribute('data-k');
        set(name, !alone && name !== key);
      });
    });
    ['pointerenter', 'focus'].forEach(function (type) {
      button.addEventListener(type, function () { hot(key, true); });
    });
    ['pointerleave', 'blur'].forEach(function (type) {
      button.addEventListener(type, function () { hot(key, false); });
    });
    buttons++;
  });
  root.classList.add('js');
  root.setAttribute('data-plots', plots);
  root.setAttribute('data-buttons', buttons);
})();
