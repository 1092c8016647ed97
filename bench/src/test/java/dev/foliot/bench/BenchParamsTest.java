package dev.foliot.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BenchParamsTest {
  private static final BenchConfig SHORT =
      BenchConfig.DEFAULT.with(Map.of("rate", "1k/s", "warmup", "0s", "duration", "10ms"));

  enum Codec {
    PLAIN,
    PACKED {
      @Override
      boolean isSmall() {
        return true;
      }
    };

    boolean isSmall() {
      return false;
    }
  }

  /** Notes what its parameters were at the set-up. */
  abstract static class Noting extends CountingTask {
    String atSetUp = "";

    @Override
    public void setUp(Bench made) throws Exception {
      super.setUp(made);
      atSetUp = values();
    }

    abstract String values();
  }

  abstract static class Base extends Noting {
    @BenchParam({"1", "64"})
    private int size = 7;

    int size() {
      return size;
    }
  }

  static final class Derived extends Base {
    @BenchParam private Codec codec = Codec.PLAIN;

    @Override
    String values() {
      return size() + " " + codec + " " + codec.isSmall();
    }
  }

  static final class EveryType extends Noting {
    @BenchParam("-3")
    byte aByte;

    @BenchParam("4")
    Short aShort = 0;

    @BenchParam("5")
    long aLong;

    @BenchParam("6")
    Integer anInt = 0;

    @BenchParam("0.5")
    float aFloat;

    @BenchParam("1e3")
    Double aDouble = 0.0;

    @BenchParam("true")
    boolean isTrue;

    @BenchParam("=")
    char sign;

    @BenchParam("a=b, c")
    String text = "";

    @BenchParam("250us")
    Duration time = Duration.ZERO;

    @Override
    String values() {
      return List.of(
              aByte, aShort, aLong, anInt, aFloat, aDouble, isTrue, sign, text, time.toNanos())
          .toString();
    }
  }

  static final class NoDefault extends Noting {
    @BenchParam private long count;

    @Override
    String values() {
      return Long.toString(count);
    }
  }

  @Test
  void shouldSetEveryTypeBeforeTheSetUp() {
    EveryType task = new EveryType();

    BenchRunner.run(task, SHORT);

    assertThat(task.atSetUp).isEqualTo("[-3, 4, 5, 6, 0.5, 1000.0, true, =, a=b, c, 250000]");
  }

  @Test
  void shouldSetPrivateAndInheritedFieldsToTheGivenValues() {
    Derived task = new Derived();

    BenchRunner.run(task, SHORT, Map.of("size", "1024", "codec", "PACKED"));

    assertThat(task.atSetUp).isEqualTo("1024 PACKED true");
  }

  @Test
  void shouldNameTheParameterThatAProgramMustChoose() {
    assertThatThrownBy(() -> BenchRunner.run(new Derived(), SHORT, Map.of("codec", "PLAIN")))
        .isInstanceOf(BadOptionException.class)
        .hasMessageContaining("field size of " + Base.class.getName() + " has 2 default values");
    assertThatThrownBy(() -> BenchRunner.run(new NoDefault(), SHORT))
        .isInstanceOf(BadOptionException.class)
        .hasMessage(
            "field count of "
                + NoDefault.class.getName()
                + " has no value: give --param count=VALUE");
    assertThatThrownBy(() -> BenchRunner.run(new NoDefault(), SHORT, Map.of("cuont", "1")))
        .isInstanceOf(BadOptionException.class)
        .hasMessage("the task has no parameter 'cuont'; it has count");
  }

  @Test
  void shouldCombineInheritedParametersFirstAndTheLastFastest() {
    BenchParams params = BenchParams.of(Derived.class);

    assertThat(params.names()).containsExactly("size", "codec");
    assertThat(params.combinations(Map.of()))
        .extracting(Map::toString)
        .containsExactly(
            "{size=1, codec=PLAIN}",
            "{size=1, codec=PACKED}",
            "{size=64, codec=PLAIN}",
            "{size=64, codec=PACKED}");
    assertThat(params.combinations(Map.of("size", List.of("9"), "codec", List.of("PACKED"))))
        .containsExactly(Map.of("size", "9", "codec", "PACKED"));
    assertThat(BenchParams.of(CountingTask.class).combinations(Map.of())).containsExactly(Map.of());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "aByte | 128 | takes a byte, not '128'",
        "aShort | 1.5 | takes a short, not '1.5'",
        "aLong | 5L | takes a long, not '5L'",
        "anInt | x | takes an int, not 'x'",
        "aFloat | much | takes a float, not 'much'",
        "aDouble | '' | takes a double, not ''",
        "isTrue | yes | takes a boolean (true or false), not 'yes'",
        "sign | ab | takes a char (one character), not 'ab'",
        "time | 5 | takes a Duration such as 5ms, not '5'",
      })
  void shouldRefuseAWrongValueWithItsFieldAndType(String name, String value, String expected) {
    assertThatThrownBy(
            () -> BenchParams.of(EveryType.class).combinations(Map.of(name, List.of(value))))
        .isInstanceOf(BadOptionException.class)
        .hasMessage("field " + name + " of " + EveryType.class.getName() + " " + expected);
    assertThatThrownBy(() -> BenchRunner.run(new EveryType(), SHORT, Map.of(name, value)))
        .isInstanceOf(BadOptionException.class)
        .hasMessageContaining(expected);
  }

  @Test
  void shouldNameTheConstantsOfAnEnum() {
    assertThatThrownBy(
            () -> BenchParams.of(Derived.class).combinations(Map.of("codec", List.of("packed"))))
        .hasMessageEndingWith("takes an enum (PLAIN, PACKED), not 'packed'");
  }

  @Test
  void shouldRefuseAValueThatIsThereTwiceAndTooManyCombinations() {
    BenchParams params = BenchParams.of(Derived.class);
    List<String> eleven = List.of("1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11");

    assertThatThrownBy(() -> params.combinations(Map.of("size", List.of("1", "1"))))
        .hasMessageContaining("has the value '1' twice");
    assertThat(params.combinations(Map.of("size", eleven.subList(0, 10)))).hasSize(20);
    assertThatThrownBy(() -> params.combinations(Map.of("size", eleven)))
        .isInstanceOf(BadOptionException.class)
        .hasMessageContaining("more than 20 combinations");
  }

  static final class Fixed extends Noting {
    @BenchParam("1")
    private final int size = 7;

    @Override
    String values() {
      return Integer.toString(size);
    }
  }

  static final class OddType extends Noting {
    @BenchParam("1")
    List<String> names = List.of();

    @Override
    String values() {
      return names.toString();
    }
  }

  static final class Hiding extends Base {
    @BenchParam("1")
    int size;

    @Override
    String values() {
      return Integer.toString(size);
    }
  }

  @Test
  void shouldRefuseAFieldThatCannotBeAParameter() {
    assertThatThrownBy(() -> BenchParams.of(Fixed.class)).hasMessageContaining("static or final");
    assertThatThrownBy(() -> BenchParams.of(OddType.class))
        .hasMessageContaining("has the type java.util.List: a parameter is a String");
    assertThatThrownBy(() -> BenchParams.of(Hiding.class))
        .hasMessageContaining("field size of " + Hiding.class.getName())
        .hasMessageContaining("rename one");
  }
}
