package dev.foliot.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.bench.ClockCheck;
import dev.foliot.doctor.DoctorCheck.Status;
import dev.foliot.linux.Reading;
import dev.foliot.service.jdk.InstalledJdk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class DoctorTest {
  private static final Duration SHORT = Duration.ofMillis(30);

  @TempDir Path folder;

  @Test
  @EnabledOnOs(OS.LINUX)
  void shouldExamineThisMachineAndLeaveNothingBehind() throws Exception {
    Path store = folder.resolve("store/deep");

    DoctorReport report = Doctor.examine(Path.of("/"), store, SHORT);

    assertThat(report.linux()).isTrue();
    assertThat(report.jdks()).filteredOn(InstalledJdk::current).hasSize(1);
    assertThat(report.checks())
        .allSatisfy(
            check -> assertThat(check.remedy() == null).isEqualTo(check.status() == Status.OK));
    assertThat(report.capabilities())
        .allSatisfy(one -> {
          assertThat(one.reason() == null).isEqualTo(one.available());
          assertThat(one.remedy() == null).isEqualTo(one.available());
          assertThat(one.neededBy()).isNotEmpty();
        });
    assertThat(names(report)).doesNotHaveDuplicates();
    assertThat(ProcessHandle.current().children().filter(DoctorTest::isCat)).isEmpty();
    try (Stream<Path> left = Files.list(folder)) {
      assertThat(left).isEmpty();
    }
  }

  private static boolean isCat(ProcessHandle child) {
    return child.info().command().orElse("").endsWith("/cat");
  }

  private static List<String> names(DoctorReport report) {
    return Stream.concat(
            report.checks().stream().map(check -> check.area() + "/" + check.name()),
            report.capabilities().stream().map(DoctorCapability::name))
        .toList();
  }

  @Test
  void shouldLookAtEveryAreaWhereverItRuns() throws Exception {
    DoctorReport nowhere = Doctor.examine(folder, folder, SHORT);

    assertThat(nowhere.linux()).isFalse();
    Set<String> areas =
        nowhere.checks().stream().map(DoctorCheck::area).collect(Collectors.toSet());
    assertThat(areas)
        .containsExactlyInAnyOrder("cpu", "time", "memory", "noise", "rights", "room", "jdk");
    assertThat(nowhere.checks())
        .filteredOn(check -> Set.of("memory", "noise", "rights").contains(check.area()))
        .extracting(DoctorCheck::status)
        .containsOnly(Status.UNKNOWN);
    assertThat(nowhere.capabilities())
        .filteredOn(one -> one.name().contains("child") || one.name().startsWith("trace"))
        .hasSize(6)
        .allSatisfy(one -> assertThat(one.remedy()).isNotBlank());
  }

  @Test
  void shouldTakeTheWorstForTheVerdict() {
    assertThat(report(Status.OK, Status.OK).verdict()).isEqualTo(Status.OK);
    assertThat(report(Status.UNKNOWN, Status.OK).verdict()).isEqualTo(Status.UNKNOWN);
    assertThat(report(Status.LIMITS, Status.UNKNOWN).verdict()).isEqualTo(Status.LIMITS);
    assertThat(report(Status.LIMITS, Status.SPOILS).verdict()).isEqualTo(Status.SPOILS);
    assertThat(report(Status.LIMITS, Status.LIMITS).count(Status.LIMITS)).isEqualTo(2);
    assertThat(new DoctorReport(true, List.of(), List.of(), List.of()).verdict())
        .isEqualTo(Status.UNKNOWN);
  }

  private static DoctorReport report(Status... statuses) {
    return new DoctorReport(
        true,
        List.of(),
        Stream.of(statuses)
            .map(status -> new DoctorCheck("area", "name", status, "x", null, "means", null))
            .toList(),
        List.of());
  }

  @Test
  void shouldSayThatAStoreCannotBeWritten() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "in the way");

    switch (Readings.freeBytes(file)) {
      case Reading.Value<Long>(Long free) -> throw new AssertionError("free: " + free);
      case Reading.Unavailable<Long> none -> {
        assertThat(none.reason()).contains("cannot be written");
        assertThat(none.remedy()).contains("--store");
      }
    }
  }

  @Test
  void shouldMeasureAClock() {
    long[] now = {0};

    // Two readings in three show no step: the clock moves by 30 every third time.
    ClockCheck clock = ClockCheck.of(() -> now[0]++ / 3 * 30);

    assertThat(clock.grainNs()).isEqualTo(30);
    assertThat(clock.costNs()).isBetween(9.9, 10.1);
    assertThat(ClockCheck.of(() -> 7)).isEqualTo(new ClockCheck(0, 0));
  }
}
