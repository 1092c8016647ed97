package dev.foliot.linux;

import static dev.foliot.linux.Answers.reason;
import static dev.foliot.linux.Answers.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CpuListTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "0; 0",
        "0-3,8; 0-3,8",
        "8,0-3; 0-3,8",
        "0,1,2; 0-2",
        "0-1,1-2; 0-2",
        "5-5; 5",
        "'  1 , 3\n'; 1,3",
        "65535; 65535",
        "''; ''",
        "' \n'; ''"
      })
  void shouldPrintTheShortestFormOfWhatItParsed(String text, String printed) {
    assertThat(value(CpuList.parse(text))).hasToString(printed);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a",
        "-1",
        "1-",
        "3-1",
        "1,,2",
        "1,",
        "65536",
        "0-99999999999",
        "0-3:1/2",
        "0x3",
        "1 2",
        "1-2-3",
        "٣",
        "+1"
      })
  void shouldRefuseWhatIsNoList(String text) {
    assertThat(reason(CpuList.parse(text))).contains(text).contains("not a list of CPUs");
  }

  @Test
  void shouldComeBackFromItsOwnText() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int i = 0; i < 200; i++) {
      int[] cpus = random.ints(random.nextInt(100), 0, 200).toArray();
      CpuList list = CpuList.of(cpus);
      assertThat(CpuList.parse(list.toString())).as("seed %d", seed).isEqualTo(Reading.of(list));
      assertThat(list.stream().toArray())
          .isEqualTo(IntStream.of(cpus).sorted().distinct().toArray());
    }
  }

  @Test
  void shouldKnowItsMembers() {
    CpuList list = CpuList.of(2, 0);
    assertThat(list.size()).isEqualTo(2);
    assertThat(list.contains(0)).isTrue();
    assertThat(list.contains(1)).isFalse();
    assertThat(list.contains(-1)).isFalse();
    assertThat(list.isEmpty()).isFalse();
    assertThat(CpuList.of().isEmpty()).isTrue();
    assertThat(list).isEqualTo(CpuList.of(0, 2)).hasSameHashCodeAs(CpuList.of(0, 2));
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 65_536})
  void shouldRefuseANumberOutOfRange(int cpu) {
    assertThatIllegalArgumentException().isThrownBy(() -> CpuList.of(cpu));
  }
}
