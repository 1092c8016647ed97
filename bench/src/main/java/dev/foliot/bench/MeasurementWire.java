package dev.foliot.bench;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Encodes a measurement. The reader checks every count before it allocates. */
final class MeasurementWire {
  private static final int MOST_ENTRIES = 1_000_000;
  private static final int LONGEST_TEXT = 1 << 20;
  private static final int LONGEST_SUM = 64;
  private static final int LAST_BUCKET = Counts.indexOf(Long.MAX_VALUE);
  private static final int SMALL_BITS = 7;
  private static final int SMALL_MORE = 1 << SMALL_BITS;

  private MeasurementWire() {}

  static void write(DataOutputStream out, Measurement m) throws IOException {
    writeTotals(out, m.totals());
    for (Kind kind : Kind.values()) {
      writeDurations(out, Objects.requireNonNull(m.durations().get(kind)));
    }
    out.writeInt(m.probes().size());
    for (Map.Entry<String, Durations> probe : m.probes().entrySet()) {
      writeText(out, probe.getKey());
      writeDurations(out, probe.getValue());
    }
    writeJitter(out, m.jitter());
    writeIntervals(out, m.series().intervals());
    writeIntervals(out, m.series().warmup());
    writeSlowest(out, m.slowest().messages());
    out.writeInt(m.slowest().threadNames().size());
    for (Map.Entry<Long, String> name : m.slowest().threadNames().entrySet()) {
      out.writeLong(name.getKey());
      writeText(out, name.getValue());
    }
    writeConditions(out, m.conditions());
    Measurement.Failure failure = m.failure();
    writeText(out, failure == null ? "" : failure.reason());
    writeText(out, failure == null || failure.trace() == null ? "" : failure.trace());
  }

  static Measurement read(DataInputStream in) throws IOException {
    Measurement.Totals totals = readTotals(in);
    Map<Kind, Durations> durations = readKinds(in);
    Map<String, Durations> probes = new LinkedHashMap<>();
    for (int left = readCount(in); left > 0; left--) {
      probes.put(readText(in), readDurations(in));
    }
    Jitter jitter = readJitter(in);
    List<Interval> intervals = readIntervals(in);
    List<Interval> warmup = readIntervals(in);
    List<SlowMessage> slowest = readSlowest(in);
    Map<Long, String> threadNames = new LinkedHashMap<>();
    for (int left = readCount(in); left > 0; left--) {
      threadNames.put(in.readLong(), readText(in));
    }
    Measurement.Conditions conditions = readConditions(in);
    String failure = readText(in);
    String trace = readText(in);
    return new Measurement(
        totals,
        durations,
        probes,
        jitter,
        new Measurement.Series(intervals, warmup),
        new Measurement.Slowest(slowest, threadNames),
        conditions,
        failure.isEmpty()
            ? null
            : new Measurement.Failure(failure, trace.isEmpty() ? null : trace));
  }

  private static void writeTotals(DataOutputStream out, Measurement.Totals t) throws IOException {
    long[] all = {
      t.scheduled(),
      t.started(),
      t.completed(),
      t.lost(),
      t.unstarted(),
      t.faults().refusedEnds(),
      t.faults().contradictory(),
      t.faults().negativeProbes(),
      t.time().startNanoTime(),
      t.time().startEpochMs(),
      t.time().spanNs()
    };
    for (long one : all) {
      out.writeLong(one);
    }
  }

  private static Measurement.Totals readTotals(DataInputStream in) throws IOException {
    return new Measurement.Totals(
        in.readLong(),
        in.readLong(),
        in.readLong(),
        in.readLong(),
        in.readLong(),
        new Measurement.Faults(in.readLong(), in.readLong(), in.readLong()),
        new Measurement.Time(in.readLong(), in.readLong(), in.readLong()));
  }

  /** Writes the non-empty buckets, each as its distance from the previous one; zero ends them. */
  static void writeDurations(DataOutputStream out, Durations d) throws IOException {
    int last = -1;
    for (Durations.Bucket bucket : d.buckets()) {
      int index = Counts.indexOf(bucket.valueNs());
      writeSmall(out, index - last);
      writeSmall(out, bucket.count());
      last = index;
    }
    writeSmall(out, 0);
    out.writeLong(d.minNs());
    out.writeLong(d.maxNs());
    byte[] sum = d.sumNs().toByteArray();
    out.writeInt(sum.length);
    out.write(sum);
  }

