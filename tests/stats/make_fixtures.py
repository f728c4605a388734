#!/usr/bin/env python3
"""Write tests/stats/fixtures.json: what scipy and numpy give for the statistics of `src/stats`.

Run with scipy 1.17 and numpy 2.4 (any recent pair will do): make_fixtures.py > fixtures.json
The bootstrap results come from 400,000 replicates of numpy's own generator, so they agree with ours only within
the error of simulation; everything else agrees to the last digits.
"""
import json

import numpy as np
from scipy import optimize, stats

rng = np.random.default_rng(20260101)
REPLICATES = 400_000


def rounded(values, digits=6):
    return [round(float(v), digits) for v in values]


def trends():
    cases = [rng.normal(size=n) + slope * np.arange(n) for n, slope in ((4, 0), (7, 0.5), (15, 0.1), (30, -0.05), (60, 0.01))]
    cases += [rng.normal(size=200) + 0.003 * np.arange(200)]
    cases += [np.round(rng.normal(size=n) * 2) for n in (12, 40)]  # ties
    for values in cases:
        values = rounded(values)
        n = len(values)
        exact = len(set(values)) == n and n <= 60
        result = stats.kendalltau(np.arange(n), values, method="exact" if exact else "asymptotic")
        yield {"values": values, "tau": result.statistic, "p": result.pvalue}


def components():
    for sizes in ([10] * 15, [3, 5, 8, 4, 6, 2]):
        batches = [rounded(10 + rng.normal() + 2 * rng.normal(size=n)) for n in sizes]
        within = sum(np.var(b) * len(b) for b in batches) / (sum(sizes) - len(sizes))
        f = stats.f_oneway(*batches).statistic
        typical = (sum(sizes) - sum(n * n for n in sizes) / sum(sizes)) / (len(sizes) - 1)
        yield {
            "batches": batches,
            "within": within,
            "between": max(0.0, (f - 1) * within / typical),
            "variation_of_means": stats.variation([np.mean(b) for b in batches], ddof=1),
        }


def medians():
    for n in (6, 9, 15, 40, 100):
        values = rounded(rng.lognormal(size=n))
        low, high = stats.quantile_test(values, p=0.5).confidence_interval(0.95)
        yield {"values": values, "lower": low, "upper": high}


def correlations():
    for n, weight in ((12, 0.0), (60, 0.6), (60, -0.5)):
        noise, values = rng.normal(size=n), [0.0]
        for e in noise:
            values.append(weight * values[-1] + e)
        values = np.array(rounded(values))
        d = values - values.mean()
        yield {"values": values.tolist(), "lag_1": float(np.correlate(d[:-1], d[1:])[0] / (d @ d))}


def outliers():
    for values in (rng.standard_t(2, size=80), rng.lognormal(size=50)):
        values = np.array(rounded(values))
        q1, q3 = np.quantile(values, [0.25, 0.75])
        r = q3 - q1
        yield {
            "values": values.tolist(),
            "low_severe": int((values < q1 - 3 * r).sum()),
            "low_mild": int(((values < q1 - 1.5 * r) & (values >= q1 - 3 * r)).sum()),
            "high_mild": int(((values > q3 + 1.5 * r) & (values <= q3 + 3 * r)).sum()),
            "high_severe": int((values > q3 + 3 * r).sum()),
        }


def replicate_means(x):
    """Means and variances of means of a bootstrap that draws rows and then values in them."""
    k, m = x.shape
    means, variances = [], []
    for _ in range(20):
        count = REPLICATES // 20
        rows = rng.integers(0, k, (count, k))
        cells = rng.integers(0, m, (count, k, m)) if m > 1 else np.zeros((count, k, 1), int)
        drawn = x[rows[:, :, None], cells].mean(2)
        means.append(drawn.mean(1))
        variances.append(drawn.var(1, ddof=1) / k)
    return np.concatenate(means), np.concatenate(variances)


def fieller(a, va, b, vb, low, high):
    """The quotients at which the pivot equals the two points, by bracketing."""
    pivot = lambda t: (a - t * b) / np.sqrt(va + t * t * vb)
    at = lambda q: optimize.brentq(lambda t: pivot(t) - q, -10 * abs(a / b), 10 * abs(a / b), xtol=1e-14)
    return at(high), at(low)


def bootstraps():
    for k, m in ((15, 10), (9, 4), (20, 1)):
        x = np.array([rounded(row) for row in 8 * rng.lognormal(0, 0.2, (k, 1)) * rng.lognormal(0, 0.2, (k, m))])
        y = np.array([rounded(row) for row in 2 * rng.lognormal(0, 0.15, (k, 1)) * rng.lognormal(0, 0.2, (k, m))])
        a, va, b, vb = x.mean(), x.mean(1).var(ddof=1) / k, y.mean(), y.mean(1).var(ddof=1) / k
        (ax, vx), (ay, vy) = replicate_means(x), replicate_means(y)
        low, high = np.quantile((ax - a) / np.sqrt(vx), [0.025, 0.975])
        mean = (a - high * np.sqrt(va), a - low * np.sqrt(va))
        r = b / a
        low, high = np.quantile((ay - r * ax) / np.sqrt(vy + r * r * vx), [0.025, 0.975])
        yield {
            "baseline": x.tolist(),
            "candidate": y.tolist(),
            "mean_of_baseline": mean,
            "standard_error_of_baseline": float(np.sqrt(va)),
            "quotient": fieller(b, vb, a, va, low, high),
        }


def fieller_large():
    x, y = rounded(rng.gamma(3, 1, 1200)), rounded(rng.gamma(2, 1, 1500))
    z = stats.norm.ppf(0.975)
    low, high = fieller(np.mean(x), stats.sem(x) ** 2, np.mean(y), stats.sem(y) ** 2, -z, z)
    return {"numerator": x, "denominator": y, "lower": low, "upper": high}


print(
    json.dumps(
        {
            "trends": list(trends()),
            "components": list(components()),
            "medians": list(medians()),
            "correlations": list(correlations()),
            "outliers": list(outliers()),
            "bootstraps": list(bootstraps()),
            "fieller": fieller_large(),
        }
    )
)
