package dev.foliot.watch.totals;

import dev.foliot.store.watch.Episode;
import dev.foliot.store.watch.WatchRecord;
import dev.foliot.store.watch.WatchSecond;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a watch has seen of its JVMs since it began. Safe for any thread. */
public final class WatchTotals {
  private final Map<String, JvmTotals> jvms = new LinkedHashMap<>();

  /** Adds a second, and replaces the requests. */
  public synchronized void add(
      WatchRecord.Jvm jvm, WatchSecond second, @Nullable RequestTotals requests) {
    of(jvm).add(second, requests == null ? null : requests.now());
  }

  /** Adds an episode that began, or changes it. */
  public synchronized void add(WatchRecord.Jvm jvm, Episode episode) {
    of(jvm).add(episode);
  }

  /** Forgets a JVM that is no longer watched. */
  public synchronized void remove(WatchRecord.Jvm jvm) {
    jvms.remove(jvm.folder());
  }

  private JvmTotals of(WatchRecord.Jvm jvm) {
    return jvms.computeIfAbsent(jvm.folder(), folder -> new JvmTotals(jvm));
  }

  /** All of it in the text form of OpenMetrics 1.0. */
  public synchronized String openMetrics() {
    return OpenMetrics.text(jvms.values().stream().map(JvmTotals::now).toList());
  }
}
