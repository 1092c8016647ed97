"""Prints the values that the tests of this module hold.

python -m venv venv && venv/bin/pip install scipy==1.17.1 numpy==2.4.6 ruptures==1.1.10
venv/bin/python reference.py
"""

import numpy
import ruptures
from scipy import stats


def show(name, *values):
    print(name, *[repr(float(v)) for v in values])


A = [18.3, 19.1, 17.7, 20.4, 18.9, 47.2, 18.0, 18.5, 19.9, 17.9]
B = [20.1, 21.3, 19.5, 22.0, 20.7, 21.8, 19.2, 60.3, 20.9, 23.1]
TIED_A = [18, 19, 18, 20, 19, 47, 18, 18]
TIED_B = [20, 21, 19, 22, 20, 21, 19]
SMALL_A = [1.1, 2.3, 3.7, 4.2, 5.9]
SMALL_B = [6.1, 7.7, 8.2, 9.9, 10.4]


def mann_whitney():
    for name, a, b in (("distinct", A, B), ("tied", TIED_A, TIED_B), ("small", SMALL_A, SMALL_B)):
        method = "asymptotic" if name == "tied" else "exact"
        show("mann_whitney " + name, stats.mannwhitneyu(a, b, method=method).pvalue)
    rng = numpy.random.default_rng(1)
    x = rng.permutation(120)
    show("mann_whitney 60+60", stats.mannwhitneyu(x[:60], x[60:], method="asymptotic").pvalue)
    print("mann_whitney 60+60 sample", list(x[:60]))


def hodges_lehmann(name, a, b, confidence):
    """The shifts that scipy's exact test does not reject, between the pairwise differences."""
    d = numpy.sort(numpy.subtract.outer(b, a).ravel())
    edges = numpy.concatenate([[d[0] - 1], (d[1:] + d[:-1]) / 2, [d[-1] + 1]])
    kept = [
        i
        for i, edge in enumerate(edges)
        if stats.mannwhitneyu(numpy.array(b) - edge, a, method="exact").pvalue > 1 - confidence
    ]
    low = d[kept[0] - 1] if kept[0] > 0 else -numpy.inf
    high = d[kept[-1]] if kept[-1] < len(d) else numpy.inf
    show("hodges_lehmann " + name + " " + str(confidence), numpy.median(d), low, high)


def order_statistics():
    for n, percentile, confidence in (
        (100, 50, 0.95),
        (1000, 90, 0.95),
        (1000, 99, 0.95),
        (5000, 99.9, 0.9),
        (12, 50, 0.99),
    ):
        x = numpy.arange(1, n + 1)
        ci = stats.quantile_test(x, p=percentile / 100).confidence_interval(confidence)
        show(f"order_statistics {n} {percentile} {confidence}", ci.low, ci.high)


class NormalCost(ruptures.base.BaseCost):
    model = ""
    min_size = 2

    def fit(self, signal):
        self.signal = signal
        return self

    def error(self, start, end):
        part = self.signal[start:end]
        return (end - start) * (numpy.log(part.var()) + 1)


def change_points():
    rng = numpy.random.default_rng(7)
    series = numpy.concatenate(
        [rng.normal(3, 0.1, 15), rng.normal(2, 0.1, 30), rng.normal(2, 0.6, 25), rng.normal(2.2, 0.1, 30)]
    ).round(3)
    print("series", list(map(float, series)))
    for penalty in (3, 15):
        found = ruptures.Dynp(custom_cost=NormalCost(), min_size=5, jump=1).fit(series)
        best = min(
            (found.predict(n_bkps=k) for k in range(1, 9)),
            key=lambda ends: sum(
                NormalCost().fit(series).error(s, e) for s, e in zip([0] + ends, ends)
            )
            + (len(ends) - 1) * penalty * numpy.log(len(series)),
        )
        print("change_points", penalty, best)


def block_length(name, x):
    """Politis and White 2004 with the correction of 2009, circular bootstrap, as in the papers."""
    n = len(x)
    e = x - x.mean()
    in_a_row = max(5, int(numpy.ceil(numpy.sqrt(numpy.log10(n)))))
    farthest = int(numpy.ceil(numpy.sqrt(n))) + in_a_row
    r = numpy.array([e[k:] @ e[: n - k] / n for k in range(farthest + 1)])
    small = numpy.abs(r / r[0]) < 2 * numpy.sqrt(numpy.log10(n) / n)
    m = next(
        (k for k in range(farthest - in_a_row + 1) if small[k + 1 : k + 1 + in_a_row].all()), farthest
    )
    m = min(2 * max(m, 1), farthest)
    lags = numpy.arange(-m, m + 1)
    window = numpy.minimum(1, 2 * (1 - numpy.abs(lags) / m))
    g = (window * numpy.abs(lags) * r[numpy.abs(lags)]).sum()
    d = 4 / 3 * (window * r[numpy.abs(lags)]).sum() ** 2
    b = (2 * g**2 / d) ** (1 / 3) * n ** (1 / 3)
    print("block_length", name, min(b, numpy.ceil(min(3 * n**0.5, n / 3))))


def autoregressive(phi, n):
    """The numbers of the generator that the test has too: minimal standard, 16807."""
    state, x, last = 42, [], 0.0
    for _ in range(n):
        total = 0.0
        for _ in range(12):
            state = state * 16807 % 2147483647
            total += state / 2147483647
        last = phi * last + total - 6
        x.append(last)
    return numpy.array(x)


def expanded_tail():
    for units in (3, 5, 10, 100):
        t = stats.t.isf(0.025, units - 1)
        show(f"expanded_tail {units}", stats.norm.sf(numpy.sqrt(units / (units - 1)) * t))


mann_whitney()
hodges_lehmann("distinct", A, B, 0.95)
hodges_lehmann("distinct", A, B, 0.99)
hodges_lehmann("small", SMALL_A, SMALL_B, 0.95)
hodges_lehmann("small", SMALL_A, SMALL_B, 0.995)
order_statistics()
change_points()
for phi in (0.0, 0.5, 0.9):
    block_length(f"phi {phi}", autoregressive(phi, 200))
expanded_tail()
