"""Prints the mixtures that NormalMixtureTest holds.

python -m venv venv && venv/bin/pip install scikit-learn==1.7.2
venv/bin/python mixtures.py
"""

import numpy
import sklearn
from sklearn.mixture import GaussianMixture


def sample(parts):
    """The numbers of the generator that the test has too: minimal standard, 16807."""
    state, values = 42, []
    for count, mean, deviation in parts:
        for _ in range(count):
            total = 0.0
            for _ in range(12):
                state = state * 16807 % 2147483647
                total += state / 2147483647
            values.append(round((mean + deviation * (total - 6)) * 1000) / 1000)
    return numpy.array(values).reshape(-1, 1)


def show(name, parts):
    x = sample(parts)
    best = max(
        (
            GaussianMixture(
                len(parts),
                tol=1e-14,
                reg_covar=1e-12,
                max_iter=20000,
                n_init=20,
                init_params=init,
                random_state=1,
            ).fit(x)
            for init in ("kmeans", "random_from_data")
        ),
        key=lambda m: m.score(x),
    )
    order = numpy.argsort(best.means_.ravel())
    print(name, "log-likelihood", repr(float(best.score(x) * len(x))))
    print("  weights", [float(v) for v in best.weights_[order]])
    print("  means", [float(v) for v in best.means_.ravel()[order]])
    print("  deviations", [float(v) ** 0.5 for v in best.covariances_.ravel()[order]])
    print("  responsibilities of 2", [float(v) for v in best.predict_proba([[2.0]])[0][order]])


print("scikit-learn", sklearn.__version__)
show("apart", [(40, 0, 1), (80, 5, 1.5)])
show("near", [(150, 0, 1), (50, 2.5, 0.8)])
show("three", [(40, 0, 1), (60, 4, 1), (30, 9, 2)])
