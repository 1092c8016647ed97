package dev.foliot.steer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.Objects;
import java.util.RandomAccess;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the agent decides and reads without a JVM that it steers. */
class SmallPartsTest {
  /** Has a superclass, two interfaces, constants of all kinds and fields with attributes. */
  abstract static class Sample extends AbstractList<String> implements RandomAccess, Cloneable {
    static final long LONG = 1L << 40;
    static final double DOUBLE = 1.5;
    static final float FLOAT = 1.5f;

    Runnable task() {
      return () -> {};
    }
  }

  private static final class Loader extends ClassLoader {
    Class<?> define(String name, byte[] bytes) {
      return defineClass(name, bytes, 0, bytes.length);
    }
  }

  private static byte[] bytesOf(Class<?> type) throws IOException {
    String file = "/" + type.getName().replace('.', '/') + ".class";
    try (InputStream in = Objects.requireNonNull(type.getResourceAsStream(file))) {
      return in.readAllBytes();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 7, 300})
  void shouldWriteFillersThatTheVerifierTakes(int methods) throws Exception {
    String name = "dev.foliot.steer.filler.Tried" + methods;
    Loader loader = new Loader();
    Class<?> filler = loader.define(name, Filler.of(name, methods));

    assertThat(Class.forName(name, true, loader)).isSameAs(filler);
    assertThat(filler.getDeclaredMethods()).hasSize(methods);
    assertThat(ClassFile.of(Filler.of(name, methods)).methods()).isEqualTo(methods);
  }

  @Test
  void shouldReadWhomAClassStandsOn() throws IOException {
    ClassFile file = ClassFile.of(bytesOf(Sample.class));

    assertThat(file.ancestors())
        .containsExactly("java.util.AbstractList", "java.util.RandomAccess", "java.lang.Cloneable");
    assertThat(file.methods()).isGreaterThanOrEqualTo(3);
  }

  @Test
  void shouldRefuseAClassFileThatIsDamagedAnywhere() throws IOException {
    byte[] whole = bytesOf(Sample.class);
    int refused = 0;
    for (int length = 0; length < 200; length++) {
      byte[] cut = Arrays.copyOf(whole, length);
      assertThatThrownBy(() -> ClassFile.of(cut)).isInstanceOf(IOException.class);
      refused++;
    }
    assertThat(refused).isEqualTo(200);
    whole[10] = 77;
    assertThatThrownBy(() -> ClassFile.of(whole))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("tag 77");
  }

  @Test
  void shouldKnowTheLeastThatAChunkHolds() {
    assertThat(Chunk.around(0x8000, 0x8208)).isEqualTo(new Chunk(0x8000, 0x8400));
    assertThat(Chunk.around(0x8300, 0x8508)).isEqualTo(new Chunk(0x8000, 0x8800));
    assertThat(Chunk.around(0x8700, 0x8908)).isEqualTo(new Chunk(0x8000, 0x9000));
    assertThat(Chunk.around(0x8000, 0x8208).with(0x8208, 0x8410))
        .isEqualTo(new Chunk(0x8000, 0x8800));
    assertThat(Chunk.around(0x8000, 0x8208).with(0x20000, 0x20208))
        .isEqualTo(new Chunk(0x20000, 0x20400));
  }

  @Test
  void shouldMeasureWhatAnEmptyClassTakesInSpiteOfChunksThatEnd() {
    assertThat(EmptySize.of(new long[] {1_024, 2_048, 2_568, 4_096, 4_616, 5_136})).hasValue(520);
    assertThat(EmptySize.of(new long[] {1_024, 2_048, 3_072})).hasValue(1_024);
    assertThat(EmptySize.of(new long[] {1_024, 2_000, 5_000, 1_000})).isEmpty();
    assertThat(EmptySize.of(new long[] {1_024})).isEmpty();
  }

  @Test
  void shouldFindTheFieldThatDiffersAsTheHeadersDo() {
    long[] headers = {0x1000, 0x1800, 0x4000};
    long[][] words = new long[3][4];
    for (int i = 0; i < 3; i++) {
      words[i][1] = 0x1111_1111_1111_1111L * i;
      words[i][2] = 0x8_0000_0000L + (headers[i] << 3);
      words[i][3] = 42;
    }

    assertThat(MirrorField.among(headers, words)).hasValue(2);
    words[1][2] += 8;
    assertThat(MirrorField.among(headers, words)).isEmpty();
    words[1][2] -= 8;
    for (int i = 0; i < 3; i++) {
      words[i][3] = words[i][2];
    }
    assertThat(MirrorField.among(headers, words)).as("two that fit").isEmpty();
  }

  @Test
  void shouldSeeWhereClassesLie() throws RefusedException {
    Addresses addresses = Addresses.open();

    assertThat(addresses.of(Object.class)).isNotZero().isNotEqualTo(addresses.of(String.class));
    assertThat(addresses.of(Runnable.class) % 8).isZero();
  }

  @Test
  void shouldReadItsOptions() {
    Options options = Options.parse("class=a.B$C,offset=24,class=d.E,offset=0,told=/tmp/t.json");

    assertThat(options.wanted()).containsEntry("a.B$C", 24).containsEntry("d.E", 0).hasSize(2);
    assertThat(options.told()).contains(Path.of("/tmp/t.json"));
    assertThat(Options.parse("class=a.B,offset=56").told()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "\"\"                          | no class is named",
        "told=x                      | no class is named",
        "class=a.B                   | class a.B has no offset",
        "class=a.B,class=c.D         | class a.B has no offset",
        "offset=8                    | offset comes after its class",
        "class=a.B,offset=12         | offset '12' is no place of a class in a line",
        "class=a.B,offset=64         | offset '64' is no place of a class in a line",
        "class=a.B,offset=-8         | offset '-8' is no place of a class in a line",
        "class=a/B,offset=8          | 'a/B' is no class",
        "class=,offset=8             | '' is no class",
        "place=8                     | 'place=8' is none of class, offset and told",
        "class=a.B,offset=8,         | '' is none of class, offset and told",
      })
  void shouldSayWhatIsWrongWithItsOptions(String text, String message) {
    assertThatThrownBy(() -> Options.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(message);
  }
}
