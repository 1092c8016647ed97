(function () {
  'use strict';
  var told = document.documentElement.dataset;
  told.tools = document.querySelectorAll('.flame-tools').length;
  var figure = document.getElementById('flames1');
  var first = document.getElementById('flames0');

  function frame(from, name) {
    return Array.prototype.filter.call(from.querySelectorAll('.fr'), function (one) {
      return one.querySelector('title').textContent.indexOf(name) === 0;
    })[0];
  }

  function click(element) {
    element.dispatchEvent(new MouseEvent('click', {bubbles: true}));
  }

  var get = frame(figure, 'java.util.HashMap.get');
  click(get);
  told.wide = get.getAttribute('width') + ' ' + get.getAttribute('x');
  told.gone = frame(figure, 'com.acme.Hop.parse').classList.contains('off');

  var parse = frame(first, 'com.acme.Hop.parse');
  click(parse);
  click(first.querySelector('.flame-tools button'));
  told.whole = parse.getAttribute('width');
  var box = first.querySelector('.flame-tools input');
  box.value = 'PARSE';
  box.dispatchEvent(new Event('input'));
  told.found = first.querySelector('.flame-tools span').textContent;
})();
