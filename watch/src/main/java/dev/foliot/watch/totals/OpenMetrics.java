package dev.foliot.watch.totals;

import dev.foliot.store.explain.StopKind;
import dev.foliot.store.watch.EpisodeKind;
import dev.foliot.store.watch.WatchColumn;
import dev.foliot.store.watch.WatchRecord;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * The figures of watched JVMs in the text form of OpenMetrics 1.0, which Prometheus reads.
 * Stateless.
 */
final class OpenMetrics {
  private static final double NS_PER_S = 1e9;
  private static final double LARGE = 1e15;
  private static final String COUNTER = "counter";
  private static final String GAUGE = "gauge";
  private static final String SECONDS = "seconds";
  private static final String BYTES = "bytes";

  /** Figures of which each JVM has one. */
  private static final List<Plain> PLAIN =
      List.of(
          new Plain(
              WatchColumn.CPU_NS,
              "foliot_jvm_cpu_seconds",
              SECONDS,
              "CPU time of all its threads."),
          new Plain(
              WatchColumn.COMPILE_NS,
              "foliot_jvm_compile_seconds",
              SECONDS,
              "CPU time of its compilers."),
          new Plain(
              WatchColumn.RUN_QUEUE_NS,
              "foliot_jvm_cpu_wait_seconds",
              SECONDS,
              "Waits of the program's threads for a CPU, added up."),
          new Plain(WatchColumn.HEAP_BYTES, "foliot_jvm_heap_bytes", BYTES, "Java heap in use."),
          new Plain(WatchColumn.RSS_BYTES, "foliot_jvm_resident_bytes", BYTES, "Resident memory."),
          new Plain(WatchColumn.THREADS, "foliot_jvm_threads", "", "Threads."),
          new Plain(
              WatchColumn.BLOCKED,
              "foliot_jvm_blocked_threads",
              "",
              "Threads that wait for a lock."),
          new Plain(
              WatchColumn.CLASSES, "foliot_jvm_classes", "", "Classes loaded since its start."));

  private final StringBuilder text = new StringBuilder();
  private final List<JvmTotals.Now> jvms;

  private OpenMetrics(List<JvmTotals.Now> jvms) {
    this.jvms = jvms;
  }

  /**
   * A figure.
   *
   * @param column where it stands
   * @param name of its family
   * @param unit of it, the name's end; empty for none
   * @param help in a sentence
   */
  private record Plain(WatchColumn column, String name, String unit, String help) {}

  /** All figures of some JVMs. */
  static String text(List<JvmTotals.Now> jvms) {
    OpenMetrics all = new OpenMetrics(jvms);
    all.write();
    return all.text.append("# EOF\n").toString();
  }

  private void write() {
    family("foliot_jvm", "info", "", "A JVM that is watched.");
    each(one ->
        sample("foliot_jvm_info", labels(one.jvm(), "version", one.jvm().program().version()), 1));
    family(
        "foliot_jvm_stopped_seconds",
        COUNTER,
        SECONDS,
        "Time in which something stopped the JVM, by cause.");
    each(this::stops);
    for (Plain plain : PLAIN) {
      plain(plain);
    }
    family("foliot_jvm_episodes", COUNTER, "", "Times in which it was not as in the hour before.");
    each(this::episodes);
    family("foliot_jvm_episodes_lasting", GAUGE, "", "Those that last.");
    each(this::lasting);
    if (jvms.stream().anyMatch(one -> one.requests() != null)) {
      requests();
    }
  }

  private void each(Consumer<JvmTotals.Now> write) {
    jvms.forEach(write);
  }

  private void stops(JvmTotals.Now one) {
    Map<StopKind, Long> byKind = new TreeMap<>();
    WatchColumn.STOPS.forEach(
        (column, kind) -> byKind.put(kind, one.values().getOrDefault(column, 0L)));
    byKind.forEach((kind, ns) ->
        sample(
            "foliot_jvm_stopped_seconds_total",
            labels(one.jvm(), "cause", kind.code()),
            ns / NS_PER_S));
  }

