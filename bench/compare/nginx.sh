#!/bin/sh
# Compares one Gosling node with nginx on the same files: CPU time a request, in one run, rounds interleaved.
#
#   bench/compare/nginx.sh [ROUNDS] [SECONDS]        default: 3 rounds of 5 seconds
#
# Wants nginx, wrk, taskset, curl and a built node/target/gosling.jar. Each server has one worker or event loop and
# runs on CPU 0, wrk on CPU 1. What is printed is user + system time of the server's processes over the requests that
# wrk counted, in microseconds: the figure to trust on a small machine, where requests a second depend on the load
# generator. Everything listens on loopback and is ended by this script.
set -eu

rounds=${1:-3}
seconds=${2:-5}
root=$(cd "$(dirname "$0")/../.." && pwd)
jar=$root/node/target/gosling.jar
nginx_port=18181
gosling_port=18182

for tool in nginx wrk taskset curl; do
    command -v "$tool" >/dev/null 2>&1 || { echo "nginx.sh: $tool is missing; install it (Debian: nginx-light wrk util-linux curl)" >&2; exit 2; }
done
[ -f "$jar" ] || { echo "nginx.sh: $jar is missing; run mvn -B -q -DskipTests package" >&2; exit 2; }
# The launcher finds a JDK that is new enough, and says what is missing when there is none.
java=$(GOSLING_DRY_RUN=1 "$root/gosling" version)
java=${java%% --*}

work=$(mktemp -d)
nginx_pid=
gosling_pid=
finish() {
    [ -z "$gosling_pid" ] || kill "$gosling_pid" 2>/dev/null || :
    [ -z "$nginx_pid" ] || kill "$nginx_pid" 2>/dev/null || :
    wait 2>/dev/null || :
    rm -rf "$work"
}
trap finish EXIT
trap 'exit 130' INT TERM

mkdir -p "$work/site" "$work/tmp"
head -c 1024 /dev/urandom > "$work/site/1k.bin"
head -c 10240 /dev/urandom > "$work/site/10k.bin"
head -c 102400 /dev/urandom > "$work/site/100k.bin"

cat > "$work/nginx.conf" <<CONF
daemon off;
master_process off;
worker_processes 1;
pid $work/nginx.pid;
error_log $work/error.log;
events { worker_connections 1024; }
http {
    access_log off;
    sendfile off;
    output_buffers 1 256k;
    tcp_nopush off;
    keepalive_requests 100000000;
    keepalive_timeout 65;
    open_file_cache max=1000 inactive=60s;
    open_file_cache_valid 60s;
    client_body_temp_path $work/tmp; proxy_temp_path $work/tmp; fastcgi_temp_path $work/tmp;
    uwsgi_temp_path $work/tmp; scgi_temp_path $work/tmp;
    server { listen 127.0.0.1:$nginx_port; root $work/site; }
}
CONF
taskset -c 0 nginx -c "$work/nginx.conf" &
nginx_pid=$!
taskset -c 0 "$java" --sun-misc-unsafe-memory-access=allow -Xmx256m -jar "$jar" serve "$work/site" \
    --port $gosling_port --admin-port 0 --peer-port 0 --cluster-port 0 --event-loops 1 --memory 64m > "$work/gosling.log" 2>&1 &
gosling_pid=$!

wait_for() {
    tries=0
    until curl -sf -o /dev/null "$1"; do
        tries=$((tries + 1))
        [ "$tries" -lt 150 ] || { echo "nginx.sh: $1 does not answer" >&2; cat "$work"/*.log >&2; exit 1; }
        sleep 0.1
    done
}
wait_for "http://127.0.0.1:$nginx_port/1k.bin"
wait_for "http://127.0.0.1:$gosling_port/1k.bin"

# Same bytes from both, before anything is timed.
for file in 1k 10k 100k; do
    for port in $nginx_port $gosling_port; do
        curl -s "http://127.0.0.1:$port/$file.bin" | cmp - "$work/site/$file.bin" || { echo "nginx.sh: port $port gave other bytes for $file.bin" >&2; exit 1; }
    done
done

# user + system clock ticks of a process, all its threads
ticks() { sed 's/.*) //' "/proc/$1/stat" | awk '{print $12 + $13}'; }
hertz=$(getconf CLK_TCK)

# measure NAME PID PORT FILE CONNECTIONS [SECONDS] -> "cpu_us rps"
measure() {
    before=$(ticks "$2")
    taskset -c 1 wrk -t1 -c"$5" -d"${6:-$seconds}s" "http://127.0.0.1:$3/$4.bin" > "$work/wrk.out"
    after=$(ticks "$2")
    awk -v t=$((after - before)) -v hz="$hertz" '
        /requests in/ { n = $1 }
        /Requests\/sec/ { rps = $2 }
        /Non-2xx|Socket errors/ { print "nginx.sh: " $0 > "/dev/stderr" }
        END { printf "%.2f %.0f\n", t / hz * 1e6 / n, rps }' "$work/wrk.out"
}

printf '# %s, %s\n' "$(date -u +%Y-%m-%d)" "$(uname -srm)"
printf '# %s; %s; %s CPUs\n' "$(nginx -v 2>&1 | sed 's/nginx version: //')" "$("$java" -version 2>&1 | sed -n 2p)" "$(nproc)"
printf '# %s rounds of %s s, wrk -t1 -c64; CPU microseconds a request (requests a second)\n' "$rounds" "$seconds"
for file in 1k 10k 100k; do
    measure warm "$gosling_pid" $gosling_port $file 64 6 >/dev/null
    measure warm "$nginx_pid" $nginx_port $file 64 1 >/dev/null
    : > "$work/rounds"
    round=0
    while [ "$round" -lt "$rounds" ]; do
        round=$((round + 1))
        g=$(measure gosling "$gosling_pid" $gosling_port $file 64)
        n=$(measure nginx "$nginx_pid" $nginx_port $file 64)
        echo "$file round $round gosling $g nginx $n" | awk -v kept="$work/rounds" '{printf "%-5s round %s  gosling %6.2f us (%s/s)  nginx %6.2f us (%s/s)  ratio %.2f\n", $1, $3, $5, $6, $8, $9, $5 / $8; print $5 / $8 >> kept}'
    done
    sort -n "$work/rounds" | awk -v f=$file '{v[NR] = $1} END {printf "%-5s median ratio gosling/nginx %.2f\n", f, v[int((NR + 1) / 2)]}'
done
