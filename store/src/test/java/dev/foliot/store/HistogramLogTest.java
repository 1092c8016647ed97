package dev.foliot.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foliot.store.StoreException.Kind;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.HdrHistogram.DoubleHistogram;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.HdrHistogram.HistogramLogWriter;
import org.HdrHistogram.PackedHistogram;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HistogramLogTest {
  private static final long START_MS = 1_793_527_200_123L;

  @TempDir Path temp;
  private Path file;

  @BeforeEach
  void nameTheFile() {
    file = temp.resolve("histograms.hlog");
  }

  @Test
  void shouldReadWhatItWrote() throws IOException {
    PackedHistogram packed = new PackedHistogram(3);
    packed.recordValueWithCount(3_600_000_000_000L, 5_000_000_000L);
    List<TaggedInterval> intervals =
        List.of(
            new TaggedInterval("warmup-response", START_MS, -5, 1, Examples.histogram(9)),
            new TaggedInterval("response", START_MS, 0, 0.25, Examples.histogram(0, 1, 12_345)),
            new TaggedInterval("probe-0", START_MS, 0.25, 0.25, packed),
            new TaggedInterval("jitter", START_MS, 0, 10, new Histogram(3)));

    write(intervals);

    assertThat(read()).isEqualTo(intervals);
  }

  /** The library's own reader, which any other tool may use. */
  @Test
  void shouldBeReadByHdrHistogramItself() throws IOException {
    write(
        List.of(
            new TaggedInterval("warmup-service", START_MS, -2, 1, Examples.histogram(5)),
            new TaggedInterval("service", START_MS, 1.5, 0.5, Examples.histogram(1_000, 2_000))));

    try (HistogramLogReader reader = new HistogramLogReader(file.toFile())) {
      Histogram warmup = (Histogram) next(reader);
      assertThat(warmup.getTag()).isEqualTo("warmup-service");
      assertThat(warmup.getStartTimeStamp()).isBetween(START_MS - 2_001, START_MS - 2_000);
      Histogram service = (Histogram) next(reader);
      assertThat(service.getTag()).isEqualTo("service");
      assertThat(service.getTotalCount()).isEqualTo(2);
      assertThat(service.getMaxValue()).isEqualTo(service.highestEquivalentValue(2_000));
      assertThat(service.getStartTimeStamp()).isBetween(START_MS + 1_499, START_MS + 1_500);
      assertThat(service.getEndTimeStamp()).isBetween(START_MS + 1_999, START_MS + 2_000);
      assertThat(reader.nextIntervalHistogram()).isNull();
      assertThat(reader.getStartTimeSec()).isEqualTo(START_MS / 1e3);
    }
  }

  @Test
  void shouldHaveNoTimeBelowZeroAndItsHeadOnTop() throws IOException {
    write(
        List.of(
            new TaggedInterval("response", START_MS, 0, 1, Examples.histogram(2_000_000)),
            new TaggedInterval("warmup-response", START_MS, -5, 1, Examples.histogram(5))));

    assertThat(file)
        .content()
        .startsWith(
            """
            #[Foliot: durations in nanoseconds, Interval_Max in milliseconds]
            #[Histogram log format version 1.3]
            #[StartTime: 1793527200.123 (seconds since epoch)]
            #[BaseTime: 1793527195.123 (seconds since epoch)]
            "StartTimestamp","Interval_Length","Interval_Max","Interval_Compressed_Histogram"
            Tag=response,5.000,1.000,2.001,\
            """)
        .contains("\nTag=warmup-response,0.000,1.000,0.000,")
        .endsWith("\n#[Intervals:2]\n");
  }

  @Test
  void shouldLeaveTheGivenHistogramsAlone() throws IOException {
    Histogram given = Examples.histogram(1);
    given.setStartTimeStamp(7);

    write(List.of(new TaggedInterval("response", START_MS, 0, 1, given)));

    assertThat(given.getTag()).isNull();
    assertThat(given.getStartTimeStamp()).isEqualTo(7);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a/b", "../x", "a,b", "a b", "a\nb", "Response", "<b>", "-a"})
  void shouldTakeNoNameFromOutsideForATag(String name) {
    assertThatThrownBy(() -> new TaggedInterval(name, START_MS, 0, 1, new Histogram(3)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void shouldKnowALogThatWasCutShortAnywhere() throws IOException {
    write(
        List.of(
            new TaggedInterval("response", START_MS, 0, 1, Examples.histogram(1, 2, 3_000)),
            new TaggedInterval("service", START_MS, 1, 1, Examples.histogram(4))));
    byte[] whole = Files.readAllBytes(file);

    for (int length = 0; length < whole.length - 2; length++) {
      Files.write(file, Arrays.copyOf(whole, length));
      assertUnreadable("");
    }
    Files.write(file, Arrays.copyOf(whole, whole.length - 1));
    assertThat(read()).as("without its last line end").hasSize(2);
  }

  @Test
  void shouldRefuseHistogramsThatAreNotOurs() throws IOException {
    foreign(new Histogram(5));
    assertUnreadable("not one of three digits");
    foreign(new DoubleHistogram(3));
    assertUnreadable("not one of three digits");
    Files.writeString(file, "Tag=a,0.000,1.000,0.000,AAAA\n#[Intervals:1]\n");
    assertUnreadable("interval 1 is corrupt");
    Files.writeString(file, "a".repeat(LineLimit.MAX_LINE_BYTES + 1));
    assertUnreadable("a line is longer than");
    Files.delete(file);
    assertUnreadable("does not exist");
  }

  @Test
  void shouldSurviveAnyDamage() throws IOException {
    write(
        List.of(
            new TaggedInterval("response", START_MS, 0, 1, Examples.histogram(1, 2, 3_000)),
            new TaggedInterval("service", START_MS, 1, 1, Examples.histogram(4))));
    byte[] good = Files.readAllBytes(file);
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int i = 0; i < 2_000; i++) {
      byte[] bad = good.clone();
      for (int n = random.nextInt(4); n >= 0; n--) {
        bad[random.nextInt(bad.length)] = (byte) random.nextInt(256);
      }
      Files.write(file, bad);
      try {
        read();
      } catch (StoreException e) {
        assertThat(e.kind()).isEqualTo(Kind.UNREADABLE);
      } catch (RuntimeException e) {
        throw new AssertionError("seed " + seed + ", round " + i, e);
      }
    }
  }

  @Test
  void shouldPassOnWhatItsReaderThrows() throws IOException {
    write(List.of(new TaggedInterval("response", START_MS, 0, 1, Examples.histogram(1))));

    assertThatThrownBy(() ->
            HistogramLog.read(
                file,
                interval -> {
                  throw new IllegalStateException("enough");
                }))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("enough");
  }

  @Test
  void shouldNotSwallowAFailureToWrite() {
    OutputStream full =
        new OutputStream() {
          private int left = 100;

          @Override
          public void write(int b) throws IOException {
            if (left-- <= 0) {
              throw new IOException("No space left on device");
            }
          }
        };

    assertThatThrownBy(() ->
            HistogramLog.write(
                full, List.of(new TaggedInterval("a", START_MS, 0, 1, Examples.histogram(1)))))
        .isInstanceOf(IOException.class)
        .hasMessage("No space left on device");
  }

  private void foreign(EncodableHistogram histogram) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    HistogramLogWriter writer = new HistogramLogWriter(out);
    histogram.setTag("a");
    writer.outputIntervalHistogram(0, 1, histogram, 1);
    writer.outputComment("[Intervals:1]");
    writer.close();
    Files.writeString(file, out.toString(StandardCharsets.UTF_8));
  }

  private static EncodableHistogram next(HistogramLogReader reader) {
    EncodableHistogram next = reader.nextIntervalHistogram();
    assertThat(next).isNotNull();
    return next;
  }

  private void write(List<TaggedInterval> intervals) throws IOException {
    Durable.write(file, out -> HistogramLog.write(out, intervals));
  }

  private List<TaggedInterval> read() {
    List<TaggedInterval> intervals = new ArrayList<>();
    HistogramLog.read(file, intervals::add);
    return intervals;
  }

  private void assertUnreadable(String part) {
    assertThatExceptionOfType(StoreException.class)
        .isThrownBy(this::read)
        .withMessageContaining("histograms.hlog cannot be read: ")
        .withMessageContaining(part)
        .satisfies(e -> assertThat(e.kind()).isEqualTo(Kind.UNREADABLE));
  }
}
