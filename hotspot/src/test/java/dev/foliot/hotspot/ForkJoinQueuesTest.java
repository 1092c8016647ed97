package dev.foliot.hotspot;

import static dev.foliot.hotspot.Answers.reason;
import static dev.foliot.hotspot.Answers.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.hotspot.pool.PoolSample;
import dev.foliot.hotspot.pool.PoolSampler;
import dev.foliot.hotspot.threads.Child;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Samples of the pool of live virtual threads. */
@Timeout(60)
@EnabledOnOs(OS.LINUX)
class ForkJoinQueuesTest {
  private static final Path LIVE = Path.of("/");
  private static final String PARALLELISM = "-Djdk.virtualThreadScheduler.parallelism=3";

  @BeforeAll
  static void compile() {
    TargetJvm.compileFirst();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-XX:+UseG1GC",
        "-XX:+UseSerialGC -XX:+UseCompactObjectHeaders",
        "-XX:+UseParallelGC -XX:-UseCompressedOops",
        "-XX:+UseSerialGC -XX:-UseCompressedClassPointers",
        "-XX:+UseSerialGC -XX:-UsePerfData",
      })
  void shouldSeeWorkThatIsQueuedWhileACarrierSleeps(String flags) {
    String[] all = (PARALLELISM + " " + flags).split(" ", -1);
    try (Child child = Child.queuedWork("sick", all);
        HotspotJvm jvm = value(HotspotJvm.attach(LIVE, child.pid()))) {
      PoolSampler pool = value(jvm.poolSearch().carriers()).orElseThrow();
      int asleep = 0;
      int empty = 0;
      while (asleep < 3 || empty < 3) { // the test's time limit ends it
        PoolSample look = value(pool.sample()).orElseThrow();
        assertThat(look.parallelism()).isEqualTo(3);
        assertThat(look.total()).isBetween(1, 4);
        assertThat(look.released()).isBetween(-1, 3);
        assertThat(look.tasks().queued()).isBetween(0L, 2L);
        assertThat(look.stops().safepoints() >= 0).isNotEqualTo(flags.contains("-UsePerfData"));
        asleep += look.isIdle() && !look.tasks().heads().isEmpty() ? 1 : 0;
        empty += look.tasks().heads().isEmpty() ? 1 : 0;
      }
    }
  }

  @Test
  void shouldFollowObjectsThatTheCollectorMoves() throws Exception {
    try (Child child = Child.queuedWork("sick", "-XX:+UseSerialGC");
        HotspotJvm jvm = value(HotspotJvm.attach(LIVE, child.pid()))) {
      PoolSampler pool = value(jvm.poolSearch().carriers()).orElseThrow();
      assertThat(value(pool.sample())).isPresent();
      new ProcessBuilder(
              TestJdk.ofFeature(25).program("jcmd"), Long.toString(child.pid()), "GC.run")
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start()
          .waitFor();
      int seen = 0;
      while (seen < 3) {
        PoolSample look = value(pool.sample()).orElseThrow();
        seen += look.tasks().heads().isEmpty() ? 0 : 1;
      }
    }
  }

  @Test
  void shouldSayThatOldJvmsHaveNone() {
    try (TargetJvm target = TargetJvm.start(17, "-XX:+UseSerialGC", "plain");
        HotspotJvm jvm = value(HotspotJvm.attach(LIVE, target.pid()))) {
      assertThat(reason(jvm.poolSearch().carriers())).isEqualTo("JDK 17 has no virtual threads");
    }
  }

  @Test
  void shouldSayThatReferencesAreColoured() {
    try (TargetJvm target = TargetJvm.start(25, "-XX:+UseZGC", "plain");
        HotspotJvm jvm = value(HotspotJvm.attach(LIVE, target.pid()))) {
      assertThat(reason(jvm.poolSearch().carriers())).contains("UseZGC");
    }
  }

  /** Without fields in the tables the answer is a reason, not a guess. */
  @Test
  void shouldSayThatAJvmDoesNotTellOfItsFields() {
    HotspotJvm jvm = value(new FakeHotspot().attach());
    assertThat(reason(jvm.poolSearch().carriers()))
        .startsWith("the pools of threads cannot be found: its tables lack InstanceKlass::");
  }
}
