package dev.foliot.apps.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.apps.json.JsonReader;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.math.BigDecimal;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class HoldTest {
  private static final long MB = 1 << 20;
  private static final long PATIENCE_NS = 60_000_000_000L;

  private final ExecutorService thread = Executors.newSingleThreadExecutor();
  private HttpServer server;

  @SuppressWarnings("UnusedVariable") // written, or the allocation would be removed
  private volatile byte[] garbage = new byte[0];

  @BeforeEach
  void start() throws Exception {
    Routes routes = new Hold(thread).addedTo(Routes.none());
    server = new HttpServer("hold", 0, 1, routes, NanoClock.system());
  }

  @AfterEach
  void stop() {
    server.stop(PATIENCE_NS);
    thread.shutdownNow();
  }

  /** Would fail if the buffers' objects were left young: a young collection would free them. */
  @Test
  void shouldLeaveMemoryThatOnlyAnOldCollectionGivesBack() throws Exception {
    collectUntilBelow(directBytes() + MB); // what earlier tests left
    long beforeBytes = directBytes();
    Wire.Told told = Wire.ask(server.port(), "POST", "/hold?mb=16", "");
    assertThat(JsonReader.object(told.body()))
        .containsEntry("allocated_bytes", BigDecimal.valueOf(16 * MB))
        .containsEntry("reachable_bytes", BigDecimal.ZERO);
    collectYoung(3);
    assertThat(directBytes()).isGreaterThan(beforeBytes + 15 * MB);
    collectUntilBelow(beforeBytes + MB);
  }

  @Test
  void shouldKeepWhatIsReachableUntilItIsDropped() throws Exception {
    collectUntilBelow(directBytes() + MB);
    long beforeBytes = directBytes();
    Wire.Told told = Wire.ask(server.port(), "POST", "/hold?mb=8&reachable=true", "");
    assertThat(JsonReader.object(told.body()))
        .containsEntry("reachable_bytes", BigDecimal.valueOf(8 * MB));
    collectOld();
    assertThat(directBytes()).isGreaterThan(beforeBytes + 7 * MB);
    assertThat(JsonReader.object(Wire.ask(server.port(), "DELETE", "/hold", "").body()))
        .containsEntry("reachable_bytes", BigDecimal.ZERO);
    collectUntilBelow(beforeBytes + MB);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/hold",
        "/hold?mb=0",
        "/hold?mb=-1",
        "/hold?mb=100000",
        "/hold?mb=1&reachable=maybe",
        "/hold?gb=1"
      })
  void shouldRefuseWhatItDoesNotUnderstand(String target) throws Exception {
    assertThat(Wire.ask(server.port(), "POST", target, "").status()).isEqualTo(400);
  }

  private static long directBytes() {
    return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
        .filter(pool -> pool.getName().equals("direct"))
        .mapToLong(BufferPoolMXBean::getMemoryUsed)
        .sum();
  }

  private void collectYoung(int times) {
    long wanted = youngCollections() + times;
    while (youngCollections() < wanted) {
      garbage = new byte[100_000];
    }
  }

  private static long youngCollections() {
    return ManagementFactory.getGarbageCollectorMXBeans().stream()
        .filter(collector -> collector.getName().matches(".*(Young|Copy|Scavenge|Minor).*"))
        .mapToLong(GarbageCollectorMXBean::getCollectionCount)
        .sum();
  }

  /** A thread of the JVM frees blocks some time after the collection. */
  private static void collectUntilBelow(long bytes) {
    long beginNs = System.nanoTime();
    collectOld();
    while (directBytes() > bytes) {
      assertThat(System.nanoTime() - beginNs).isLessThan(PATIENCE_NS);
      Thread.onSpinWait();
    }
  }

  @SuppressWarnings("SystemGc") // it is what the test is about
  private static void collectOld() {
    System.gc();
  }
}
