#!/bin/sh
# Runs the public test suite for HTTP caches (http-cache-tests, by way of npm) against Gosling, nginx and Varnish, each as
# a reverse proxy of the suite's own server, and prints what each passes, by group.
#
#   bench/lab/compare/cache-tests.sh [TEST-ID]           one test: what Gosling is asked and answers, for reading
#
# Wants node, npm with its registry, curl and a built node/target/gosling.jar; nginx and varnishd where they are to be
# compared (Debian: nodejs npm nginx-light varnish). The suite is fetched into a temporary directory. Everything listens on
# loopback and is ended by this script. Takes about a minute for each server.
set -eu

version=0.4.5
only=${1:-}
root=$(cd "$(dirname "$0")/../../.." && pwd)
jar=$root/node/target/gosling.jar
origin_port=18190
gosling_port=18191
nginx_port=18192
varnish_port=18193

for tool in node npm curl; do
    command -v "$tool" >/dev/null 2>&1 || { echo "cache-tests.sh: $tool is missing; install it (Debian: nodejs npm curl)" >&2; exit 2; }
done
[ -f "$jar" ] || { echo "cache-tests.sh: $jar is missing; run mvn -B -q -DskipTests package" >&2; exit 2; }
work=$(mktemp -d)
chmod 755 "$work"
pids=
finish() {
    for pid in $pids; do
        kill "$pid" 2>/dev/null || :
    done
    wait 2>/dev/null || :
    rm -rf "$work"
}
trap finish EXIT
trap 'exit 130' INT TERM

(cd "$work" && npm install --silent --no-audit --no-fund --prefix "$work" "http-cache-tests@$version" >/dev/null)
suite=$work/node_modules/http-cache-tests

until_answers() {
    tries=0
    until curl -s -o /dev/null "http://127.0.0.1:$1/"; do
        tries=$((tries + 1))
        [ "$tries" -lt 150 ] || { cat "$work"/*.log >&2; echo "cache-tests.sh: nobody answers at port $1; see above" >&2; exit 1; }
        sleep 0.2
    done
}

# The suite's server says its requests on standard output.
(cd "$suite" && npm_config_protocol=http npm_config_port=$origin_port npm_config_pidfile="$work/origin.pid" \
    exec node --no-warnings server/server.mjs >"$work/origin.log" 2>&1) &
pids="$pids $!"
until_answers $origin_port

"$root/gosling" serve "http://127.0.0.1:$origin_port/" --port $gosling_port --admin-port 0 --peer-port 0 --cluster-port 0 \
    --name n1 --memory 64m >"$work/gosling.log" 2>&1 &
pids="$pids $!"
until_answers $gosling_port
servers="gosling"

if [ -z "$only" ] && command -v nginx >/dev/null 2>&1; then
    mkdir -p "$work/nginx"
    cat > "$work/nginx.conf" <<CONF
daemon off;
master_process off;
worker_processes 1;
pid $work/nginx.pid;
error_log $work/nginx-error.log;
events { worker_connections 1024; }
http {
    access_log off;
    client_body_temp_path $work/nginx/body; proxy_temp_path $work/nginx/proxy; fastcgi_temp_path $work/nginx/fastcgi;
    uwsgi_temp_path $work/nginx/uwsgi; scgi_temp_path $work/nginx/scgi;
    proxy_cache_path $work/nginx/cache keys_zone=tests:8m;
    server {
        listen 127.0.0.1:$nginx_port;
        location / {
            proxy_pass http://127.0.0.1:$origin_port;
            proxy_cache tests;
            proxy_cache_revalidate on;
        }
    }
}
CONF
    nginx -c "$work/nginx.conf" >/dev/null 2>&1 &
    pids="$pids $!"
    until_answers $nginx_port
    servers="$servers nginx"
fi

if [ -z "$only" ] && command -v varnishd >/dev/null 2>&1; then
    varnishd -F -n "$work/varnish" -a "127.0.0.1:$varnish_port" -b "127.0.0.1:$origin_port" -s malloc,64m \
        >"$work/varnish.log" 2>&1 &
    pids="$pids $!"
    until_answers $varnish_port
    servers="$servers varnish"
fi

port_of() {
    case $1 in
        gosling) echo $gosling_port ;;
        nginx) echo $nginx_port ;;
        varnish) echo $varnish_port ;;
    esac
}

for server in $servers; do
    (cd "$suite" && npm_config_base="http://127.0.0.1:$(port_of "$server")" npm_config_id="$only" npm_package_config_id="" \
        node --no-warnings cli.mjs >"$work/$server.json" 2>"$work/$server.err") || cat "$work/$server.err" >&2
done

if [ -n "$only" ]; then
    cat "$work/gosling.json"
    exit 0
fi

cat > "$suite/table.mjs" <<'TABLE'
import fs from 'fs'
import process from 'process'
import groups from './tests/index.mjs'
import surrogate from './tests/surrogate-control.mjs'

const [work, failures, ...servers] = process.argv.slice(2)
const results = Object.fromEntries(servers.map(name => [name, JSON.parse(fs.readFileSync(`${work}/${name}.json`))]))
const kinds = ['required', 'optimal', 'check']
const total = {}
const cell = (name, tests, kind) => {
  const these = tests.filter(test => (test.kind || 'required') === kind && test.id in results[name])
  const passed = these.filter(test => results[name][test.id] === true).length
  const key = `${name} ${kind}`
  total[key] = [(total[key] || [0, 0])[0] + passed, (total[key] || [0, 0])[1] + these.length]
  return these.length === 0 ? '' : `${passed}/${these.length}`
}
const row = cells => console.log(`| ${cells.join(' | ')} |`)
row(['group', ...servers.flatMap(name => kinds.map(kind => `${name} ${kind}`))])
row(['---', ...servers.flatMap(() => kinds.map(() => '--:'))])
for (const group of [...groups, surrogate]) {
  row([group.name, ...servers.flatMap(name => kinds.map(kind => cell(name, group.tests, kind)))])
}
row(['all', ...servers.flatMap(name => kinds.map(kind => (total[`${name} ${kind}`] || [0, 0]).join('/')))])
if (failures) {
  for (const group of [...groups, surrogate]) {
    for (const test of group.tests) {
      const result = results.gosling[test.id]
      if (result !== undefined && result !== true && test.kind !== 'check') {
        console.log(`${test.kind || 'required'} ${test.id}: ${result.join(': ')}`)
      }
    }
  }
}
TABLE
echo "http-cache-tests $version, $(date -u +%Y-%m-%d)"
[ "${servers#*nginx}" = "$servers" ] || nginx -v 2>&1
[ "${servers#*varnish}" = "$servers" ] || varnishd -V 2>&1 | head -1
echo
# shellcheck disable=SC2086
node --no-warnings "$suite/table.mjs" "$work" "${GOSLING_FAILURES:-}" $servers
# What Gosling has said of the origin, beside what did not pass.
[ -z "${GOSLING_FAILURES:-}" ] || grep "the origin" "$work/gosling.log" || :