  static Durations readDurations(DataInputStream in) throws IOException {
    Durations.Builder builder = Durations.Builder.packed();
    int first = -1;
    int bucket = -1;
    long total = 0;
    for (long step = readSmall(in); step != 0; step = readSmall(in)) {
      if (step < 0 || step > LAST_BUCKET - bucket) {
        throw new IOException("a bucket that no duration has");
      }
      bucket += (int) step;
      first = first < 0 ? bucket : first;
      long count = readSmall(in);
      total += count;
      if (count < 1 || total < 1) {
        throw new IOException("a bucket of " + count + " durations");
      }
      builder.add(bucket, count);
    }
    long minNs = in.readLong();
    long maxNs = in.readLong();
    BigInteger sumNs = new BigInteger(readBytes(in, LONGEST_SUM));
    if (total > 0) {
      if ((minNs | maxNs) < 0
          || Counts.indexOf(minNs) != first
          || Counts.indexOf(maxNs) != bucket
          || sumNs.signum() < 0) {
        throw new IOException("durations that contradict their buckets");
      }
      builder.addExact(minNs, maxNs, sumNs);
    }
    return builder.build();
  }

  /** Writes a number in seven bits a byte, lowest first; the last byte is not negative. */
  private static void writeSmall(DataOutputStream out, long number) throws IOException {
    long rest = number;
    while (rest >>> SMALL_BITS != 0) {
      out.writeByte((int) rest | SMALL_MORE);
      rest >>>= SMALL_BITS;
    }
    out.writeByte((int) rest);
  }

  private static long readSmall(DataInputStream in) throws IOException {
    long number = 0;
    for (int shift = 0; shift < Long.SIZE; shift += SMALL_BITS) {
      byte next = in.readByte();
      number |= (next & (SMALL_MORE - 1L)) << shift;
      if (next >= 0) {
        return number;
      }
    }
    throw new IOException("a number of more than 64 bits");
  }

  private static Map<Kind, Durations> readKinds(DataInputStream in) throws IOException {
    Map<Kind, Durations> durations = new EnumMap<>(Kind.class);
    for (Kind kind : Kind.values()) {
      durations.put(kind, readDurations(in));
    }
    return durations;
  }

  private static void writeJitter(DataOutputStream out, Jitter jitter) throws IOException {
    writeText(out, jitter.mode());
    writeDurations(out, jitter.durations());
    out.writeInt(jitter.stalls().size());
    for (Jitter.Stall stall : jitter.stalls()) {
      out.writeLong(stall.startNs());
      out.writeLong(stall.lengthNs());
    }
  }

  private static Jitter readJitter(DataInputStream in) throws IOException {
    String mode = readText(in);
    Durations durations = readDurations(in);
    List<Jitter.Stall> stalls = new ArrayList<>();
    for (int left = readCount(in); left > 0; left--) {
      stalls.add(new Jitter.Stall(in.readLong(), in.readLong()));
    }
    return new Jitter(mode, durations, stalls);
  }

  private static void writeIntervals(DataOutputStream out, List<Interval> intervals)
      throws IOException {
    out.writeInt(intervals.size());
    for (Interval interval : intervals) {
      out.writeLong(interval.startNs());
      out.writeLong(interval.endNs());
      for (Kind kind : Kind.values()) {
        writeDurations(out, Objects.requireNonNull(interval.durations().get(kind)));
      }
    }
  }

  private static List<Interval> readIntervals(DataInputStream in) throws IOException {
    List<Interval> intervals = new ArrayList<>();
    for (int left = readCount(in); left > 0; left--) {
      intervals.add(new Interval(in.readLong(), in.readLong(), readKinds(in)));
    }
    return intervals;
  }

  private static void writeSlowest(DataOutputStream out, List<SlowMessage> messages)
      throws IOException {
    out.writeInt(messages.size());
    for (SlowMessage message : messages) {
      out.writeLong(message.index());
      out.writeLong(message.intendedNs());
      out.writeLong(message.latenessNs());
      out.writeLong(message.startNs());
      out.writeLong(message.endNs());
      out.writeLong(message.threadId());
      out.writeInt(message.probesNs().size());
      for (long probeNs : message.probesNs()) {
        out.writeLong(probeNs);
      }
    }
  }

