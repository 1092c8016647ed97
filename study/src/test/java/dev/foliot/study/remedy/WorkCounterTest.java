package dev.foliot.study.remedy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkCounterTest {
  private static OptionalLong last(String printed) {
    return WorkCounter.last(printed, "done ", false);
  }

  @Test
  void shouldReadTheNumberBehindTheTextOnTheLastLineThatHasOne() {
    assertThat(last("done 1\ndone 20 of 30\nsomething else\n")).hasValue(20);
    assertThat(last("all done  7\n")).hasValue(7);
    assertThat(last("done none\n")).isEmpty();
    assertThat(last("")).isEmpty();
  }

  @Test
  void shouldLeaveALineThatIsNotWholeYet() {
    assertThat(last("done 1\ndone 2")).hasValue(1);
    assertThat(last("done 2")).isEmpty();
  }

  @Test
  void shouldLeaveALineThatLostItsBeginning() {
    assertThat(WorkCounter.last("done 1\nother\n", "done ", true)).isEmpty();
    assertThat(WorkCounter.last("ne 1\ndone 2\n", "done ", true)).hasValue(2);
  }

  @Test
  void shouldAddUpTheThreadsOfALine() {
    String line = "ops {\"a\":{\"ops\":12,\"cpu_ns\":99},\"b\":{\"ops\":30,\"cpu_ns\":1}}\n";

    assertThat(WorkCounter.last(line, "\"ops\":", false)).hasValue(42);
  }

  @Test
  void shouldTakeCommasForThousandsOnlyWhereTheyAre() {
    assertThat(last("done 1,204,000 orders\n")).hasValue(1_204_000);
    assertThat(last("done 12,34\n")).hasValue(12);
    assertThat(last("done 1204,000\n")).hasValue(1_204);
  }

  @Test
  void shouldNotTakeMoreDigitsThanANumberCanHave() {
    assertThat(last("done 999999999999999999\n")).hasValue(999_999_999_999_999_999L);
    assertThat(last("done 9999999999999999999999\n")).isEmpty();
  }

  @Test
  void shouldLeaveALineWhoseSumIsTooLarge() {
    assertThat(last("done 7\n" + "done 999999999999999999 ".repeat(10) + "\n")).hasValue(7);
    assertThat(last("done 999999999999999999 ".repeat(20) + "\n")).isEmpty();
  }

  @Test
  void shouldReadTheEndOfALongOutput(@TempDir Path folder) throws IOException {
    Path log = folder.resolve("fork.log");
    Files.writeString(log, "done 1\n" + "x".repeat(200_000) + "\ndone 5\n");
    WorkCounter counter = new WorkCounter(log, "done ");

    assertThat(counter.now()).hasValue(5);
    Files.writeString(log, "done 1\n" + "x".repeat(200_000) + "\n");
    assertThat(counter.now()).isEmpty();
  }
}
