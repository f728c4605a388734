#!/usr/bin/env python3
"""Recompute the summary table of a benchmark from its data file.

Reads benchmark-data.json beside this program (or the file that is named) and
computes every figure of the published table from the stored numbers. All
arithmetic is exact: numbers are taken as the decimals that the file shows, and
each figure is rounded once, half to even, when it is printed. Needs Python 3.8
or later and nothing but its standard library.

  several batches   mean of all calls, median of the batch means, and the worst
                    batch mean (the largest, or the least where higher is better)
  one batch         mean, median, least and largest call
  repetitions       mean, least and largest; each repetition is itself a mean
  a single figure   the figure
  derived rates     operations of the case by the same statistic of the time

  change      100 x (candidate / baseline - 1), in percent
  reduction   100 x (1 - candidate / baseline), in percent
  ratio       baseline / candidate where lower is better, otherwise the reverse

usage: analyze.py [DATA] [--baseline ID] [--csv | --check SUMMARY]
"""
import argparse
import csv
import io
import json
import os
import sys
from fractions import Fraction

BASELINE = None  # The first variant.
DIGITS = 6
TABLE_DIGITS = 2
FIELDS = (
    "measure", "case", "statistic", "unit", "variant", "value", "baseline",
    "difference", "change_percent", "reduction_percent", "ratio", "verdict",
)
STATISTICS = (
    "mean", "median_of_batch_means", "min_of_batch_means", "max_of_batch_means",
    "median", "min", "max", "mean_of_repetitions", "min_of_repetitions",
    "max_of_repetitions", "value",
)
# The same statistic of a time gives that of a rate, least and largest changed about.
OF_RECIPROCALS = {
    "min_of_batch_means": "max_of_batch_means", "max_of_batch_means": "min_of_batch_means",
    "min": "max", "max": "min",
    "min_of_repetitions": "max_of_repetitions", "max_of_repetitions": "min_of_repetitions",
}
# What one unit is in the base unit of its dimension.
UNITS = {
    "ns": 1, "us": 10**3, "\u00b5s": 10**3, "\u03bcs": 10**3, "ms": 10**6, "s": 10**9, "min": 60 * 10**9,
    "B": 1, "KiB": 2**10, "MiB": 2**20, "GiB": 2**30, "kB": 10**3, "MB": 10**6, "GB": 10**9,
    "1/s": 1, "B/s": 1, "KiB/s": 2**10, "MiB/s": 2**20, "GiB/s": 2**30, "MB/s": 10**6,
    "%": 1, "1": 1,
}
SPELLING = {"\u00b5s": "us", "\u03bcs": "us"}


def decimal(value, digits):
    """The decimal of a fraction with so many digits after the point, half to even."""
    scaled = round(value * 10**digits)  # Fraction rounds half to even.
    sign = "-" if scaled < 0 else ""
    text = str(abs(scaled)).rjust(digits + 1, "0")
    return sign + text[:-digits] + "." + text[-digits:]


def mean(values):
    return sum(values, Fraction(0)) / len(values)


def median(values):
    values = sorted(values)
    middle = len(values) // 2
    if len(values) % 2:
        return values[middle]
    return (values[middle - 1] + values[middle]) / 2


def statistics_of(series):
    """Every statistic that the numbers of a series allow."""
    if "value" in series:
        return {"value": Fraction(series["value"])}
    if "repetitions" in series:
        values = [Fraction(value) for value in series["repetitions"]]
        return {
            "mean_of_repetitions": mean(values),
            "min_of_repetitions": min(values),
            "max_of_repetitions": max(values),
        }
    batches = [[Fraction(value) for value in batch["values"]] for batch in series["batches"]]
    calls = [value for batch in batches for value in batch]
    if len(batches) == 1:
        return {"mean": mean(calls), "median": median(calls), "min": min(calls), "max": max(calls)}
    means = [mean(batch) for batch in batches]
    return {
        "mean": mean(calls),
        "median_of_batch_means": median(means),
        "min_of_batch_means": min(means),
        "max_of_batch_means": max(means),
    }


def figures(data):
    """The statistics of each (measure, case, variant), in the measure's display unit."""
    stored = {(s["measure"], s.get("case"), s["variant"]): statistics_of(s) for s in data["series"]}
    operations = {case["id"]: case.get("operations") for case in data.get("cases", ())}
    units = {measure["id"]: measure["unit"] for measure in data["measures"]}
    shown = {}
    for measure in data["measures"]:
        scale = Fraction(UNITS[measure["unit"]], UNITS[measure.get("display_unit", measure["unit"])])
        source = measure["derived"].split("/")[1].strip() if "derived" in measure else measure["id"]
        for (of, case, variant), statistics in stored.items():
            if of != source:
                continue
            if "derived" in measure:
                seconds = Fraction(UNITS[units[source]], UNITS["s"])
                statistics = {
                    OF_RECIPROCALS.get(name, name): operations[case] / (value * seconds)
                    for name, value in statistics.items()
                }
            shown[measure["id"], case, variant] = {name: value * scale for name, value in statistics.items()}
    return shown


