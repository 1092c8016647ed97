package dev.foliot.service.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.foliot.hotspot.reason.RecordingReason;
import dev.foliot.service.Jdk;
import dev.foliot.store.profile.Profile;
import dev.foliot.store.profile.ProfileRecord;
import dev.foliot.store.profile.ProfileStack;
import dev.foliot.text.Reason;
import dev.foliot.text.ServiceReason;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ForkProfileTest {
  private static final Path HOME = Jdk.current().home();
  private static final long AN_HOUR_NS = 3_600_000_000_000L;

  @TempDir Path temp;

  /** Runs the program with the options of a profile. */
  private void run(ForkProfile profile, String... arguments) throws Exception {
    List<String> words = new ArrayList<>();
    words.add(Jdk.current().java().toString());
    words.addAll(profile.before(List.of("-Xmx64m")));
    words.add("-cp");
    words.add(
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
    words.add(HotProgram.class.getName());
    words.addAll(List.of(arguments));
    File log = temp.resolve("log.txt").toFile();
    Process process =
        new ProcessBuilder(words).redirectErrorStream(true).redirectOutput(log).start();
    try {
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).as(Files.readString(log.toPath())).isZero();
    } finally {
      process.destroyForcibly();
    }
  }

  private static Profile read(ForkProfile profile) {
    return profile.read(System.currentTimeMillis() - 600_000, AN_HOUR_NS).orElseThrow();
  }

  private static long samples(Profile profile, String method) {
    return profile.stacks().stream()
        .filter(stack -> stack.frames().contains(HotProgram.class.getName() + "." + method))
        .mapToLong(ProfileStack::samples)
        .sum();
  }

  private static void shouldHaveBothMethods(Profile profile) {
    assertThat(profile.record().sampling().samples()).isGreaterThan(10);
    assertThat(profile.stacks().stream().mapToLong(ProfileStack::samples).sum())
        .isEqualTo(profile.record().sampling().samples() - profile.record().sampling().leftOut());
    assertThat(samples(profile, "warmer")).isPositive();
    assertThat(samples(profile, "hotter")).isGreaterThan(samples(profile, "warmer"));
    assertThat(samples(profile, "main")).isGreaterThanOrEqualTo(samples(profile, "hotter"));
    assertThat(profile.stacks())
        .filteredOn(stack -> stack.frames().contains(HotProgram.class.getName() + ".hotter"))
        .allSatisfy(stack ->
            assertThat(stack.frames())
                .as("callers first")
                .containsSubsequence(
                    HotProgram.class.getName() + ".main", HotProgram.class.getName() + ".hotter"));
  }

  @Test
  void shouldFoldTheFlightRecordersSamplesOfTwoHotMethods() throws Exception {
    try (Profiler profiler = Profiler.of(ProfileChoice.JFR, List.of());
        ForkProfile profile = ForkProfile.begin(profiler.way(HOME))) {
      run(profile, "2000");

      Profile read = read(profile);

      assertThat(read.record().means()).isEqualTo(ProfileRecord.JFR);
      assertThat(read.record().reason()).isNull();
      shouldHaveBothMethods(read);
      assertThat(profile.read(0, 1_000).orElseThrow().record().sampling().samples())
          .as("of a load in 1970")
          .isZero();
    }
  }

  @Test
  void shouldFoldThoseOfAsyncProfilerWhereItWorks() throws Exception {
    try (Profiler profiler = Profiler.of(ProfileChoice.ASYNC, List.of())) {
      assumeTrue(profiler.way(HOME) instanceof ProfileWay.Async, "async-profiler works not here");
      try (ForkProfile profile = ForkProfile.begin(profiler.way(HOME))) {
        run(profile, "1000");

        Profile read = read(profile);

        assertThat(read.record().means()).isEqualTo(ProfileRecord.ASYNC);
        shouldHaveBothMethods(read);
      }
    }
  }

  @Test
  void shouldSayThatAJvmWhichWasHaltedCouldNotBeProfiled() throws Exception {
    try (ForkProfile profile = ForkProfile.begin(new ProfileWay.Jfr(null))) {
      run(profile, "1", "halt");

      Profile read = read(profile);

      assertThat(read.record().means()).isNull();
      assertThat(read.record().reasonCode()).isEqualTo(new ServiceReason.SamplesNotWritten());
      assertThat(read.stacks()).isEmpty();
    }
  }

  @Test
  void shouldProfileNothingThatWasNotAskedFor() {
    try (ForkProfile none = ForkProfile.begin(null)) {
      assertThat(none.before(List.of("-Xmx1g"))).containsExactly("-Xmx1g");
      assertThat(none.said()).isEmpty();
      assertThat(none.read(0, 1)).isEmpty();
    }
  }

  @Test
  void shouldTakeItsOwnFlagsOutAgain() {
    try (ForkProfile profile = ForkProfile.begin(new ProfileWay.Jfr(null))) {
      List<String> all = profile.before(List.of("-Xmx1g"));

      assertThat(all).hasSizeGreaterThan(1).endsWith("-Xmx1g");
      assertThat(profile.outOf(all)).containsExactly("-Xmx1g");
    }
  }

  @Test
  void shouldRefuseAJdkWithoutAFlightRecorder() throws IOException {
    Files.createDirectories(temp.resolve("bin"));
    try (Profiler profiler = Profiler.of(ProfileChoice.BEST, List.of(temp))) {
      assertThat(profiler.way(temp))
          .isInstanceOfSatisfying(
              ProfileWay.None.class,
              none ->
                  assertThat(none.why())
                      .isEqualTo(new ServiceReason.NoFlightRecorder(temp.toString())));
      assertThat(profiler.in(Map.of())).isEqualTo(Map.of("profile", "none"));
    }
    try (ForkProfile profile =
        ForkProfile.begin(new ProfileWay.None(new Reason.Plain("so it is")))) {
      assertThat(profile.before(List.of())).isEmpty();
      assertThat(read(profile).record().reason()).isEqualTo("so it is");
      assertThat(read(profile).record().reasonCode()).isEqualTo(new Reason.Plain("so it is"));
    }
  }

  @Test
  void shouldSayThatADamagedRecordingCannotBeRead() throws IOException {
    Path file = temp.resolve("damaged.jfr");
    Files.write(file, new byte[] {'F', 'L', 'R', 0, 0, 2, 0, 0, 1, 2, 3});

    Profile read = ForkProfile.read(file, ProfileRecord.JFR, Instant.MIN, Instant.MAX);

    assertThat(read.record().means()).isNull();
    assertThat(read.record().reason()).contains("cannot be read");
    assertThat(read.record().reasonCode()).isInstanceOf(RecordingReason.RecordingUnreadable.class);
  }
}
