package dev.foliot.checks.contracts;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The soak test finds the planted faults, and none in a correct pool. */
class SoakTest {
  private static final long SEED = 4;

  private final ByteArrayOutputStream told = new ByteArrayOutputStream();

  @Tag("once")
  @Test
  void shouldFindATaskThatIsLost() throws Exception {
    assertThat(soak(BrokenPool.Fault.LOSES))
        .hasValueSatisfying(
            line -> assertThat(line).contains("was accepted and never ran", "-Dsoak.seed=" + SEED));
  }

  @Tag("once")
  @Test
  void shouldFindATaskThatRunsTwice() throws Exception {
    assertThat(soak(BrokenPool.Fault.RUNS_TWICE))
        .hasValueSatisfying(line -> assertThat(line).contains("ran 2 times"));
  }

  @Tag("once")
  @Test
  void shouldFindATaskThatWaitsBesideAnIdleWorker() throws Exception {
    assertThat(soak(BrokenPool.Fault.LEAVES_WAITING))
        .hasValueSatisfying(line -> assertThat(line).contains("beside an idle worker"));
  }

  @Test
  void shouldFindNothingInThePool() throws Exception {
    assertThat(soak(Body.all(), 1)).isEmpty();
    assertThat(told.toString(UTF_8)).contains("seed " + SEED, "all accounted for");
  }

  /** Runs until a failure, or JUnit's time limit. */
  private Optional<String> soak(BrokenPool.Fault fault) throws InterruptedException {
    Body broken = new Body("broken", false, builder -> new BrokenPool(builder.platform(), fault));
    return soak(List.of(broken), 60);
  }

  private Optional<String> soak(List<Body> bodies, long atLeastS) throws InterruptedException {
    try (PrintStream out = new PrintStream(told, true, UTF_8)) {
      return new Soak(bodies, TimeUnit.SECONDS.toNanos(atLeastS), SEED, out).run();
    }
  }
}
