package dev.foliot.diagnose.recording;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.diagnose.examination.Outcome;
import dev.foliot.diagnose.reason.ExaminationReason;
import dev.foliot.hotspot.attach.Jcmd;
import dev.foliot.hotspot.flight.FlightRecording;
import dev.foliot.hotspot.memory.SickJvm;
import dev.foliot.hotspot.reason.JvmReason;
import dev.foliot.hotspot.reason.RecordingReason;
import dev.foliot.linux.reason.ProcessReason;
import dev.foliot.store.diagnosis.ExaminationRecord.Status;
import dev.foliot.store.diagnosis.ResourceFinding;
import dev.foliot.text.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Recordings in live JVMs. Each of them is left as it was. */
@Timeout(120)
@EnabledOnOs(OS.LINUX)
class RecordingExaminationTest {
  private static final Path LIVE = Path.of("/");
  private static final Path JDK = Path.of(System.getProperty("java.home"));
  private static final Duration SHORT = Duration.ofSeconds(1);
  private static final Duration LONG = Duration.ofMinutes(5);
  private static final long TURN_MS = 20;

  private static Outcome<ResourceFinding> examine(SickJvm jvm, Duration duration) {
    return new RecordingExamination().alone(LIVE, jvm.pid(), duration, true);
  }

  private static String ask(SickJvm jvm, String... command) throws InterruptedException {
    return new Jcmd(JDK, jvm.pid()).ask(command).orElse("");
  }

  /** The recorder's folders of a JVM, and those of this process for it. */
  private static List<Path> left(SickJvm jvm) throws IOException {
    try (Stream<Path> all = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
      return all.filter(path -> isOf(jvm, String.valueOf(path.getFileName()))).toList();
    }
  }

  private static boolean isOf(SickJvm jvm, String name) {
    return name.startsWith(FlightRecording.folderPrefix(ProcessHandle.current().pid()))
        || name.endsWith("_" + jvm.pid());
  }

  private static void mustBeAsItWas(SickJvm jvm) throws Exception {
    assertThat(ask(jvm, "JFR.check")).contains("No available recordings");
    assertThat(ask(jvm, "JFR.configure")).doesNotContain("foliot-");
    assertThat(left(jvm)).isEmpty();
  }

  /** Why it is incomplete. The interrupt may come before the JVM has answered. */
  private static Reason why(Outcome<ResourceFinding> outcome) {
    Reason limit = outcome.record().limit().orElseThrow();
    return limit instanceof ExaminationReason.CannotExamine(Reason why) ? why : limit;
  }

  private static void awaitRecording(SickJvm jvm) throws InterruptedException {
    while (!ask(jvm, "JFR.check").contains("name=foliot-")) {
      Thread.sleep(TURN_MS);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {17, 25})
  void shouldLeaveTheJvmAsItWas(int feature) throws Exception {
    try (SickJvm jvm = SickJvm.start(feature, "", "healthy")) {
      Outcome<ResourceFinding> outcome = examine(jvm, SHORT);

      assertThat(outcome.record().status()).as(outcome.toString()).isEqualTo(Status.DONE);
      assertThat(outcome.record().lookedAt()).isNotEmpty();
      mustBeAsItWas(jvm);
    }
  }

  @Test
  void shouldNotTouchTheRecordingOfTheUser(@TempDir Path repository) throws Exception {
    try (SickJvm jvm = SickJvm.start(25, "", "healthy")) {
      ask(jvm, "JFR.configure", "repositorypath=" + repository);
      ask(jvm, "JFR.start", "name=mine", "settings=default");
      String before = ask(jvm, "JFR.configure");

      assertThat(examine(jvm, SHORT).record().status()).isEqualTo(Status.DONE);

      assertThat(ask(jvm, "JFR.check")).contains("name=mine", "(running)").doesNotContain("foliot");
      assertThat(ask(jvm, "JFR.configure")).isEqualTo(before);
    }
  }

  @Test
  void shouldEndTheRecordingAtAnInterrupt() throws Exception {
    try (SickJvm jvm = SickJvm.start(17, "", "healthy")) {
      CompletableFuture<Outcome<ResourceFinding>> outcome = new CompletableFuture<>();
      Thread examining = Thread.ofPlatform().start(() -> outcome.complete(examine(jvm, LONG)));
      awaitRecording(jvm);

      examining.interrupt();

      assertThat(why(outcome.get(1, TimeUnit.MINUTES)))
          .isInstanceOf(ExaminationReason.ExaminationInterrupted.class);
      examining.join();
      mustBeAsItWas(jvm);
    }
  }

  @Test
  void shouldSayThatTheProcessEnded() throws Exception {
    try (SickJvm jvm = SickJvm.start(25, "", "healthy")) {
      CompletableFuture<Outcome<ResourceFinding>> outcome =
          CompletableFuture.supplyAsync(() -> examine(jvm, LONG), Thread::startVirtualThread);
      awaitRecording(jvm);

      jvm.kill();

      assertThat(outcome.get(1, TimeUnit.MINUTES).record().limits())
          .singleElement()
          .isInstanceOf(ProcessReason.ProcessEnded.class);
      assertThat(left(jvm)).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource({"17, -XX:-FlightRecorder", "25, -XX:-FlightRecorder"})
  void shouldSayThatTheJvmHasNoRecorder(int feature, String flag) throws Exception {
    try (SickJvm jvm = SickJvm.start(feature, flag, "healthy")) {
      Outcome<ResourceFinding> outcome = examine(jvm, SHORT);

      assertThat(outcome.record().status()).isEqualTo(Status.UNAVAILABLE);
      assertThat(outcome.record().limits())
          .as(outcome.toString())
          .singleElement()
          .isInstanceOf(RecordingReason.RecordingRefused.class);
      assertThat(left(jvm)).isEmpty();
    }
  }

  @Test
  void shouldSayThatTheJvmForbidsToAttach() throws Exception {
    try (SickJvm jvm = SickJvm.start(25, "-XX:+DisableAttachMechanism", "healthy")) {
      List<Reason> limits = examine(jvm, SHORT).record().limits();

      assertThat(limits).containsExactly(new JvmReason.AttachForbidden());
    }
  }

  @Test
  void shouldNotAskAStoppedJvm() throws Exception {
    try (SickJvm jvm = SickJvm.start(25, "", "healthy")) {
      jvm.signal("STOP");

      assertThat(examine(jvm, SHORT).record().limits())
          .containsExactly(new ExaminationReason.ProcessStopped());
    }
  }
}
