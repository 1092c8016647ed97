"""What longer forks, blocks and pairs would find at 10+10 forks: docs/evidence/verdicts.md.

Needs Python alone; run in this folder.
"""

import csv
import itertools
import math
import random
import statistics

DRAWS = 4000
FORKS = 10
LEVEL = 1.96
PLANTED = {"p50": math.log(1.1), "p99.9": math.log(2)}

table = {}
with open("../bank/long-forks.csv") as lines:
    for row in csv.DictReader(lines):
        span = (int(row["from_s"]), int(row["to_s"]))
        of = table.setdefault((row["task"], row["kind"]), {})
        for name in PLANTED:
            value = math.log(float(row[name]))
            of.setdefault((name, span), {})[int(row["lane"]), int(row["fork"])] = value


def ranks(values):
    order = sorted(range(len(values)), key=values.__getitem__)
    result = [0.0] * len(values)
    at = 0
    while at < len(order):
        end = at
        while end < len(order) and values[order[end]] == values[order[at]]:
            end += 1
        for i in range(at, end):
            result[order[i]] = (at + end + 1) / 2
        at = end
    return result


def mann_whitney(a, b):
    n, m = len(a), len(b)
    u = sum(ranks(a + b)[n:]) - m * (m + 1) / 2 - n * m / 2
    return (abs(u) - 0.5) / math.sqrt(n * m * (n + m + 1) / 12) * (1 if u > 0 else -1)


def wilcoxon(differences):
    n = len(differences)
    order = ranks([abs(one) for one in differences])
    w = sum(rank for rank, one in zip(order, differences) if one > 0) - n * (n + 1) / 4
    return (abs(w) - 0.5) / math.sqrt(n * (n + 1) * (2 * n + 1) / 24) * (1 if w > 0 else -1)


def drawn(values, planted, seed):
    source = random.Random(seed)
    found = wrong = 0
    for _ in range(DRAWS):
        both = source.sample(values, 2 * FORKS)
        a, b = both[:FORKS], both[FORKS:]
        wrong += abs(mann_whitney(a, b)) > LEVEL
        found += mann_whitney(a, [one + planted for one in b]) > LEVEL
    return found, wrong


def paired(values, planted, seed):
    source = random.Random(seed)
    lanes = sorted({lane for lane, _ in values})
    differences = [
        values[two, fork] - values[one, fork]
        for one, two in itertools.combinations(lanes, 2)
        for fork in sorted(fork for lane, fork in values if lane == one)
    ]
    found = wrong = 0
    for _ in range(DRAWS):
        some = [source.choice((-1, 1)) * one for one in source.sample(differences, FORKS)]
        wrong += abs(wilcoxon(some)) > LEVEL
        found += wilcoxon([one + planted for one in some]) > LEVEL
    return found, wrong


def tell(what, values, result):
    found, wrong = result
    spread = statistics.stdev(values)
    print(f"  {what}: sd {spread:.3f}, found {found / DRAWS:.0%}, false {wrong / DRAWS:.1%}")


for (task, kind), of in table.items():
    for name, planted in PLANTED.items():
        print(f"{task}, {kind} {name}, {math.exp(planted):.1f} times")
        for seconds in (4, 8, 16, 32):
            whole = of[name, (0, seconds)]
            tell(f"{seconds} s", whole.values(), drawn(list(whole.values()), planted, 1))
        for seconds in (8, 32):
            blocks = [of[name, (s, s + 1)] for s in range(seconds)]
            medians = [statistics.median(block[fork] for block in blocks) for fork in blocks[0]]
            tell(f"median second of {seconds} s", medians, drawn(medians, planted, 1))
            whole = of[name, (0, seconds)]
            tell(f"pairs of the same {seconds} s", whole.values(), paired(whole, planted, 1))