  private static List<SlowMessage> readSlowest(DataInputStream in) throws IOException {
    List<SlowMessage> messages = new ArrayList<>();
    for (int left = readCount(in); left > 0; left--) {
      long[] fixed = {
        in.readLong(), in.readLong(), in.readLong(), in.readLong(), in.readLong(), in.readLong()
      };
      List<Long> probesNs = new ArrayList<>();
      for (int probes = readCount(in); probes > 0; probes--) {
        probesNs.add(in.readLong());
      }
      messages.add(
          new SlowMessage(fixed[0], fixed[1], fixed[2], fixed[3], fixed[4], fixed[5], probesNs));
    }
    return messages;
  }

  private static void writeConditions(DataOutputStream out, Measurement.Conditions c)
      throws IOException {
    out.writeInt(c.grantedCpus());
    writeText(out, c.waitMode());
    out.writeDouble(c.clock().costNs());
    out.writeLong(c.clock().grainNs());
    out.writeInt(c.work().collectors().size());
    for (Measurement.Collector collector : c.work().collectors()) {
      writeText(out, collector.name());
      out.writeLong(collector.count());
      out.writeLong(collector.timeMs());
    }
    out.writeLong(c.work().compileTimeMs());
    Measurement.Allocation allocation = c.work().allocation();
    out.writeBoolean(allocation != null);
    if (allocation != null) {
      out.writeBoolean(allocation.isCounted());
      out.writeLong(allocation.bytes());
    }
    out.writeInt(c.jvm().size());
    for (Map.Entry<String, String> fact : c.jvm().entrySet()) {
      writeText(out, fact.getKey());
      writeText(out, fact.getValue());
    }
    writeTexts(out, c.jvmArguments());
    writeTexts(out, c.notes());
  }

  private static Measurement.Conditions readConditions(DataInputStream in) throws IOException {
    int cpus = in.readInt();
    String waitMode = readText(in);
    double clockCostNs = in.readDouble();
    long clockGrainNs = in.readLong();
    List<Measurement.Collector> collectors = new ArrayList<>();
    for (int left = readCount(in); left > 0; left--) {
      collectors.add(new Measurement.Collector(readText(in), in.readLong(), in.readLong()));
    }
    long compileTimeMs = in.readLong();
    Measurement.Allocation allocation =
        in.readBoolean() ? new Measurement.Allocation(in.readBoolean(), in.readLong()) : null;
    Map<String, String> jvm = new LinkedHashMap<>();
    for (int left = readCount(in); left > 0; left--) {
      jvm.put(readText(in), readText(in));
    }
    return new Measurement.Conditions(
        cpus,
        waitMode,
        new Measurement.Clock(clockCostNs, clockGrainNs),
        new Measurement.JvmWork(collectors, compileTimeMs, allocation),
        jvm,
        readTexts(in),
        readTexts(in));
  }

  private static void writeTexts(DataOutputStream out, List<String> texts) throws IOException {
    out.writeInt(texts.size());
    for (String text : texts) {
      writeText(out, text);
    }
  }

  private static List<String> readTexts(DataInputStream in) throws IOException {
    List<String> texts = new ArrayList<>();
    for (int left = readCount(in); left > 0; left--) {
      texts.add(readText(in));
    }
    return texts;
  }

  /** Writes a text and cuts it after a million bytes. */
  static void writeText(DataOutputStream out, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    int length = Math.min(bytes.length, LONGEST_TEXT);
    out.writeInt(length);
    out.write(bytes, 0, length);
  }

  static String readText(DataInputStream in) throws IOException {
    return new String(readBytes(in, LONGEST_TEXT), StandardCharsets.UTF_8);
  }

  private static byte[] readBytes(DataInputStream in, int most) throws IOException {
    int length = in.readInt();
    if (length < 0 || length > most) {
      throw new IOException("a length of " + length + ", at most " + most);
    }
    byte[] bytes = in.readNBytes(length);
    if (bytes.length < length) {
      throw new IOException("the message ends too early");
    }
    return bytes;
  }

  private static int readCount(DataInputStream in) throws IOException {
    int count = in.readInt();
    if (count < 0 || count > MOST_ENTRIES) {
      throw new IOException("a count of " + count);
    }
    return count;
  }
}