  private void plain(Plain plain) {
    boolean isSum = plain.column().isSum();
    family(plain.name(), isSum ? COUNTER : GAUGE, plain.unit(), plain.help());
    double scale = plain.unit().equals(SECONDS) ? NS_PER_S : 1;
    each(one -> {
      Long value = one.values().get(plain.column());
      if (value != null) {
        sample(plain.name() + (isSum ? "_total" : ""), labels(one.jvm()), value / scale);
      }
    });
  }

  private void episodes(JvmTotals.Now one) {
    for (EpisodeKind kind : EpisodeKind.values()) {
      sample(
          "foliot_jvm_episodes_total",
          labels(one.jvm(), "kind", code(kind)),
          one.episodes().getOrDefault(kind, 0L));
    }
  }

  private void lasting(JvmTotals.Now one) {
    for (EpisodeKind kind : EpisodeKind.values()) {
      sample(
          "foliot_jvm_episodes_lasting",
          labels(one.jvm(), "kind", code(kind)),
          one.lasting().getOrDefault(kind, 0));
    }
  }

  private void requests() {
    family("foliot_response_seconds", "histogram", SECONDS, "Response times, by the access log.");
    requests((one, requests) -> {
      long below = 0;
      for (int i = 0; i < requests.counts().size(); i++) {
        below += requests.counts().get(i);
        String bound =
            i < RequestTotals.BOUNDS_NS.length
                ? number(RequestTotals.BOUNDS_NS[i] / NS_PER_S)
                : "+Inf";
        sample("foliot_response_seconds_bucket", labels(one.jvm(), "le", bound), below);
      }
      sample("foliot_response_seconds_count", labels(one.jvm()), requests.count());
      sample("foliot_response_seconds_sum", labels(one.jvm()), requests.sumS());
    });
    family("foliot_request_errors", COUNTER, "", "Requests with a status of 500 and more.");
    requests((one, requests) ->
        sample("foliot_request_errors_total", labels(one.jvm()), requests.errors()));
    family(
        "foliot_request_delay_seconds",
        COUNTER,
        SECONDS,
        "How much longer slow requests took than usual, by what lay over them.");
    requests((one, requests) ->
        requests
            .delayS()
            .forEach((cause, delayS) ->
                sample(
                    "foliot_request_delay_seconds_total",
                    labels(one.jvm(), "cause", cause),
                    delayS)));
  }

  private void requests(WriteRequests write) {
    for (JvmTotals.Now one : jvms) {
      RequestTotals.Requests requests = one.requests();
      if (requests != null) {
        write.write(one, requests);
      }
    }
  }

  /** Writes the figures of requests. */
  private interface WriteRequests {
    void write(JvmTotals.Now one, RequestTotals.Requests requests);
  }

  private void family(String name, String type, String unit, String help) {
    text.append("# TYPE ").append(name).append(' ').append(type).append('\n');
    if (!unit.isEmpty()) {
      text.append("# UNIT ").append(name).append(' ').append(unit).append('\n');
    }
    text.append("# HELP ").append(name).append(' ').append(help).append('\n');
  }

  private void sample(String name, String labels, double value) {
    text.append(name).append(labels).append(' ').append(number(value)).append('\n');
  }

  private void sample(String name, String labels, long value) {
    text.append(name).append(labels).append(' ').append(value).append('\n');
  }

  private static String code(EpisodeKind kind) {
    return kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Without a fraction where it needs none. */
  private static String number(double value) {
    return value == Math.rint(value) && Math.abs(value) < LARGE
        ? Long.toString((long) value)
        : Double.toString(value);
  }

  private static String labels(WatchRecord.Jvm jvm, String... more) {
    StringBuilder labels = new StringBuilder("{pid=\"").append(jvm.pid()).append("\",main=\"");
    labels.append(escaped(jvm.program().main())).append('"');
    for (int i = 0; i < more.length; i += 2) {
      labels.append(',').append(more[i]).append("=\"").append(escaped(more[i + 1])).append('"');
    }
    return labels.append('}').toString();
  }

  private static String escaped(String value) {
    return value
        .replace("\\", "\\\\")
        .replace("\"", "\\\"")
        .replace("\n", "\\n")
        .replace("\r", " ");
  }
}
