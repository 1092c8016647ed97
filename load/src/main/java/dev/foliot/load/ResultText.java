package dev.foliot.load;

import dev.foliot.bench.Durations;
import dev.foliot.bench.Kind;
import dev.foliot.store.Json;
import dev.foliot.text.FoliotException;
import dev.foliot.text.Shown;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.util.StdConverter;

/**
 * A result in the form of a file; histograms are HdrHistogram's compressed form in base 64.
 *
 * @param schema {@link #SCHEMA}
 * @param failure the reason without a result, or null
 * @param load the result, or null
 */
record ResultText(String schema, @Nullable String failure, @Nullable LoadResult load) {
  static final String SCHEMA = "foliot.load/1";
  private static final int LONGEST_FAILURE = 1_000;
  private static final int MOST_COMPRESSED = 1 << 22;

  /** Converts durations for writing. */
  static final class Writing extends StdConverter<Map<Kind, Durations>, Map<String, Counted>> {
    @Override
    public Map<String, Counted> convert(Map<Kind, Durations> durations) {
      Map<String, Counted> counted = new LinkedHashMap<>();
      for (Kind kind : Kind.values()) {
        counted.put(kind.label(), Counted.of(Objects.requireNonNull(durations.get(kind))));
      }
      return counted;
    }
  }

  /** Converts durations for reading. */
  static final class Reading extends StdConverter<Map<String, Counted>, Map<Kind, Durations>> {
    @Override
    public Map<Kind, Durations> convert(Map<String, Counted> counted) {
      Map<Kind, Durations> durations = new EnumMap<>(Kind.class);
      counted.forEach((label, each) ->
          durations.put(Kind.valueOf(label.toUpperCase(Locale.ROOT)), each.durations()));
      return durations;
    }
  }

  /** Converts the parts of service times for writing. */
  static final class WritingParts
      extends StdConverter<Map<String, Durations>, Map<String, Counted>> {
    @Override
    public Map<String, Counted> convert(Map<String, Durations> parts) {
      Map<String, Counted> counted = new LinkedHashMap<>();
      parts.forEach((name, durations) -> counted.put(name, Counted.of(durations)));
      return counted;
    }
  }

  /** Converts the parts of service times for reading. */
  static final class ReadingParts
      extends StdConverter<Map<String, Counted>, Map<String, Durations>> {
    @Override
    public Map<String, Durations> convert(Map<String, Counted> counted) {
      Map<String, Durations> parts = new LinkedHashMap<>();
      counted.forEach((name, each) -> parts.put(name, each.durations()));
      return parts;
    }
  }

  /** Durations. */
  record Counted(long count, long minNs, long maxNs, BigInteger sumNs, String histogram) {
    static Counted of(Durations durations) {
      Histogram histogram = durations.histogram();
      ByteBuffer bytes = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
      int length = histogram.encodeIntoCompressedByteBuffer(bytes);
      return new Counted(
          durations.count(),
          durations.minNs(),
          durations.maxNs(),
          durations.sumNs(),
          Base64.getEncoder().encodeToString(Arrays.copyOf(bytes.array(), length)));
    }

    Durations durations() {
      try {
        byte[] bytes = Base64.getDecoder().decode(histogram);
        if (bytes.length > MOST_COMPRESSED) {
          throw new IllegalArgumentException("a histogram of " + bytes.length + " bytes");
        }
        Histogram read = Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(bytes), 1);
        if (read.getTotalCount() != count) {
          throw new IllegalArgumentException("a histogram does not hold what it should");
        }
        return new Durations(read, count, minNs, maxNs, sumNs);
      } catch (DataFormatException e) {
        throw new IllegalArgumentException("a histogram cannot be read", e);
      }
    }
  }

  static void write(Path file, LoadResult result) throws IOException {
    Json.write(file, new ResultText(SCHEMA, null, result));
  }

  static void writeFailure(Path file, String why) throws IOException {
    Json.write(file, new ResultText(SCHEMA, Shown.text(why, LONGEST_FAILURE), null));
  }

  static LoadResult read(Path file) {
    ResultText text = Json.read(file, ResultText.class, SCHEMA);
    if (text.load == null) {
      throw FoliotException.environment(
          text.failure == null ? "the load driver left no result" : text.failure);
    }
    return text.load;
  }
}
