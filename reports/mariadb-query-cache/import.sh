#!/usr/bin/env bash
# import.sh: makes data.json from raw/, the same bytes every time.
#
# sysbench's reports go through `benchfolio import`. What they do not say is written to a file for its `--with`: the
# machine and the settings from environment.txt and variables.*.tsv, the order of the runs, and the share of selects that
# the query cache answered, counted by the server itself. Needs awk, and benchfolio on the path or in BENCHFOLIO.
#
#     ./import.sh [FILE]        FILE is data.json beside this script unless it is named
set -euo pipefail
export LC_ALL=C
benchfolio=${BENCHFOLIO:-benchfolio} out=$(realpath "${1:-$(dirname "$0")/data.json}")
cd "$(dirname "$0")"
about=$(mktemp)
trap 'rm -f "$about"' EXIT

# `name : value` of environment.txt, and a server variable of one variant.
said() { sed -n "s/^$1[[:space:]]*: *//p" raw/environment.txt; }
variable() { awk -F '\t' -v name="$2" '$1 == name { print $2 }' "raw/variables.$1.tsv"; }

# Hits in percent of all selects of a run: answered from the cache, put into it, or not cacheable. Four decimals.
hit_share() {
    awk -F '\t' '
        FNR == NR { before[$1] = $2; next }
        { grown[$1] = $2 - before[$1] }
        END {
            hits = grown["Qcache_hits"]
            printf "%.4f\n", 100 * hits / (hits + grown["Qcache_inserts"] + grown["Qcache_not_cached"])
        }' "raw/$1.before.tsv" "raw/$1.after.tsv"
}
hit_shares() { # workload: of its runs with the cache on, in the order of the rounds
    while read -r round workload variant; do
        [ "$workload.$variant" != "$1.on" ] || hit_share "$round.$workload.$variant"
    done <raw/order.txt | paste -sd, -
}

server=$(sed -n 's/^mariadbd *Ver \([^ ]*\) .*/\1/p' raw/environment.txt)
cat >"$about" <<JSON
{
  "id": "mariadb-query-cache",
  "variants": [
    { "id": "off", "name": "Query cache off", "build": "$server" },
    { "id": "on", "name": "Query cache on", "build": "$server" }
  ],
  "measures": [{ "id": "query_cache_hits", "unit": "%", "better": "higher" }],
  "method": {
    "variant_order": "alternated",
    "duration_s": $(said 'seconds a run'), "tables": 1, "rows_per_table": $(said rows),
    "parameters": {
      "query_cache_type (off)": "$(variable off query_cache_type)",
      "query_cache_type (on)": "$(variable on query_cache_type)",
      "query_cache_size (on)": "$(variable on query_cache_size)",
      "query_cache_limit (on)": "$(variable on query_cache_limit)",
      "query_cache_min_res_unit (on)": "$(variable on query_cache_min_res_unit)",
      "innodb_buffer_pool_size": "256M"
    },
    "environment": {
      "os": "$(said system)", "cpu": "$(said 'model name')", "vcpus": $(said cores),
      "memory_bytes": $(($(said MemTotal | tr -d ' kB') * 1024)),
      "hosts": 1, "shared_host": true, "transport": "Unix socket"
    }
  },
  "series": [
    { "case": "oltp-read-only", "measure": "query_cache_hits", "variant": "on", "repetitions": [$(hit_shares read_only)] },
    { "case": "oltp-read-write", "measure": "query_cache_hits", "variant": "on", "repetitions": [$(hit_shares read_write)] }
  ]
}
JSON

files=() variants=() cases=()
while read -r round workload variant; do
    files+=("raw/$round.$workload.$variant.txt") variants+=("$variant") cases+=("oltp_$workload")
done <raw/order.txt
comma() { local IFS=,; echo "$*"; }
"$benchfolio" import sysbench "${files[@]}" --as "$(comma "${variants[@]}")" --cases "$(comma "${cases[@]}")" \
    --only throughput,latency_p95,latency_max,ignored_errors --with "$about" --output "$out"
