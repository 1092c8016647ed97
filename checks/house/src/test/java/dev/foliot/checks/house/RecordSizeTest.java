package dev.foliot.checks.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * A record has at most eight components; those of a larger one are nested by concept. The
 * exceptions may not grow, and none is added.
 */
final class RecordSizeTest {
  private static final int MOST = 8;

  /**
   * The offsets of the fields of a class of HotSpot or of a library. They mirror one class, field
   * by field, and are filled in one place.
   */
  private static final Map<String, Integer> FIELDS =
      Map.of(
          "dev.foliot.hotspot.klass.ClassFields", 13,
          "dev.foliot.hotspot.locks.JavaThreadFields", 12,
          "dev.foliot.hotspot.pool.ForkJoinQueues$Fields", 9,
          "dev.foliot.hotspot.pool.JbossQueue$Fields", 11,
          "dev.foliot.hotspot.pool.WorkerFields", 11);

  /** Options that are given by name, {@code with(Map)}, and by position only in their own class. */
  private static final Map<String, Integer> OPTIONS = Map.of("dev.foliot.bench.BenchConfig", 11);

  /** What one look at a process or machine saw: made in one place, and read by one report. */
  private static final Map<String, Integer> OBSERVATIONS =
      Map.ofEntries(
          Map.entry("dev.foliot.diagnose.locks.LockObservations", 11),
          Map.entry("dev.foliot.diagnose.locks.LockObservations$BlockedPool", 9),
          Map.entry("dev.foliot.diagnose.locks.LockObservations$SharedWait", 9),
          Map.entry("dev.foliot.diagnose.locks.LockObservations$WaitedLock", 11),
          Map.entry("dev.foliot.diagnose.recording.RecordingObservations", 11),
          Map.entry("dev.foliot.diagnose.runtime.RuntimeObservations", 9),
          Map.entry("dev.foliot.diagnose.scheduler.ParkedIntervals$Result", 11),
          Map.entry("dev.foliot.diagnose.scheduler.SchedulerObservations", 9),
          Map.entry("dev.foliot.diagnose.words.WordsObservations", 9),
          Map.entry("dev.foliot.hotspot.klass.LoadedClass", 9));

  @Test
  void shouldHaveAtMostEightComponentsExceptInTheRecordsNamedHere() {
    Map<String, Integer> larger = new TreeMap<>();
    Shipped.CLASSES.stream()
        .filter(JavaClass::isRecord)
        .forEach(type -> larger.put(type.getName(), components(type)));
    larger.values().removeIf(components -> components <= MOST);

    Map<String, Integer> named = new TreeMap<>(FIELDS);
    named.putAll(OPTIONS);
    named.putAll(OBSERVATIONS);
    assertThat(larger).isEqualTo(named);
  }

  private static int components(JavaClass type) {
    return (int)
        type.getFields().stream()
            .filter(field -> !field.getModifiers().contains(JavaModifier.STATIC))
            .count();
  }
}
