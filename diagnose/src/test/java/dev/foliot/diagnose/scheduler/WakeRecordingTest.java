package dev.foliot.diagnose.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.foliot.diagnose.reason.SchedulerReason;
import dev.foliot.linux.CpuList;
import dev.foliot.linux.Reading;
import dev.foliot.linux.process.Launcher;
import dev.foliot.linux.process.Programs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A script replaces perf: a test machine may lack trace points. */
@Timeout(60)
@EnabledOnOs(OS.LINUX)
class WakeRecordingTest {
  private static final String PRINT =
      """
      script)
        echo "1.000000000: sched:sched_wakeup: comm=java pid=7 prio=120 target_cpu=001"
        echo "1.000003000: sched:sched_switch: a ==> next_comm=java next_pid=7 next_prio=120" ;;
      """;
  private static final long FEW = 64 << 10;

  @TempDir private Path folder;
  @TempDir private Path programs;

  private Reading<Traced<Long>> take(String record) throws Exception {
    Path perf =
        Files.writeString(
            programs.resolve("perf"),
            "#!/bin/sh\necho \"$@\" >> "
                + programs
                + "/asked\nfor word; do case $last in -o) data=$word;; esac; last=$word; done\n"
                + "case $1 in\n"
                + record
                + PRINT
                + "esac\n");
    Files.setPosixFilePermissions(perf, PosixFilePermissions.fromString("rwxr-xr-x"));
    Reading<Launcher> child = Launcher.ofSingles(Programs.ofThisProcess());
    assumeTrue(child instanceof Reading.Value, child::toString);
    Reading<Traced<Long>> taken =
        new WakeRecording(child.toOptional().orElseThrow(), perf, folder, FEW)
            .take(CpuList.of(0), (name, tid) -> Optional.of(tid), 10_000_000);
    try (Stream<Path> left = Files.list(folder)) {
      assertThat(left).isEmpty();
    }
    return taken;
  }

  private static Traced<Long> traced(Reading<Traced<Long>> taken) {
    return taken.toOptional().orElseThrow(() -> new AssertionError(taken.toString()));
  }

  private List<String> asked() throws Exception {
    return Files.readAllLines(programs.resolve("asked"));
  }

  @Test
  void shouldTellWakeUpsAndBoundWhatPerfWrites() throws Exception {
    Traced<Long> all = traced(take("record) echo x > $data ;;\n"));

    assertThat(all.waits()).containsOnlyKeys(7L);
    assertThat(all.partial()).isEmpty();
    assertThat(asked()).hasSize(2);
    assertThat(asked().getFirst())
        .contains("record -q -a --max-size=65536B -C 0 -o ")
        .endsWith("setpriv --pdeathsig KILL -- sleep 0.010");
  }

  @Test
  void shouldSayThatATraceIsPartialThatPerfEnded() throws Exception {
    Traced<Long> cut = traced(take("record) echo x > $data; kill -TERM $$ ;;\n"));

    assertThat(cut.partial()).contains(new SchedulerReason.TraceCut(0));
  }

  @Test
  void shouldEndAPerfThatKnowsNoLimitWhenItHasWrittenTooMuch() throws Exception {
    String old =
        """
        record)
          case "$*" in *--max-size*) echo "unknown option" ; exit 129 ;; esac
          trap 'exit 0' TERM
          while :; do head -c 10000 /dev/zero >> $data; sleep 0.01; done ;;
        """;
    Traced<Long> cut = traced(take(old));

    assertThat(cut.waits()).containsOnlyKeys(7L);
    assertThat(cut.partial()).isPresent();
    assertThat(asked()).hasSize(3);
  }

  @Test
  void shouldSayWhatPerfSaid() throws Exception {
    Reading<Traced<Long>> taken = take("record) echo 'no permission'; exit 255 ;;\n");

    assertThat(taken)
        .isInstanceOfSatisfying(
            Reading.Unavailable.class,
            none -> assertThat(none.reason()).contains("record ended with 255: no permission"));
  }
}
