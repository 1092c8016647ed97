package dev.foliot.pool.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class CpuTicksTest {
  private static List<List<Long>> read(String text) {
    CpuTicks ticks = new CpuTicks(text.getBytes(StandardCharsets.ISO_8859_1));
    List<List<Long>> lines = new ArrayList<>();
    while (ticks.next()) {
      lines.add(List.of((long) ticks.cpu(), ticks.busy(), ticks.all()));
    }
    return lines;
  }

  @Test
  void shouldReadTheSumAndEachCpuAndNothingBehindThem() {
    assertThat(
            read(
                "cpu  1 2 3 4 5 6 7 8 9 10\ncpu12 1 0 0 7 0 0 0 0 0 0\nintr 99 99\ncpu3 1 1 1 1\n"))
        .containsExactly(List.of(-1L, 27L, 36L), List.of(12L, 1L, 8L));
  }

  @Test
  void shouldTakeWhatIsNoFigureForNone() {
    long none = MachineCpu.MOST_CPUS;
    assertThat(read("cpux 1 2 3\n")).containsExactly(List.of(none, 6L, 6L));
    assertThat(read("cpu99999999999999999999 1\n")).containsExactly(List.of(none, 1L, 1L));
    assertThat(read("cpu0 -5 x 99999999999999999999 9223372036854775807\r\n"))
        .containsExactly(List.of(0L, 0L, Long.MAX_VALUE));
    assertThat(read("cpu")).containsExactly(List.of(none, 0L, 0L));
    assertThat(read("cpu0")).containsExactly(List.of(0L, 0L, 0L));
    assertThat(read("cp")).isEmpty();
    assertThat(read("")).isEmpty();
  }
}
