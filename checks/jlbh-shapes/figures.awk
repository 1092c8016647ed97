# One line for each measurement that foliot bench --jlbh --json printed, of one fork each:
# p50 US of the response and of the service time, the number of completed messages, the verdict.
# Reads the JSON with a field a line, as tr '{},' '\n\n\n' makes it.
function field(name) { return match($0, "^ *\"" name "\" *:") }
function value() { sub(/^[^:]*: */, ""); gsub(/[" \[\]]/, ""); return $0 }
function us(ns) { return ns ~ /[0-9]/ ? sprintf("%.3g us", ns / 1000) : "unknown" }
function flush() {
  if (n++) printf "p50 %s (service %s), %d messages, %s%s\n", us(p50["response"]), us(p50["service"]), completed, verdict, reasons
  split("", p50); completed = 0; verdict = ""; reasons = ""; kind = ""; within = 0
}
/"foliot.bench\/1"/ { flush() }
field("forks") { within = 1 }
within && field("completed") && !completed { completed = value() }
within && field("verdict") && verdict == "" { verdict = value() }
within && field("code") && !kind { reasons = reasons " " value() }
within && /^ *"(response|service)" *:/ && !p50["service"] { kind = /response/ ? "response" : "service" }
within && kind && field("p50") && !p50[kind] { p50[kind] = value() }
END { flush() }
