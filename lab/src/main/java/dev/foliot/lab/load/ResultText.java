package dev.foliot.lab.load;

import dev.foliot.bench.Durations;
import dev.foliot.bench.Kind;
import dev.foliot.bench.Shown;
import dev.foliot.lab.LabException;
import dev.foliot.store.Json;
import dev.foliot.store.KernelView;
import dev.foliot.store.Percentiles;
import dev.foliot.store.Validity;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * A result as it stands in a file; histograms are HdrHistogram's compressed form in base 64.
 *
 * @param schema {@link #SCHEMA}
 * @param failure why there is no result, or null
 * @param load the result, or null
 */
record ResultText(String schema, @Nullable String failure, @Nullable Load load) {
  static final String SCHEMA = "foliot.load/1";
  private static final int LONGEST_FAILURE = 1_000;
  private static final int MOST_COMPRESSED = 1 << 22;

  /** The load. */
  record Load(
      String target,
      long startNanoTime,
      long startEpochMs,
      long seed,
      int connections,
      int connectedAtStart,
      int loops,
      String transport,
      Validity validity,
      List<PhaseText> phases) {
    static Load of(LoadResult result) {
      return new Load(
          result.target(),
          result.startNanoTime(),
          result.startEpochMs(),
          result.seed(),
          result.connections(),
          result.connectedAtStart(),
          result.loops(),
          result.transport(),
          result.validity(),
          result.phases().stream().map(PhaseText::of).toList());
    }

    LoadResult result() {
      return new LoadResult(
          target,
          startNanoTime,
          startEpochMs,
          seed,
          connections,
          connectedAtStart,
          loops,
          transport,
          phases.stream().map(PhaseText::phase).toList());
    }
  }

  /** A phase. */
  record PhaseText(
      String name,
      String loop,
      String traffic,
      long startNs,
      long durationNs,
      long intended,
      long sent,
      long ok,
      Map<String, Long> errors,
      long unsent,
      double achievedPerS,
      Map<String, Counted> durations,
      Map<String, Percentiles> figures,
      List<SeriesRow> series,
      KernelView kernel,
      @Nullable Double loopCpuShare,
      Validity validity) {
    static PhaseText of(PhaseResult phase) {
      Map<String, Counted> counted = new LinkedHashMap<>();
      for (Kind kind : Kind.values()) {
        counted.put(kind.label(), Counted.of(phase.of(kind)));
      }
      return new PhaseText(
          phase.name(),
          phase.loop(),
          phase.traffic(),
          phase.startNs(),
          phase.durationNs(),
          phase.intended(),
          phase.sent(),
          phase.ok(),
          phase.errors(),
          phase.unsent(),
          phase.achievedPerS(),
          counted,
          phase.figures(),
          phase.series(),
          phase.kernel(),
          phase.loopCpuShare(),
          phase.validity());
    }

    PhaseResult phase() {
      Map<Kind, Durations> read = new EnumMap<>(Kind.class);
      durations.forEach((label, counted) ->
          read.put(Kind.valueOf(label.toUpperCase(Locale.ROOT)), counted.durations()));
      return new PhaseResult(
          name,
          loop,
          traffic,
          startNs,
          durationNs,
          intended,
          sent,
          ok,
          errors,
          unsent,
          achievedPerS,
          read,
          figures,
          series,
          kernel,
          loopCpuShare,
          validity);
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
    Json.write(file, new ResultText(SCHEMA, null, Load.of(result)));
  }

  static void writeFailure(Path file, String why) throws IOException {
    Json.write(file, new ResultText(SCHEMA, Shown.text(why, LONGEST_FAILURE), null));
  }

  static LoadResult read(Path file) {
    ResultText text = Json.read(file, ResultText.class, SCHEMA);
    if (text.load == null) {
      throw LabException.environment(
          text.failure == null ? "the load driver left no result" : text.failure);
    }
    try {
      return text.load.result();
    } catch (RuntimeException e) {
      throw LabException.environment(
          "the load driver's result makes no sense: " + Shown.text(e.getMessage()));
    }
  }
}
