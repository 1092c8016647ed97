package dev.foliot.study.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.linux.CpuList;
import dev.foliot.linux.CpuTimes;
import dev.foliot.linux.ProcStat;
import dev.foliot.text.StudyReason;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OtherProcessesTest {
  private static final long S = 1_000_000_000;

  /** Two CPUs in ticks of 10 ms. */
  private static ProcStat stat(long user0, long idle0, long user1, long idle1) {
    return new ProcStat(
        times(user0 + user1, idle0 + idle1),
        Map.of(0, times(user0, idle0), 1, times(user1, idle1)));
  }

  private static CpuTimes times(long user, long idle) {
    return new CpuTimes(user, 0, 0, idle, 0, 0, 0, 0);
  }

  private static final ProcStat FIRST = stat(100, 100, 100, 100);

  @Test
  void shouldSayWhatOthersTookOfItsCpus() {
    OtherProcesses both = OtherProcesses.from(CpuList.of(0, 1));
    ProcStat now = stat(400, 100, 300, 200);

    assertThat(both.suspect(FIRST, now, 2 * S, 100))
        .hasValue(new StudyReason.CpusTaken(0.5, "0-1"));
    assertThat(both.suspect(FIRST, now, 5 * S - S / 5, 100)).isEmpty();
    assertThat(both.suspect(FIRST, now, 9 * S, 100)).isEmpty();
  }

  @Test
  void shouldCareForItsOwnCpusOnly() {
    OtherProcesses first = OtherProcesses.from(CpuList.of(0));

    assertThat(first.suspect(FIRST, stat(400, 100, 900, 100), 3 * S, 100)).isEmpty();
    assertThat(first.suspect(FIRST, FIRST, 0, 100)).isEmpty();
  }

  @Test
  void shouldReadThisMachine() {
    assertThat(OtherProcesses.from(CpuList.of(0)).suspectNow(Long.MAX_VALUE / 1_000)).isEmpty();
  }
}