def compare(baseline, candidate, better):
    """Difference, change, reduction, ratio and verdict of a candidate."""
    change = 100 * (candidate / baseline - 1)
    up, down = (baseline, candidate) if better == "lower" else (candidate, baseline)
    if candidate == baseline:
        verdict = "unchanged"
    else:
        verdict = "better" if (candidate < baseline) == (better == "lower") else "worse"
    return candidate - baseline, change, -change, up / down if down else None, verdict


def rows(data, baseline):
    """The table: one dictionary of exact figures for each statistic and variant."""
    shown = figures(data)
    cases = [case["id"] for case in data.get("cases", ())] or [None]
    variants = [variant["id"] for variant in data["variants"]]
    for measure in data["measures"]:
        left_out = "min_of_batch_means" if measure["better"] == "lower" else "max_of_batch_means"
        for case in cases:
            known = {variant: shown.get((measure["id"], case, variant), {}) for variant in variants}
            for statistic in STATISTICS:
                if statistic == left_out:
                    continue
                reference = known[baseline].get(statistic)
                for variant in variants:
                    if statistic not in known[variant]:
                        continue
                    value = known[variant][statistic]
                    unit = measure.get("display_unit", measure["unit"])
                    row = dict.fromkeys(FIELDS)
                    row.update(
                        measure=measure["id"], case=case, statistic=statistic,
                        unit=SPELLING.get(unit, unit), variant=variant, value=value,
                    )
                    if variant != baseline and reference:
                        difference, change, reduction, ratio, verdict = compare(reference, value, measure["better"])
                        row.update(
                            baseline=baseline, difference=difference, change_percent=change,
                            reduction_percent=reduction, ratio=ratio, verdict=verdict,
                        )
                    yield row


def printed(value, digits=DIGITS):
    if value is None:
        return ""
    return decimal(value, digits) if isinstance(value, Fraction) else value


def as_csv(table):
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(FIELDS)
    for row in table:
        writer.writerow([printed(row[field]) for field in FIELDS])
    return text.getvalue()


def as_text(table):
    lines = [("measure", "case", "statistic", "variant", "value", "unit", "change", "ratio")]
    for row in table:
        change, ratio = printed(row["change_percent"], TABLE_DIGITS), printed(row["ratio"], TABLE_DIGITS)
        lines.append((
            row["measure"], row["case"] or "", row["statistic"], row["variant"],
            printed(row["value"]), row["unit"], change and change + "%", ratio and ratio + "x",
        ))
    widths = [
        max(map(len, column)) if any(column[1:]) else 0  # A column without cells is left out.
        for column in zip(*lines)
    ]
    for line in lines:
        cells = [
            cell.rjust(width) if column in (4, 6, 7) else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(line, widths)) if width
        ]
        yield "  ".join(cells).rstrip()


def check(table, path):
    """Print every difference between the table and a summary.csv; how many there are."""
    ours = list(csv.reader(io.StringIO(as_csv(table))))
    with open(path, encoding="utf-8", newline="") as file:
        theirs = list(csv.reader(file))
    differences = 0
    for number in range(max(len(ours), len(theirs))):
        left = ours[number] if number < len(ours) else None
        right = theirs[number] if number < len(theirs) else None
        if left != right:
            differences += 1
            print("line {}: computed {}, found {}".format(number + 1, left, right))
    return differences


def main():
    beside = os.path.join(os.path.dirname(os.path.abspath(__file__)), "benchmark-data.json")
    parser = argparse.ArgumentParser(description="Recompute the summary table of a benchmark from its data file.")
    parser.add_argument("data", nargs="?", default=beside, help="the data file (benchmark-data.json beside this program)")
    parser.add_argument("--baseline", default=BASELINE, help="the variant that the others are compared with")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--csv", action="store_true", help="print the table as summary.csv has it")
    form.add_argument("--check", metavar="SUMMARY", help="compare the table with a summary.csv, digit by digit")
    arguments = parser.parse_args()

    with open(arguments.data, encoding="utf-8-sig") as file:
        data = json.load(file, parse_float=Fraction, parse_int=int)
    if data.get("format") != "benchfolio/1":
        sys.exit("{}: not a data file of format benchfolio/1".format(arguments.data))
    baseline = arguments.baseline or data["variants"][0]["id"]
    if baseline not in [variant["id"] for variant in data["variants"]]:
        sys.exit("{}: no variant {}".format(arguments.data, baseline))
    table = list(rows(data, baseline))
    if arguments.check:
        differences = check(table, arguments.check)
        if differences:
            sys.exit("{} of {} lines differ".format(differences, len(table) + 1))
        print("{}: all {} lines are equal".format(arguments.check, len(table) + 1))
    elif arguments.csv:
        sys.stdout.reconfigure(newline="")
        sys.stdout.write(as_csv(table))
    else:
        for line in as_text(table):
            print(line)


if __name__ == "__main__":
    main()
