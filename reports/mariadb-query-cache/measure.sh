#!/usr/bin/env bash
# measure.sh: what MariaDB's query cache does to sysbench's read-only and read/write transactions.
#
# Starts two servers from one binary, one with the query cache off and one with it on, each with a table of its own that
# the same command filled, and runs sysbench against them in turn: off and on in odd rounds, on and off in even ones, so that
# a slow drift of the machine meets both alike. While one is measured, the other is idle. Two warm-up runs a server come
# first; their output is kept and not used. Every run's output is kept in raw/ as sysbench wrote it, with the counters of
# the query cache (Qcache%) before and after it; nothing is left out or repeated.
#
# Of a pair of workloads the read-only one always runs first, so it finds the cache empty: the writes before it removed
# every result of the only table.
#
# Needs Debian's packages mariadb-server and sysbench. Writes raw/ beside itself; refuses to run when raw/ exists. Takes
# rounds × 4 × seconds and a little more: eleven minutes and a half with the defaults. `import.sh` then makes data.json.
set -euo pipefail
cd "$(dirname "$0")"
rounds=${ROUNDS:-16} seconds=${SECONDS_PER_RUN:-10} threads=2 rows=10000
[ ! -e raw ] || { echo "raw/ exists: move it away to measure again" >&2; exit 1; }
mkdir raw
home=$(mktemp -d)
trap 'for v in off on; do [ ! -e "$home/$v.pid" ] || kill "$(cat "$home/$v.pid")"; done; wait; rm -rf "$home"' EXIT

start() { # variant, options…
    local variant=$1; shift
    mkdir "$home/$variant"
    mariadb-install-db --no-defaults --user="$(id -un)" --datadir="$home/$variant" --skip-test-db >"$home/$variant.install" 2>&1
    mariadbd --no-defaults --user="$(id -un)" --datadir="$home/$variant" --socket="$home/$variant.sock" --pid-file="$home/$variant.pid" \
        --skip-networking --innodb-buffer-pool-size=256M "$@" 2>"$home/$variant.log" &
    until mariadb-admin --no-defaults --socket="$home/$variant.sock" ping >/dev/null 2>&1; do sleep 0.2; done
    sql "$variant" 'CREATE DATABASE sbtest'
    bench "$variant" oltp_read_only prepare >/dev/null
}
sql() { mariadb --no-defaults --socket="$home/$1.sock" --batch --execute "$2"; }
bench() { # variant, workload, command
    sysbench "$2" --mysql-socket="$home/$1.sock" --mysql-user="$(id -un)" --mysql-db=sbtest --tables=1 --table-size=$rows \
        --threads=$threads --time="$seconds" "$3"
}
run() { # variant, workload, name of the output
    sql "$1" "SHOW GLOBAL STATUS LIKE 'Qcache%'" >"raw/$3.before.tsv"
    bench "$1" "$2" run >"raw/$3.txt"
    sql "$1" "SHOW GLOBAL STATUS LIKE 'Qcache%'" >"raw/$3.after.tsv"
}

start off --query-cache-type=0 --query-cache-size=0
start on --query-cache-type=1 --query-cache-size=64M

{
    mariadbd --version; sysbench --version
    grep -m1 'model name' /proc/cpuinfo; echo "cores : $(nproc)"; grep MemTotal /proc/meminfo
    . /etc/os-release; echo "system : $PRETTY_NAME"; echo "kernel : $(uname -sr)"
    echo "rounds : $rounds"; echo "seconds a run : $seconds"; echo "threads : $threads"; echo "rows : $rows"
} >raw/environment.txt
for variant in off on; do sql $variant "SHOW GLOBAL VARIABLES LIKE 'query_cache%'" >raw/variables.$variant.tsv; done

for variant in off on; do
    for workload in read_only read_write; do run $variant oltp_$workload warmup.$workload.$variant; done
done
for round in $(seq -w 1 "$rounds"); do
    order="off on"; [ $((10#$round % 2)) = 1 ] || order="on off"
    for workload in read_only read_write; do
        for variant in $order; do
            run $variant oltp_$workload "$round.$workload.$variant"
            echo "$round $workload $variant" >>raw/order.txt
        done
    done
done
