(function () {
  'use strict';
  var SVG = 'http://www.w3.org/2000/svg';
  var MOST = 600;
  var LEFT = 64, RIGHT = 12, TOP = 8, BOTTOM = 22, HEIGHT = 190;
  var points = [];
  var ended = false;

  var data = JSON.parse(document.getElementById('data').textContent);

  // The first column of a point is its time, in seconds.
  var AT = 0;

  function short(value) {
    return Number(value.toPrecision(3)).toLocaleString('en-US');
  }

  function duration(ns) {
    var units = ['ns', '\u00b5s', 'ms', 's'];
    var u = 0;
    while (u < 3 && Math.abs(ns) >= 1000) {
      ns /= 1000;
      u++;
    }
    return short(ns) + '\u00a0' + units[u];
  }

  var units = {
    LOG_NS: duration,
    NS: duration,
    RATE: function (value) { return short(value) + '/s'; },
    SHARE: function (value) { return short(100 * value) + '\u00a0%'; },
    NUMBER: short
  };

  var charts = data.charts.map(function (chart) {
    return {
      id: chart.id,
      log: chart.unit === 'LOG_NS',
      unit: units[chart.unit],
      lines: chart.lines.map(function (line) { return [line.name, line.column, line.style]; })
    };
  });

  function add(parent, tag, attributes, text) {
    var element = document.createElementNS(SVG, tag);
    Object.keys(attributes).forEach(function (name) {
      element.setAttribute(name, attributes[name]);
    });
    if (text !== undefined) {
      element.textContent = text;
    }
    parent.appendChild(element);
    return element;
  }

  // Round numbers for an axis: powers of ten, or about four steps.
  function ticks(chart, low, high) {
    var all = [];
    var step;
    if (chart.log) {
      for (step = Math.pow(10, Math.ceil(Math.log10(low))); step <= high; step *= 10) {
        all.push(step);
      }
      return all;
    }
    step = Math.pow(10, Math.floor(Math.log10(high / 3)));
    step *= high / step > 10 ? 5 : high / step > 5 ? 2 : 1;
    for (var at = 0; at <= high; at += step) {
      all.push(at);
    }
    return all;
  }

  // Full seconds or minutes, about so many.
  function moments(first, last, most) {
    var steps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600];
    var step = steps.filter(function (one) { return (last - first) / one <= most; })[0] || 7200;
    var all = [];
    for (var at = Math.ceil(first / step) * step; at <= last; at += step) {
      all.push(at);
    }
    return all;
  }

  function two(value) {
    return (value < 10 ? '0' : '') + value;
  }

  function moment(at) {
    if (!data.clock) {
      return at + '\u00a0s';
    }
    var time = new Date(at * 1000);
    return two(time.getHours()) + ':' + two(time.getMinutes()) + ':' + two(time.getSeconds());
  }

  function legend(chart) {
    var chips = document.createElement('div');
    chips.className = 'chips';
    chart.lines.forEach(function (line) {
      var key = document.createElement('span');
      key.className = 'key';
      key.appendChild(document.createElement('i')).className = line[2];
      var name = document.createElement('span');
      name.textContent = line[0];
      key.appendChild(name);
      chips.appendChild(key);
    });
    return chips;
  }

  function draw(chart) {
    var width = Math.max(200, chart.svg.clientWidth || 800);
    var svg = chart.svg;
    svg.textContent = '';
    svg.setAttribute('viewBox', '0 0 ' + width + ' ' + HEIGHT);
    var low = Infinity, high = 0;
    points.forEach(function (point) {
      chart.lines.forEach(function (line) {
        var value = point[line[1]];
        if (value > 0) {
          low = Math.min(low, value);
        }
        high = Math.max(high, value);
      });
    });
    if (points.length < 2 || high === 0) {
      add(svg, 'text', {x: LEFT, y: HEIGHT / 2}, 'nothing to draw yet');
      return;
    }
    if (chart.log) {
      low = Math.pow(10, Math.floor(Math.log10(low)));
      high = Math.pow(10, Math.ceil(Math.log10(high * 1.001)));
    } else {
      low = 0;
      high *= 1.05;
    }
    var first = points[0][AT], last = points[points.length - 1][AT];
    function x(at) {
      return LEFT + (at - first) / Math.max(1e-9, last - first) * (width - LEFT - RIGHT);
    }
    function y(value) {
      var share = chart.log ? Math.log(value / low) / Math.log(high / low) : value / high;
      return HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM);
    }
    ticks(chart, low, high).forEach(function (tick) {
      add(svg, 'line', {'class': 'grid', x1: LEFT, x2: width - RIGHT, y1: y(tick), y2: y(tick)});
      add(svg, 'text', {'class': 'y', x: LEFT - 6, y: y(tick) + 4}, chart.unit(tick));
    });
    moments(first, last, Math.min(6, Math.floor((width - LEFT) / 75))).forEach(function (at) {
      add(svg, 'text', {'class': 'x', x: Math.min(x(at), width - 28), y: HEIGHT - 5},
        moment(at));
    });
    chart.lines.forEach(function (line) {
      var path = '';
      var pen = false;
      if (!points.some(function (point) { return point[line[1]] > 0; })) {
        return;
      }
      points.forEach(function (point) {
        var value = point[line[1]];
        if (chart.log && !(value > 0)) {
          pen = false;
          return;
        }
        path += (pen ? 'L' : 'M') + x(point[AT]).toFixed(1) + ' ' + y(value).toFixed(1);
        pen = true;
      });
      if (path) {
        add(svg, 'path', {'class': line[2], d: path});
      }
    });
  }

  function drawAll() {
    charts.forEach(draw);
  }

  charts.forEach(function (chart) {
    var figure = document.getElementById(chart.id);
    figure.appendChild(legend(chart));
    chart.svg = add(figure, 'svg', {'class': 'live', role: 'img',
      'aria-label': figure.querySelector('h3').textContent + ' over time'});
  });

  function show(texts) {
    Object.keys(texts).forEach(function (id) {
      document.getElementById(id).textContent = texts[id];
    });
  }

  function lost(is) {
    document.getElementById('stage').className = is ? 'lost' : '';
  }

  var events = new EventSource('events');
  events.addEventListener('state', function (event) {
    var state = JSON.parse(event.data);
    lost(false);
    points = (state.first ? [] : points).concat(state.points).slice(-MOST);
    show(state.texts);
    drawAll();
  });
  events.addEventListener('end', function (event) {
    ended = true;
    events.close();
    show(JSON.parse(event.data).texts);
  });
  events.onerror = function () {
    if (!ended) {
      lost(true);
      show({stage: data.lost, left: ''});
    }
  };
  window.addEventListener('resize', drawAll);
  drawAll();
}());
