package dev.foliot.checks.peers.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PoolProcessTest {
  private static final double STEPS_PER_NS = 0.1;

  @TempDir Path folder;

  @Test
  void shouldBringBackWhatAPeerTells() throws Exception {
    PoolProcess process = new PoolProcess(STEPS_PER_NS, PoolProcess.SLACK_S, folder);
    Case load = new Cases(Length.SHORT).named("mixed");

    Outcome outcome = process.run(load, Body.CACHED, 0, Length.SHORT);

    assertThat(outcome)
        .isInstanceOfSatisfying(
            Outcome.Done.class,
            done -> {
              for (int step = 0; step < 2; step++) {
                assertThat(done.told().figure(step, Figure.THROUGHPUT)).isPositive();
                assertThat(done.told().figure(step, Figure.RUNNING)).isBetween(1.0, 64.0);
                assertThat(done.told().figure(step, Figure.RSS_MB)).isPositive();
              }
            });
    try (Stream<Path> left = Files.list(folder)) {
      assertThat(left).isEmpty();
    }
  }

  @Test
  void shouldSayWhyAPeerDied() throws Exception {
    PoolProcess process = new PoolProcess(STEPS_PER_NS, PoolProcess.SLACK_S, folder);
    Case load = new Cases(Length.SHORT).named("cpu");

    assertThat(process.run(load, Body.LIBERTY_NEW, 0, Length.SHORT))
        .isEqualTo(
            new Outcome.Failed(
                "died (exit 1): java.lang.IllegalStateException:"
                    + " Open Liberty was not fetched: run it without -Dpeers.liberty.skip"));
  }

  @Test
  void shouldKillOneThatTakesTooLong() throws Exception {
    PoolProcess process = new PoolProcess(STEPS_PER_NS, 0, folder);
    Case known = new Cases(Length.FULL).named("permits");
    // the peer finds its case by name, and so takes its 12 s
    Case impatient =
        new Case(
            known.name(), "", 0, known.kind(), known.steps().subList(0, 0), 0, 1, known.sizes());

    assertThat(process.run(impatient, Body.CACHED, 0, Length.FULL))
        .isEqualTo(new Outcome.Failed("hung: killed after 1 s"));
    assertThat(ProcessHandle.current().children()).isEmpty();
  }

  @Test
  void shouldSayThatThereAreTooFewCpus() throws Exception {
    Case known = new Cases(Length.SHORT).named("cpu");
    Case many = new Case(known.name(), "", 4096, known.kind(), known.steps(), 0, 0, known.sizes());

    assertThat(new PoolProcess(STEPS_PER_NS, 0, folder).run(many, Body.CACHED, 0, Length.SHORT))
        .isInstanceOfSatisfying(
            Outcome.Failed.class,
            failed -> assertThat(failed.reason()).startsWith("4096 CPUs are needed; there are "));
  }

  @Test
  void shouldTakeTheExceptionForTheReason() {
    assertThat(
            PoolProcess.reason(
                1, List.of("noise", "Exception in thread \"main\" a.BException: c", "\tat d")))
        .isEqualTo("died (exit 1): a.BException: c");
    assertThat(PoolProcess.reason(137, List.of())).isEqualTo("died (exit 137): nothing said");
    assertThat(PoolProcess.reason(1, List.of("x".repeat(500)))).hasSizeLessThan(200);
  }

  @Test
  void shouldReadTheKernelsListOfCpus() {
    assertThat(AllowedCpus.parse("0-2,5")).containsExactly(0, 1, 2, 5);
    assertThat(AllowedCpus.parse("7")).containsExactly(7);
  }

  @Test
  void shouldHaveCasesOfNamesOfTheirOwnAtAllLengths() {
    for (Length length : Length.values()) {
      Cases cases = new Cases(length);
      Set<String> names = new HashSet<>();
      for (String part : Cases.PARTS) {
        for (Case load : cases.of(part)) {
          assertThat(names.add(load.name())).isTrue();
          assertThat(cases.named(load.name())).isEqualTo(load);
        }
      }
    }
    assertThatThrownBy(() -> Body.named("POND")).hasMessageStartingWith("no pool POND; there are");
    assertThatThrownBy(() -> new Cases(Length.FULL).of("long"))
        .hasMessage("no part long; there are ramp, permits, cpu, mixed, burst, empty, short");
  }
}
