package dev.foliot.fleet.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.fleet.cells.FleetException;
import dev.foliot.fleet.engine.TemporaryFolder;
import dev.foliot.fleet.rows.Format;
import dev.foliot.fleet.sums.FleetMeasured;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Broken files of each format give data or one clear line, and leave no files behind. */
class FleetReaderFuzzTest {
  private static final int FILES = 6;

  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource(Format.class)
  void shouldReadOrRefuseWhateverComes(Format format) throws IOException, SQLException {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    byte[] whole = whole(format);
    long before = leftovers();
    for (int i = 0; i < FILES; i++) {
      Path file = Files.write(folder.resolve("fuzzed"), mutated(whole, random));
      try {
        FleetMeasured measured = Samples.read(file);
        assertThat(measured.sums().nodes()).as("seed %d", seed).hasSizeGreaterThan(1);
      } catch (FleetException e) {
        assertThat(e.getMessage()).as("seed %d", seed).isNotBlank().doesNotContain("\n");
      } catch (RuntimeException e) {
        throw new AssertionError("file " + i + " of seed " + seed, e);
      }
    }
    assertThat(leftovers()).as("folders left, seed %d", seed).isLessThanOrEqualTo(before);
  }

  private byte[] whole(Format format) throws IOException, SQLException {
    if (format == Format.PARQUET) {
      return Files.readAllBytes(
          Samples.parquet(
              folder.resolve("whole.parquet"),
              "SELECT range AS time, 'n' || range % 3 AS node, range * 1.5 AS cpu FROM range(50)"));
    }
    return LayoutSamples.of(format).getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] mutated(byte[] whole, Random random) {
    byte[] bytes = whole.clone();
    for (int n = 1 + random.nextInt(4); n > 0; n--) {
      int at = random.nextInt(bytes.length);
      switch (random.nextInt(5)) {
        case 0 -> bytes[at] = (byte) random.nextInt(256);
        case 1 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
        case 2 -> bytes[at] = (byte) "\",{}[]\n:0-".charAt(random.nextInt(10));
        case 3 -> {
          int length = random.nextInt(Math.min(40, bytes.length - at));
          byte[] shorter = new byte[bytes.length - length];
          System.arraycopy(bytes, 0, shorter, 0, at);
          System.arraycopy(bytes, at + length, shorter, at, shorter.length - at);
          bytes = shorter;
        }
        default -> bytes = random.nextInt(4) == 0 ? Arrays.copyOf(bytes, at + 1) : bytes;
      }
    }
    return bytes;
  }

  private static long leftovers() throws IOException {
    try (Stream<Path> all = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
      return all.filter(path -> path.getFileName().toString().startsWith(TemporaryFolder.prefix()))
          .count();
    }
  }
}
