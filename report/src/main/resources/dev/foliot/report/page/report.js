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

  // A flame graph: a click on a frame makes it as wide as the picture, a search marks names.
  function flame(svg) {
    var frames = Array.prototype.map.call(svg.querySelectorAll('.fr'), function (element) {
      return {
        element: element,
        x: parseFloat(element.getAttribute('x')),
        y: parseFloat(element.getAttribute('y')),
        w: parseFloat(element.getAttribute('width')),
        t: element.getAttribute('data-t'),
        title: element.querySelector('title'),
        name: element.querySelector('title').textContent
      };
    });
    frames.forEach(function (frame, i) {
      frame.whole = {x: frame.x, w: frame.w};
      // callers come before what they call
      for (var j = i - 1; j >= 0 && !frame.caller; j--) {
        if (frames[j].y > frame.y && Math.round(frames[j].y - frame.y) <= 17 && within(frame, frames[j])) {
          frame.caller = frames[j];
        }
      }
    });

    // Positions are rounded to hundredths of a percent.
    function within(inner, outer) {
      return inner.x > outer.x - 0.02 && inner.x + inner.w < outer.x + outer.w + 0.02;
    }

    function named(frame) {
      if (!frame.element.querySelector('text')) {
        var text = document.createElementNS(svg.namespaceURI, 'text');
        text.setAttribute('x', '3');
        text.setAttribute('y', '12');
        text.textContent = frame.name.split(': ')[0];
        frame.element.appendChild(text);
      }
    }

    function zoom(wide) {
      frames.forEach(function (frame) {
        var under = frame.y > wide.y && within(wide, frame);
        var above = frame.y < wide.y && within(frame, wide);
        var shown = frame.w > 0 && (frame === wide || under || above);
        frame.element.classList.toggle('off', !shown);
        frame.element.classList.toggle('under', under);
        if (shown) {
          var width = above ? frame.w / wide.w * 100 : 100;
          frame.element.setAttribute('x', above ? (frame.x - wide.x) / wide.w * 100 + '%' : '0');
          frame.element.setAttribute('width', width + '%');
          if (width > 3) {
            named(frame);
          }
        }
      });
    }

    // Only the samples of some slices of the time; all of them without a range.
    function range(from, to, words) {
      var sums = frames.map(function (frame) {
        return (frame.t || '').split(' ').reduce(function (sum, part) {
          var at = part.split(':');
          return sum + (at.length === 2 && +at[0] >= from && +at[0] < to ? +at[1] : 0);
        }, 0);
      });
      frames.forEach(function (frame, i) {
        var right = frame.caller ? frame.caller.next : 0;
        frame.x = words ? right : frame.whole.x;
        frame.w = words ? (sums[0] ? sums[i] / sums[0] * 100 : 0) : frame.whole.w;
        frame.next = frame.x;
        if (frame.caller) {
          frame.caller.next = frame.x + frame.w;
        }
        frame.title.textContent = words ? frame.name.split(': ')[0] + ': '
          + frame.w.toLocaleString('en-US', {maximumFractionDigits: 1}) + '\u00a0% ' + words : frame.name;
      });
      zoom(root);
      told.textContent = words;
    }

    function search(word, told) {
      var found = frames.filter(function (frame) {
        var hit = word !== '' && frame.name.split(': ')[0].toLowerCase().indexOf(word) >= 0;
        frame.element.classList.toggle('found', hit);
        return hit;
      });
      var share = 0;
      found.forEach(function (frame) {
        var counted = found.some(function (other) {
          return other.y > frame.y && within(frame, other);
        });
        share += counted ? 0 : frame.w;
      });
      told.textContent = word === '' ? '' : found.length + ' frames, '
        + share.toLocaleString('en-US', {maximumFractionDigits: 1}) + '\u00a0% of the samples';
    }

    var root = frames[0];
    var tools = document.createElement('p');
    tools.className = 'flame-tools';
    var box = add(tools, 'input', '');
    box.type = 'search';
    box.placeholder = 'find a name';
    box.setAttribute('aria-label', 'find a name in the flame graph');
    var whole = add(tools, 'button', 'whole picture');
    whole.type = 'button';
    var told = add(tools, 'span', '');
    svg.parentNode.insertBefore(tools, svg);
    box.addEventListener('input', function () { search(box.value.trim().toLowerCase(), told); });
    whole.addEventListener('click', function () {
      range(0, 0, '');
      each('svg.times .chosen', function (one) {
        if (svg.closest('[id]').id === one.parentNode.getAttribute('data-flame')) {
          one.classList.add('off');
        }
      });
    });
    svg.range = range;
    frames.forEach(function (frame) {
      frame.element.addEventListener('click', function () { zoom(frame); });
    });
  }

  each('svg.flame', function (svg) {
    if (svg.querySelector('.fr')) {
      flame(svg);
    }
  });

  // When a profile was taken: a range of columns, by dragging or by keys.
  function times(svg, target) {
    var slices = +svg.getAttribute('data-slices');
    var ns = +svg.getAttribute('data-ns');
    var chosen = document.createElementNS(svg.namespaceURI, 'rect');
    chosen.setAttribute('class', 'chosen off');
    chosen.setAttribute('height', '100%');
    svg.appendChild(chosen);
    var from = 0;
    var to = 0;
    var dragging = false;

    function show(a, b) {
      from = a;
      to = b;
      var left = Math.min(a, b);
      var right = Math.max(a, b) + 1;
      chosen.classList.remove('off');
      chosen.setAttribute('x', left / slices * 100 + '%');
      chosen.setAttribute('width', (right - left) / slices * 100 + '%');
      target.range(left, right, 'from ' + duration(left * ns) + ' to ' + duration(right * ns));
    }

    function column(event) {
      var box = svg.getBoundingClientRect();
      var at = Math.floor((event.clientX - box.left) / box.width * slices);
      return Math.max(0, Math.min(slices - 1, at));
    }

    svg.addEventListener('pointerdown', function (event) {
      dragging = true;
      var at = column(event);
      show(at, at);
    });
    svg.addEventListener('pointermove', function (event) {
      if (dragging && event.buttons) {
        show(from, column(event));
      }
    });
    ['pointerup', 'pointercancel', 'pointerleave'].forEach(function (type) {
      svg.addEventListener(type, function () { dragging = false; });
    });
    svg.setAttribute('tabindex', '0');
    svg.addEventListener('keydown', function (event) {
      var step = {ArrowLeft: -1, ArrowRight: 1}[event.key];
      if (step) {
        var at = Math.max(0, Math.min(slices - 1, to + step));
        show(event.shiftKey ? from : at, at);
        event.preventDefault();
      } else if (event.key === 'Escape') {
        chosen.classList.add('off');
        target.range(0, 0, '');
      }
    });
  }

  each('svg.times', function (svg) {
    var figure = document.getElementById(svg.getAttribute('data-flame'));
    var target = figure && figure.querySelector('svg.flame');
    if (target && target.range) {
      times(svg, target);
    }
  });

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
  // A link opens what it leads to.
  function reveal(id) {
    var target = document.getElementById(id);
    if (target) {
      each('details', function (one) { one.open = one.parentNode === target || one.open; }, target);
    }
  }

  each('a[href^="#"]', function (link) {
    link.addEventListener('click', function () { reveal(link.getAttribute('href').slice(1)); });
  });
  reveal(window.location.hash.slice(1));

  root.classList.add('js');
  root.setAttribute('data-plots', plots);
  root.setAttribute('data-buttons', buttons);
})();
