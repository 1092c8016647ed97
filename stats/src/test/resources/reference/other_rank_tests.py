"""How much other rank tests would see in the bank at 10+10 and 5+5 forks: docs/evidence/verdicts.md.

Needs numpy 2.4.6 and scipy 1.17.1; run in this folder.
"""

import numpy
from scipy import stats

random = numpy.random.default_rng(5)
DRAWS = 4000
PERMUTATIONS = 200_000


def column(bank, at):
    with open(f"../bank/{bank}.csv") as lines:
        cells = [line.strip().split(",")[at] for line in lines][1:]
    return numpy.log([float(cell) for cell in cells if cell])


def scores(size):
    u = numpy.arange(1, size + 1) / (size + 1)
    return {
        "Mann-Whitney": u,
        "Cauchy": -numpy.sin(2 * numpy.pi * u),
        "ends at 0.6": numpy.minimum(u, 0.6),
        "normal": stats.norm.ppf(u),
    }


def critical(score, forks, level):
    sums = numpy.concatenate(
        [
            score[random.random((20_000, len(score))).argsort(1)[:, :forks]].sum(1)
            for _ in range(PERMUTATIONS // 20_000)
        ]
    )
    sums.sort()
    return sums[int(len(sums) * level / 2)], sums[int(len(sums) * (1 - level / 2)) - 1]


for forks in (10, 5):
    for bank, at, factor in (
        ("service", 0, 1.1),
        ("response", 0, 1.1),
        ("service", 3, 2),
        ("response-any", 3, 2),
    ):
        x = column(bank, at)
        drawn = random.random((DRAWS, len(x))).argsort(1)[:, : 2 * forks]
        a, b = x[drawn[:, :forks]], x[drawn[:, forks:]] + numpy.log(factor)
        shift = numpy.median((b[:, :, None] - a[:, None, :]).reshape(DRAWS, -1), 1)
        ranks = numpy.concatenate([a, b], 1).argsort(1).argsort(1)[:, forks:]
        for name, score in scores(2 * forks).items():
            low, high = critical(score, forks, 0.05)
            sums = score[ranks].sum(1)
            found = ((sums < low - 1e-12) | (sums > high + 1e-12)) & (shift >= numpy.log(1.05))
            print(f"{forks}+{forks} {bank} {at} x {factor} {name}: {100 * found.mean():.0f} %")
